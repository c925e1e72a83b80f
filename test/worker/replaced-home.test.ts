import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Memory } from '../../src/api/contract.ts';
import { createClientMemory } from '../../src/client/client-memory.ts';
import { createConnection } from '../../src/client/connect.ts';
import { homePaths } from '../../src/config/paths.ts';
import { asNumber, asObject, parseJson } from '../../src/core/json.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { programOf } from '../support/built-program.ts';
import { type FreshHome, freshHome } from '../support/fresh-home.ts';
import { installHook, QUIET, sendHook } from '../support/hook-script.ts';
import { type Cairn, cairnIn } from '../support/run-cairn.ts';
import { environmentOf, helloFrom, runWorker, socketOf } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

const ROUNDS = 3;
const WRITES = 12;

/** The process that holds a home, as the home says it. */
function holderOf({ home }: FreshHome): number | undefined {
  const { state } = homePaths(home);
  return existsSync(state) ? asNumber(asObject(parseJson(readFileSync(state, 'utf8'))).pid) : undefined;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function promptOf(at: FreshHome, prompt: string): Record<string, unknown> {
  return { session_id: 's1', cwd: at.project, prompt, prompt_id: prompt };
}

async function remember(cairn: Cairn, text: string): Promise<void> {
  const { code, stderr } = await cairn.run(['remember', text]);
  assert.equal(code, 0, stderr);
}

async function found(cairn: Cairn, query: string): Promise<string[]> {
  const { hits } = (await cairn.json(['search', '-a', query])) as { hits: { title: string }[] };
  return hits.map(({ title }) => title);
}

/** Ends a home's worker as a power cut does: what is found afterwards is on the disk. */
async function killWorker(at: FreshHome): Promise<void> {
  const pid = holderOf(at);
  assert.ok(pid !== undefined, 'no worker holds the home');
  process.kill(pid, 'SIGKILL');
  await until(() => !isRunning(pid));
}

test('a home that was removed and set up again under its worker keeps what it is told from then on', async (t) => {
  const cairn = cairnIn(t);
  await remember(cairn, 'The walrus was told before.');
  const old = holderOf(cairn.at);
  assert.ok(old !== undefined);
  rmSync(cairn.at.home, { recursive: true });
  assert.equal((await cairn.run(['setup', 'claude-code', '--yes'])).code, 0);
  await remember(cairn, 'The narwhal was told after.');
  await killWorker(cairn.at);
  assert.deepEqual(await found(cairn, 'walrus narwhal'), ['The narwhal was told after.']);
  await until(() => !isRunning(old));
});

test('a database that was moved away under its worker is whole, and the new one keeps what it is told', async (t) => {
  for (const moved of [/^cairn\.db$/, /^cairn\.db/]) {
    const cairn = cairnIn(t);
    await remember(cairn, 'The walrus was told before.');
    const { home, root } = cairn.at;
    const aside = join(root, 'aside');
    mkdirSync(aside);
    for (const name of readdirSync(home).filter((name) => moved.test(name))) {
      renameSync(join(home, name), join(aside, name));
    }
    await remember(cairn, 'The narwhal was told after.');
    await killWorker(cairn.at);
    assert.deepEqual(await found(cairn, 'walrus narwhal'), ['The narwhal was told after.']);
    const store = openSqliteStore({ path: join(aside, 'cairn.db'), readonly: true });
    const titles = (await store.items.list({}, { limit: 10 })).map(({ title }) => title);
    await store.close();
    assert.deepEqual(titles, ['The walrus was told before.']);
  }
});

test('another home that was moved over one whose worker runs is the one that is asked and told from then on', async (t) => {
  const cairn = cairnIn(t);
  const other = cairnIn(t);
  await remember(other, 'The beluga was told elsewhere.');
  await other.run(['worker', 'stop']);
  await remember(cairn, 'The walrus was told before.');
  renameSync(cairn.at.home, join(cairn.at.root, 'before'));
  renameSync(other.at.home, cairn.at.home);
  assert.deepEqual(await found(cairn, 'walrus beluga'), ['The beluga was told elsewhere.']);
  await remember(cairn, 'The narwhal was told after.');
  await killWorker(cairn.at);
  assert.deepEqual((await found(cairn, 'walrus beluga narwhal')).sort(), [
    'The beluga was told elsewhere.',
    'The narwhal was told after.',
  ]);
});

/** A client of a home that starts its worker when none answers, as every program does. */
function clientOf(at: FreshHome): Memory {
  const program = { script: programOf('worker'), env: environmentOf(at), settings: true };
  const connection = createConnection({
    socket: () => socketOf(at),
    paths: homePaths(at.home),
    version: '0.0.0',
    program,
    start: 'auto',
  });
  return createClientMemory(connection, { surface: 'sdk', person: false, cwd: at.project });
}

const eventOf = (number: string) => ({ kind: 'prompt', sessionId: 's', number, text: `Step ${number}.` }) as const;

test('replaced again and again under load, a home holds all that was acknowledged since the last time', async (t) => {
  const at = freshHome(t);
  let kept: string[] = [];
  let isOver = false;
  t.after(async () => {
    isOver = true;
    await recording;
    const pid = holderOf(at);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  });
  const memory = clientOf(at);
  const record = async (): Promise<void> => {
    for (let i = 0; !isOver; i += 1) {
      const into = kept;
      // What is refused was not promised.
      const number = await memory.record([eventOf(`${i}`)]).then(
        () => [`${i}`],
        () => [],
      );
      into.push(...number);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const recording = record();
  for (let round = 0; round < ROUNDS; round += 1) {
    await until(() => kept.length > Math.random() * WRITES);
    renameSync(at.home, join(at.root, `before-${round}`));
    kept = [];
  }
  await until(() => kept.length >= WRITES);
  isOver = true;
  await recording;
  await killWorker(at);
  const again = await memory.record(kept.map(eventOf));
  assert.deepEqual(again, { accepted: 0, duplicates: kept.length, skipped: [] });
});

test('a worker without its home refuses, and leaves what belongs to the next one alone', async (t) => {
  const old = await runWorker(t);
  const { at, socket } = old;
  await sendHook(socket, 'UserPromptSubmit', { payload: promptOf(at, 'before') });
  renameSync(at.home, join(at.root, 'before'));
  const run = installHook(at);
  assert.equal((await sendHook(socket, 'UserPromptSubmit', { payload: promptOf(at, 'refused') })).status, 503);
  assert.deepEqual(await run('Stop', { ...promptOf(at, 'x'), last_assistant_message: 'Kept for later.' }), QUIET);
  assert.equal(readdirSync(homePaths(at.home).journal).length, 1);
  const next = await runWorker(t, { at });
  await until(() => readdirSync(homePaths(at.home).journal).length === 0);
  await old.end('SIGTERM');
  assert.equal((await helloFrom(socket))?.pid, next.pid);
  assert.equal(holderOf(at), next.pid);
  assert.equal(readFileSync(homePaths(at.home).socket, 'utf8'), `${socket}\n`);
  await next.memory().settled();
  assert.equal((await next.memory().status()).counts.byEvent.message, 1);
});
