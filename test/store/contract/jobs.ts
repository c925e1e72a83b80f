import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Jobs } from '../../../src/store/contract.ts';
import { START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const job = (key: string, runAt: number, priority = 0) => ({
  kind: 'embed',
  key,
  payload: { key },
  priority,
  runAt,
});

const keyOfNext = async (jobs: Jobs, now: number) => (await jobs.lease(now, 1_000))?.key;

/** The suite of the queue. */
export function jobsContract(open: OpenStore): void {
  test('leases what is due, the most urgent first, and nothing before its time', async (t) => {
    const { jobs } = open(t);
    await jobs.enqueue(job('later', START + 10, 9));
    await jobs.enqueue(job('second', START - 2, 1));
    await jobs.enqueue(job('third', START, 1));
    await jobs.enqueue(job('first', START, 5));
    assert.equal(await jobs.nextAt(), START - 2);
    const order = [await keyOfNext(jobs, START), await keyOfNext(jobs, START), await keyOfNext(jobs, START)];
    assert.deepEqual(order, ['first', 'second', 'third']);
    assert.equal(await keyOfNext(jobs, START), undefined);
    assert.equal(await jobs.nextAt(), START + 10);
    assert.equal(await keyOfNext(jobs, START + 10), 'later');
  });

  test('gives a job once, until its lease ends', async (t) => {
    const { jobs } = open(t);
    await jobs.enqueue(job('a', START));
    const first = await jobs.lease(START, 100);
    assert.deepEqual([first?.attempts, first?.state, first?.payload], [1, 'leased', { key: 'a' }]);
    assert.equal(await jobs.lease(START + 99, 100), undefined);
    assert.equal((await jobs.lease(START + 100, 100))?.attempts, 2);
  });

  test('brings all that is open forward, once, and nothing back', async (t) => {
    const { jobs } = open(t);
    await jobs.enqueue(job('a', START + 50));
    await jobs.enqueue(job('b', START - 50));
    const leased = await jobs.lease(START, 100);
    await jobs.bringForward(START + 5);
    assert.deepEqual(
      (await jobs.list(10)).map(({ key, runAt }) => [key, runAt]),
      [
        ['a', START + 5],
        ['b', START + 5],
      ],
    );
    await jobs.enqueue(job('b', START + 90));
    await jobs.complete(leased?.id ?? 0);
    assert.deepEqual([await keyOfNext(jobs, START + 5), await keyOfNext(jobs, START + 5)], ['a', undefined]);
  });

  test('keeps one open job of a kind and key, brought forward by who asks again', async (t) => {
    const { jobs } = open(t);
    await jobs.enqueue(job('a', START + 50, 1));
    await jobs.enqueue(job('a', START + 20, 3));
    await jobs.enqueue(job('a', START + 90, 2));
    await jobs.enqueue({ ...job('a', START + 90, 2), kind: 'other' });
    const [one, ...others] = await jobs.list(10);
    assert.deepEqual([one?.runAt, one?.priority, others.length], [START + 20, 3, 1]);
  });

  test('runs again what was asked for while it ran', async (t) => {
    const { jobs } = open(t);
    await jobs.enqueue(job('a', START));
    const leased = await jobs.lease(START, 100);
    await jobs.enqueue(job('a', START + 5));
    await jobs.complete(leased?.id ?? 0);
    const again = await jobs.lease(START + 5, 100);
    assert.deepEqual([again?.key, again?.attempts], ['a', 1]);
    await jobs.complete(again?.id ?? 0);
    assert.deepEqual(await jobs.list(10), []);
    assert.equal(await jobs.nextAt(), undefined);
  });

  test('tries again a job that failed, or keeps it dead, and dead ones do not stand in the way', async (t) => {
    const { jobs } = open(t);
    await jobs.enqueue(job('a', START));
    const first = await jobs.lease(START, 100);
    await jobs.fail(first?.id ?? 0, 'no network', START + 60);
    assert.equal(await jobs.nextAt(), START + 60);
    const second = await jobs.lease(START + 60, 100);
    assert.deepEqual([second?.attempts, second?.error], [2, 'no network']);
    await jobs.fail(second?.id ?? 0, 'still none');
    assert.equal(await jobs.nextAt(), undefined);
    await jobs.enqueue(job('a', START));
    assert.deepEqual(
      (await jobs.list(10)).map(({ state }) => state),
      ['dead', 'ready'],
    );
  });
}
