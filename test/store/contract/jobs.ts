import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Jobs, LeasedJob } from '../../../src/store/contract/jobs.ts';
import { START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const KINDS = ['embed'];
const HOUR = 3_600_000;

const job = (key: string, runAt: number, priority = 0) => ({ kind: 'embed', key, payload: { key }, priority, runAt });

const add = (jobs: Jobs, ...parts: Parameters<typeof job>) => jobs.enqueue(job(...parts), START);

const lease = (jobs: Jobs, now: number, leaseMs = 100) => jobs.lease(now, { leaseMs, kinds: KINDS });

const keyOfNext = async (jobs: Jobs, now: number) => (await lease(jobs, now, 1_000))?.key;

async function leased(jobs: Jobs, now: number): Promise<LeasedJob> {
  const found = await lease(jobs, now);
  assert.ok(found !== undefined);
  return found;
}

const keysOf = async (jobs: Jobs) => (await jobs.list(10)).map(({ key, state }) => [key, state]);

/** The suite of the queue. */
export function jobsContract(open: OpenStore): void {
  test('leases what is due, the most urgent first, and nothing before its time', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'later', START + 10, 9);
    await add(jobs, 'second', START - 2, 1);
    await add(jobs, 'third', START, 1);
    await add(jobs, 'first', START, 5);
    assert.equal(await jobs.nextAt(START, KINDS), START - 2);
    const order = [await keyOfNext(jobs, START), await keyOfNext(jobs, START), await keyOfNext(jobs, START)];
    assert.deepEqual(order, ['first', 'second', 'third']);
    assert.equal(await keyOfNext(jobs, START), undefined);
    assert.equal(await jobs.nextAt(START, KINDS), START + 10);
    assert.equal(await keyOfNext(jobs, START + 10), 'later');
  });

  test('leaves jobs of other kinds alone', async (t) => {
    const { jobs } = await open(t);
    await jobs.enqueue({ ...job('a', START + 5), kind: 'other' }, START);
    assert.equal(await jobs.nextAt(START, KINDS), undefined);
    await jobs.bringForward(START, KINDS);
    assert.equal(await lease(jobs, START + 9), undefined);
    assert.equal(await jobs.nextAt(START, ['embed', 'other']), START + 5);
    assert.equal((await jobs.lease(START + 5, { leaseMs: 9, kinds: ['other'] }))?.key, 'a');
  });

  test('gives a job once, until its lease ends', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START);
    const first = await leased(jobs, START);
    assert.deepEqual([first.attempts, first.state, first.payload], [1, 'leased', { key: 'a' }]);
    assert.equal(await lease(jobs, START + 99), undefined);
    assert.equal((await lease(jobs, START + 100))?.attempts, 2);
  });

  test('lets nobody end, give back or hold a job whose lease another has by now', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START);
    const first = await leased(jobs, START);
    const second = await leased(jobs, START + 100);
    assert.notEqual(first.token, second.token);
    assert.equal(await jobs.renew(first, START + 101, { leaseMs: 9_000, progress: { done: 9 } }), 'lost');
    assert.equal(await jobs.complete(first, START + 101), false);
    assert.equal(await jobs.release(first, START + 101), false);
    assert.equal(await jobs.fail(first, START + 101, { error: 'late' }), false);
    const [kept] = await jobs.list(10);
    assert.deepEqual(
      [kept?.state, kept?.runAt, kept?.error, kept?.progress],
      ['leased', START + 200, undefined, undefined],
    );
    assert.equal(await jobs.complete(second, START + 101), true);
    assert.deepEqual(await jobs.list(10), []);
    assert.equal(await jobs.renew(second, START + 102, { leaseMs: 9 }), 'lost');
  });

  test('holds a lease that is renewed, and keeps how far the work is', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START);
    const held = await leased(jobs, START);
    assert.equal(await jobs.renew(held, START + 90, { leaseMs: 100, progress: { done: 3, of: 9 } }), 'held');
    assert.equal(await jobs.renew(held, START + 95, { leaseMs: 100 }), 'held');
    assert.equal(await lease(jobs, START + 194), undefined);
    assert.deepEqual((await jobs.list(10))[0]?.progress, { done: 3, of: 9 });
    assert.equal((await lease(jobs, START + 195))?.attempts, 2);
  });

  test('gives back what was interrupted as if it had not been begun', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START);
    await jobs.release(await leased(jobs, START), START + 5);
    assert.equal((await leased(jobs, START + 5)).attempts, 1);
  });

  test('brings what is open forward, once, and nothing back', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START + 50);
    await add(jobs, 'b', START - 50);
    const held = await leased(jobs, START);
    await jobs.bringForward(START + 5, KINDS);
    assert.deepEqual(
      (await jobs.list(10)).map(({ key, runAt }) => [key, runAt]),
      [
        ['a', START + 5],
        ['b', START + 5],
      ],
    );
    await add(jobs, 'b', START + 90);
    await jobs.complete(held, START);
    assert.deepEqual([await keyOfNext(jobs, START + 5), await keyOfNext(jobs, START + 5)], ['a', undefined]);
  });

  test('keeps one open job of a kind and key, brought forward by who asks again', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START + 50, 1);
    await add(jobs, 'a', START + 20, 3);
    await add(jobs, 'a', START + 90, 2);
    await jobs.enqueue({ ...job('a', START + 90, 2), kind: 'other' }, START);
    const [one, ...others] = await jobs.list(10);
    assert.deepEqual([one?.runAt, one?.priority, others.length], [START + 20, 3, 1]);
  });

  test('runs again what was asked for while it ran', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START);
    const held = await leased(jobs, START);
    await add(jobs, 'a', START + 5);
    await jobs.complete(held, START);
    const again = await leased(jobs, START + 5);
    assert.deepEqual([again.key, again.attempts], ['a', 1]);
    await jobs.complete(again, START + 5);
    assert.deepEqual(await jobs.list(10), []);
    assert.equal(await jobs.nextAt(START, KINDS), undefined);
  });

  test('tries again a job that failed, or keeps it dead, and dead ones do not stand in the way', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START);
    await jobs.fail(await leased(jobs, START), START, { error: 'no network', retryAt: START + 60 });
    assert.equal(await jobs.nextAt(START, KINDS), START + 60);
    const second = await leased(jobs, START + 60);
    assert.deepEqual([second.attempts, second.error], [2, 'no network']);
    await jobs.fail(second, START + 60, { error: 'still none' });
    assert.equal(await jobs.nextAt(START, KINDS), undefined);
    await add(jobs, 'a', START);
    assert.deepEqual(await keysOf(jobs), [
      ['a', 'dead'],
      ['a', 'ready'],
    ]);
  });

  test('brings a dead job back by hand, into an open one of its key where there is one', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START);
    const dead = await leased(jobs, START);
    await jobs.fail(dead, START, { error: 'no' });
    assert.equal(await jobs.retry(dead.id, START + 9), true);
    const again = await leased(jobs, START + 9);
    assert.deepEqual([again.id, again.attempts], [dead.id, 1]);
    assert.equal(await jobs.retry(again.id, START), false, 'it is under way');
    await jobs.fail(again, START, { error: 'no' });
    await add(jobs, 'a', START + HOUR);
    assert.equal(await jobs.retry(dead.id, START + 20), true);
    assert.deepEqual(
      (await jobs.list(10)).map(({ key, state, runAt }) => [key, state, runAt]),
      [['a', 'ready', START + 20]],
    );
    assert.equal(await jobs.retry(99, START), false);
  });

  test('takes out what waits, and has what is under way stop', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START);
    await add(jobs, 'b', START + 1);
    const held = await leased(jobs, START);
    assert.equal(await jobs.cancel(2), 'removed');
    assert.equal(await jobs.cancel(held.id), 'asked');
    assert.equal(await jobs.cancel(99), undefined);
    assert.equal((await jobs.list(10))[0]?.isCancelled, true);
    assert.equal(await jobs.renew(held, START, { leaseMs: 100 }), 'cancelled');
    await jobs.fail(held, START, { error: 'stopped', retryAt: START });
    assert.deepEqual(await jobs.list(10), []);
    await add(jobs, 'c', START);
    await jobs.cancel((await leased(jobs, START)).id);
    assert.equal(await lease(jobs, START + 100), undefined, 'its worker is gone, and it with it');
    assert.deepEqual(await jobs.list(10), []);
  });

  test('goes on at once with what a former process held, which lost it', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'a', START);
    const former = await leased(jobs, START);
    await jobs.takeOver(START + 5);
    assert.equal((await leased(jobs, START + 5)).attempts, 2);
    assert.equal(await jobs.complete(former, START + 6), false);
  });

  test('loses no job for hours when the clock goes back', async (t) => {
    const { jobs } = await open(t);
    await add(jobs, 'soon', START + 50);
    await add(jobs, 'held', START);
    await leased(jobs, START);
    const back = START - 5 * HOUR;
    assert.equal(await jobs.nextAt(back, KINDS), back + 50);
    assert.equal(await keyOfNext(jobs, back + 49), undefined);
    assert.equal(await keyOfNext(jobs, back + 50), 'soon');
    assert.equal(await keyOfNext(jobs, back + 100), 'held', 'its lease ended');
  });
}
