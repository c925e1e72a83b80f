import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createRunner, type JobHandler, type RunnerDeps } from '../../src/jobs/runner.ts';
import { now } from '../../src/platform/clock.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts';
import { placeDatabase } from '../support/fresh-database.ts';
import { freshHome } from '../support/fresh-home.ts';
import { until } from '../support/until.ts';

function openRunner(context: TestContext, work: JobHandler, parts: Partial<RunnerDeps> = {}) {
  const store = openSqliteStore({ path: placeDatabase(join(freshHome(context).root, 'jobs.db')) });
  const runner = createRunner({ jobs: store.jobs, now, ...parts });
  runner.handle('work', work);
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
  await runner.drain(['work']);
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
  await runner.drain(['work']);
  assert.deepEqual(done, ['itself']);
  assert.deepEqual(
    (await store.jobs.list(10)).map(({ key, state }) => [key, state]),
    [
      ['itself', 'ready'],
      ['another', 'ready'],
    ],
  );
  assert.ok(((await store.jobs.nextAt(now(), ['work'])) ?? 0) > now());
});

test('a job that fails comes again later and keeps its error', async (context) => {
  const { store, runner } = openRunner(context, async () => {
    throw new Error('no luck');
  });
  await store.jobs.enqueue({ kind: 'work', key: 'a', payload: {}, priority: 0, runAt: 0 }, now());
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

test('a job that is cancelled under way is told to stop, and is gone', async (context) => {
  const begun = Promise.withResolvers<void>();
  const { store, runner } = openRunner(
    context,
    async (_payload, { signal }) => {
      begun.resolve();
      await new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    },
    { leaseMs: 30 },
  );
  await runner.add(job('a', 0));
  await begun.promise;
  const [open] = await store.jobs.list(10);
  assert.equal(await store.jobs.cancel(open?.id ?? 0), 'asked');
  await until(async () => (await store.jobs.list(10)).length === 0);
  assert.deepEqual(takeIgnored(), {});
});

test('a long job keeps its lease, and tells how far it is', async (context) => {
  const done: unknown[] = [];
  const told = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const { store } = openRunner(context, async () => undefined);
  let [at, renewals] = [0, 0];
  const renew: typeof store.jobs.renew = async (...given) => {
    const state = await store.jobs.renew(...given);
    renewals += 1;
    return state;
  };
  const runner = createRunner({ jobs: { ...store.jobs, renew }, now: () => at, leaseMs: 30 });
  runner.handle('work', async (payload, { report }) => {
    await report({ done: 1, of: 2 });
    told.resolve();
    await goOn.promise;
    done.push(payload.key);
  });
  const other = createRunner({ jobs: store.jobs, now: () => at, leaseMs: 30 });
  other.handle('work', async () => void done.push('other'));
  await runner.add(job('a', 0));
  await told.promise;
  assert.deepEqual((await store.jobs.list(10))[0]?.progress, { done: 1, of: 2 });
  for (const before = at; at < before + 120; at += 20) {
    const seen = renewals;
    // One may have been under way: the second began at this time.
    await until(() => renewals >= seen + 2);
    other.wake();
    await new Promise(setImmediate);
  }
  goOn.resolve();
  await until(async () => (await store.jobs.list(10)).length === 0);
  await Promise.all([runner.stop(), other.stop()]);
  assert.deepEqual(done, ['a']);
});

test('two runners on one queue do every job once', async (context) => {
  const done: unknown[] = [];
  const work: JobHandler = async (payload) => {
    await new Promise(setImmediate);
    done.push(payload.key);
  };
  const { store, runner } = openRunner(context, work);
  const other = createRunner({ jobs: store.jobs, now });
  other.handle('work', work);
  const keys = Array.from({ length: 40 }, (_, i) => `job ${i}`);
  for (const key of keys)
    await store.jobs.enqueue({ kind: 'work', key, payload: { key }, priority: 0, runAt: 0 }, now());
  await Promise.all([runner.drain(['work']), other.drain(['work'])]);
  await other.stop();
  assert.deepEqual(done.toSorted(), keys.toSorted());
});

test('what a stop interrupts goes on next time, as often as it takes', async (context) => {
  const begun = Promise.withResolvers<void>();
  const { store, runner } = openRunner(context, async (_payload, { signal }) => {
    begun.resolve();
    await new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  });
  await runner.add(job('a', 0));
  await begun.promise;
  await runner.stop();
  assert.deepEqual(
    (await store.jobs.list(10)).map(({ state, attempts, error }) => [state, attempts, error]),
    [['ready', 0, undefined]],
  );
  const done: unknown[] = [];
  const next = createRunner({ jobs: store.jobs, now });
  next.handle('work', async (payload) => void done.push(payload.key));
  await next.drain(['work']);
  await next.stop();
  assert.deepEqual(done, ['a']);
});

test('jobs of different kinds do not wait for each other', async (context) => {
  const done: unknown[] = [];
  const goOn = Promise.withResolvers<void>();
  const { runner } = openRunner(context, () => goOn.promise);
  runner.handle('quick', async (payload) => void done.push(payload.key));
  await runner.add(job('slow', 0));
  await runner.add({ ...job('q', 60_000), kind: 'quick' });
  await runner.drain(['quick']);
  assert.deepEqual(done, ['q']);
  goOn.resolve();
});

test('a queue that fails is left alone for a while, and is not tried without end', async (context) => {
  const { store } = openRunner(context, async () => undefined);
  let tries = 0;
  const lease: typeof store.jobs.lease = () => {
    tries += 1;
    return Promise.reject(new Error('the disk is full'));
  };
  const runner = createRunner({ jobs: { ...store.jobs, lease }, now });
  context.after(() => runner.stop());
  runner.handle('work', async () => undefined);
  await runner.add(job('one', 0));
  await pause(300);
  assert.equal(tries, 1);
  assert.deepEqual(takeIgnored(), { 'the job queue failed': 1 });
});
