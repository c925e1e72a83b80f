import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { JsonObject } from '../../src/core/json.ts';
import { createRunner } from '../../src/jobs/runner.ts';
import { now } from '../../src/platform/clock.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { freshHome } from '../support/fresh-home.ts';

function openRunner(context: TestContext, work: (payload: JsonObject) => Promise<void>) {
  const store = openSqliteStore({ path: join(freshHome(context).root, 'jobs.db') });
  const runner = createRunner({ jobs: store.jobs, handlers: { work }, now });
  takeIgnored();
  context.after(async () => {
    await runner.stop();
    await store.close();
  });
  return { store, runner };
}

const job = (key: string, delayMs: number) => ({ kind: 'work', key, payload: { key }, delayMs });

test('draining runs what waits for its time, and ends', async (context) => {
  const done: unknown[] = [];
  const { store, runner } = openRunner(context, async (payload) => void done.push(payload.key));
  await runner.add(job('later', 60_000));
  await runner.add(job('much later', 9_000_000));
  await runner.drain();
  assert.deepEqual(done, ['later', 'much later']);
  assert.deepEqual(await store.jobs.list(10), []);
  assert.deepEqual(takeIgnored(), {});
});

test('what a job adds for later while the others are drained keeps its time', async (context) => {
  const done: unknown[] = [];
  const { store, runner } = openRunner(context, async (payload) => {
    done.push(payload.key);
    await runner.add(job('itself', 60_000));
    await runner.add(job('another', 60_000));
  });
  await runner.add(job('itself', 30_000));
  await runner.drain();
  assert.deepEqual(done, ['itself']);
  assert.deepEqual(
    (await store.jobs.list(10)).map(({ key, state }) => [key, state]),
    [
      ['itself', 'ready'],
      ['another', 'ready'],
    ],
  );
  assert.ok(((await store.jobs.nextAt()) ?? 0) > now());
});

test('a job that fails comes again later and keeps its error', async (context) => {
  const { store, runner } = openRunner(context, async () => {
    throw new Error('no luck');
  });
  await store.jobs.enqueue({ kind: 'work', key: 'a', payload: {}, priority: 0, runAt: 0 });
  const before = now();
  await runner.add(job('b', 0));
  while ((await store.jobs.list(10)).some(({ attempts }) => attempts === 0)) await new Promise(setImmediate);
  await runner.stop();
  const jobs = await store.jobs.list(10);
  assert.deepEqual(
    jobs.map(({ state, error, attempts }) => [state, error, attempts]),
    [
      ['ready', 'no luck', 1],
      ['ready', 'no luck', 1],
    ],
  );
  assert.ok(jobs.every(({ runAt }) => runAt > before));
  assert.deepEqual(takeIgnored(), { 'a job of kind work failed': 2 });
});
