import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { homePaths } from '../../src/config/paths.ts';
import { installHook, QUIET } from '../support/hook-script.ts';
import type { Ended } from '../support/run-program.ts';
import { runWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';

const ROUNDS = 4;
const HOOKS = 12;

test('a worker killed while hooks run: every event is kept, by it or in the journal, and none twice', async (t) => {
  const worker = await runWorker(t);
  const paths = homePaths(worker.at.home);
  const run = installHook(worker.at);
  const send = (text: string): Promise<Ended> =>
    run('Stop', { session_id: 's1', cwd: worker.at.project, last_assistant_message: text });
  for (let round = 0; round < ROUNDS; round += 1) {
    const sent = Array.from({ length: HOOKS }, (_, i) => send(`message ${i % 3}`));
    await new Promise((resolve) => setTimeout(resolve, round * 40));
    await worker.end('SIGKILL');
    for (const ended of await Promise.all(sent)) assert.deepEqual(ended, QUIET);
    await worker.restart();
  }
  const left = (): number => (existsSync(paths.journal) ? readdirSync(paths.journal).length : 0);
  await until(() => left() === 0);
  const memory = worker.memory();
  await memory.settled();
  assert.equal((await memory.status()).counts.byEvent.message, ROUNDS * HOOKS);
});
