// The worker is killed at random moments while hooks, records, an import, a rebuild, a backup and forgetting are under way.
// What was acknowledged is there once, what was forgotten is not, and the database is whole.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { writeClaudeSession } from '../../bench/support/claude-transcript.ts';
import { countMarks, markerWord } from '../../bench/support/generated/marker-words.ts';
import { homePaths } from '../../src/config/paths.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { tried } from '../support/attack.ts';
import { installHook } from '../support/hook-script.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';
import { sized } from '../support/suite-size.ts';
import { until } from '../support/until.ts';

const KILLS = sized({ small: 2, default: 12, full: 200 });
const LATEST_MS = 300;

/** Marks that the worker or the journal acknowledged, and those of which forgetting was acknowledged. */
interface Told {
  acknowledged: string[];
  forgotten: string[];
}

type Work = (worker: RunningWorker, told: Told, round: number) => Promise<void>;

let writer = 0;

const record: Work = async (worker, told) => {
  writer += 1;
  for (let number = 0; ; number += 1) {
    const mark = markerWord(writer, number);
    const event = { kind: 'prompt', sessionId: `s${writer}`, number: `${number}`, text: `What of ${mark}?` };
    await worker.memory().record([event]);
    told.acknowledged.push(mark);
  }
};

/** Work that is under way when the worker is killed. */
const WORKS: Readonly<Record<string, Work>> = {
  records: record,
  hooks: async ({ at }, told) => {
    const run = installHook(at);
    writer += 1;
    for (let number = 0; number < 6; number += 1) {
      const mark = markerWord(writer, number);
      const payload = { session_id: `h${writer}`, cwd: at.project, last_assistant_message: `Did ${mark}.` };
      const { code } = await run('Stop', payload);
      assert.equal(code, 0);
      told.acknowledged.push(mark);
    }
  },
  'an import': async (worker, told, round) => {
    const place = {
      home: worker.at.userHome,
      project: worker.at.project,
      name: `session ${round}`,
      endsAt: Date.now(),
    };
    const steps = Array.from({ length: 400 }, (_, i) => [
      { typed: `Look at part ${i}.` },
      { said: `Part ${i} is fine.` },
    ]);
    writeClaudeSession(steps.flat(), place);
    await Promise.all([drain(worker), record(worker, told, round)]);
  },
  'deriving anew': async (worker, told, round) => {
    await worker.memory().rebuild({ what: 'index' });
    await record(worker, told, round);
  },
  'a backup': async (worker, told, round) => {
    await Promise.all([worker.memory().backup(), record(worker, told, round)]);
  },
  forgetting: async (worker, told) => {
    writer += 1;
    for (let number = 0; ; number += 1) {
      const mark = markerWord(writer, number);
      const sessionId = `f${writer}-${number}`;
      const memory = worker.memory();
      await memory.record([{ kind: 'prompt', sessionId, number: '0', text: `Forget ${mark} soon.` }]);
      const plan = await memory.forget({ query: mark });
      if (plan.state !== 'planned') continue;
      await memory.forget({ confirm: plan.token });
      told.forgotten.push(mark);
    }
  },
};

async function drain(worker: RunningWorker): Promise<void> {
  for await (const _ of worker.memory().import({ agent: 'claude-code' }));
}

for (const [name, work] of Object.entries(WORKS)) {
  test(`killed at random moments during ${name}`, async (context) => {
    const worker = await runWorker(context);
    const told: Told = { acknowledged: [], forgotten: [] };
    for (let kill = 0; kill < KILLS; kill += 1) {
      if (kill > 0) await worker.restart();
      const ended = work(worker, told, kill).catch((error: { code?: string }) => error.code ?? error);
      await pause(Math.random() * LATEST_MS);
      await worker.end('SIGKILL');
      const why = await ended;
      assert.ok(why === undefined || ['not_running', 'timeout', 'busy'].includes(String(why)), String(why));
    }
    await worker.restart();
    const { db, journal } = homePaths(worker.at.home);
    await until(() => readdirSync(journal).length === 0);
    await worker.memory().settled();
    await worker.end('SIGTERM');
    const { lost, doubled } = await countMarks(db, told.acknowledged);
    assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 });
    const { kept } = await countMarks(db, told.forgotten);
    assert.equal(kept, 0, 'what was forgotten is there');
    const store = openSqliteStore({ path: db });
    const faults = await store.check();
    await store.close();
    assert.deepEqual(faults, []);
    tried(context, KILLS);
  });
}
