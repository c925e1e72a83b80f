import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import { createIntakes } from '../../src/worker/intakes.ts';
import { openFresh } from '../support/fresh-home.ts';
import { until } from '../support/until.ts';

const SESSION = '0b6e7d0e-1111-4222-8333-944455566677';

/** A line of a prompt as the agent writes it. */
function line(n: number): string {
  const place = { sessionId: SESSION, cwd: '/home/dev/shop', timestamp: new Date(1_790_000_000_000 + n).toISOString() };
  const message = { role: 'user', content: `Prompt number ${n}.` };
  return `${JSON.stringify({ ...place, type: 'user', uuid: `u${n}`, promptId: `p${n}`, message })}\n`;
}

/** A transcript of one line, and the hooks of its session. */
function openIntakes(context: TestContext) {
  const opened = openFresh(context);
  const folder = join(opened.at.userHome, '.claude/projects/-home-dev-shop');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${SESSION}.jsonl`);
  writeFileSync(path, line(1));
  const { jobs } = opened.store;
  const intakes = createIntakes({
    opened,
    journal: homePaths(opened.at.home).journal,
    silent: homePaths(opened.at.home).silent,
    agents: homePaths(opened.at.home).agents,
    environment: { home: opened.at.userHome, variables: {} },
    log: { error: assert.fail, info: () => undefined, debug: () => undefined },
  });
  context.after(() => intakes.stop());
  const prompts = async (): Promise<number> => (await opened.memory.status()).counts.byEvent.prompt ?? 0;
  const isReading = async (): Promise<boolean> => (await jobs.list(10)).some(({ state }) => state === 'leased');
  return {
    path,
    intakes,
    /** Notes that Claude Code is set up, as set-up does. */
    setUp(): string {
      mkdirSync(homePaths(opened.at.home).agents, { recursive: true });
      const marker = join(homePaths(opened.at.home).agents, 'claude-code');
      writeFileSync(marker, '');
      return marker;
    },
    prompts,
    /** Waits until a reading that found the n-th prompt is done. */
    readUpTo: (n: number) => until(async () => (await prompts()) === n && !(await isReading())),
    waiting: async () => (await jobs.list(10)).length,
    hook: (reconcile: 'now' | 'later') => intakes.onHook({ agent: 'claude-code', transcript: path, reconcile }),
  };
}

test('what an agent writes after the hook that ended its turn is read without another hook', async (context) => {
  const { path, hook, prompts, readUpTo, waiting } = openIntakes(context);
  hook('now');
  await readUpTo(1);
  assert.equal(await waiting(), 1, 'who waits until nothing is left to do waits for it');
  appendFileSync(path, line(2));
  await until(async () => (await waiting()) === 0);
  assert.equal(await prompts(), 2);
});

test('a hook that comes meanwhile is followed by a reading of its own', async (context) => {
  const { path, hook, prompts, readUpTo, waiting } = openIntakes(context);
  hook('now');
  await readUpTo(1);
  appendFileSync(path, line(2));
  hook('now');
  await readUpTo(2);
  appendFileSync(path, line(3));
  await until(async () => (await waiting()) === 0);
  assert.equal(await prompts(), 3);
});

test('a tool call asks for a reading again as soon as the one it waited for was done early', async (context) => {
  const { hook, intakes, readUpTo, waiting } = openIntakes(context);
  hook('later');
  await until(async () => (await waiting()) === 1);
  await intakes.start(0);
  await readUpTo(1);
  hook('later');
  await until(async () => (await waiting()) === 1);
});

test('what an agent that is set up wrote without a hook is read when all is quiet', async (context) => {
  const { path, intakes, prompts, setUp } = openIntakes(context);
  await intakes.lookAround();
  assert.equal(await prompts(), 0, 'nobody set it up');
  setUp();
  utimesSync(path, 1_000, 1_000);
  await intakes.lookAround();
  assert.equal(await prompts(), 0, 'what was there before is what an import is for');
  appendFileSync(path, line(2));
  await intakes.lookAround();
  assert.equal(await prompts(), 2);
  await intakes.lookAround();
  assert.equal(await prompts(), 2);
});

test('what is written in the very millisecond of the setup is read', async (context) => {
  const { path, intakes, prompts, setUp } = openIntakes(context);
  const at = 1_790_000_000.0006;
  utimesSync(setUp(), at, at);
  utimesSync(path, at, at);
  await intakes.lookAround();
  assert.equal(await prompts(), 1);
});
