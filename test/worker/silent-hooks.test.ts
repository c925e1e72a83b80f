import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import { crushHooks, storeWrites, writeRepository } from '../agents/crush/fixtures.ts';
import { BEFORE, grokHooks, writeSession } from '../agents/grok/fixtures.ts';
import { freshHome } from '../support/fresh-home.ts';
import { installHook, QUIET, sendHook } from '../support/hook-script.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

// Crush is not noted as set up in these homes: nothing looks around for its sessions.

const [HOOK] = crushHooks();

async function countEvents(worker: RunningWorker): Promise<Record<string, number>> {
  return (await worker.memory().status()).counts.byEvent;
}

/** Waits until the whole session was read, of which no hook tells anything. */
const readWhole = (worker: RunningWorker): Promise<void> =>
  until(async () => {
    const { prompt = 0, message = 0, 'turn.end': ends = 0 } = await countEvents(worker);
    return prompt === 4 && message > 0 && ends === 2;
  });

test('a hook that tells nothing and names no transcript leads to reading the session of its id', async (context) => {
  const worker = await runWorker(context);
  writeRepository(worker.at.userHome, storeWrites());
  const sent = await sendHook(worker.socket, 'PreToolUse', {
    payload: HOOK?.payload,
    path: '/hook/crush/PreToolUse',
  });
  assert.equal(sent.status, 200);
  assert.deepEqual(await countEvents(worker), {});
  await readWhole(worker);
});

test('a hook that an agent whose own hooks are not set up sends as another’s leads to reading its session', async (context) => {
  const worker = await runWorker(context);
  writeSession(worker.at.userHome, BEFORE);
  for (const { event, payload } of grokHooks())
    assert.equal((await sendHook(worker.socket, event, { payload, path: `/hook/claude-code/${event}` })).status, 200);
  await until(async () => (await countEvents(worker)).message === 2);
  const memory = worker.memory();
  await memory.settled();
  assert.equal((await memory.resume({ project: '*' })).session?.agent, 'grok');
});

test('so does one that came while no worker answered', async (context) => {
  const at = freshHome(context);
  writeRepository(at.userHome, storeWrites());
  const hook = installHook(at);
  assert.deepEqual(await hook('PreToolUse', HOOK?.payload, 'crush'), QUIET);
  assert.equal(readdirSync(homePaths(at.home).journal).length, 1);
  await readWhole(await runWorker(context, { at }));
});
