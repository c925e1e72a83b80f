import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { ForgetReport } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import { homePaths } from '../../../src/config/paths.ts';
import { takeHomeLock } from '../../../src/platform/sqlite/home-lock.ts';
import { runWorker } from '../../support/run-worker.ts';

async function forget(memory: Memory, words: string): Promise<void> {
  const { hits } = await memory.search(words);
  const report = (await memory.forget({ ids: hits.map((hit) => hit.id) })) as ForgetReport;
  assert.equal(report.state, 'erased');
  assert.deepEqual(report.searched.found, []);
  assert.ok(report.searched.files > 0);
}

test('a worker that searched its home for what was forgotten still holds the home', async (context) => {
  const worker = await runWorker(context);
  const memory = worker.memory();
  await memory.remember('The harbour is closed on Sundays.');
  await forget(memory, 'harbour');
  assert.equal(takeHomeLock(homePaths(worker.at.home).lock), undefined);
});

test('and its database: another program that closes it takes no write-ahead file away', async (context) => {
  const worker = await runWorker(context);
  const memory = worker.memory();
  const { db } = homePaths(worker.at.home);
  const countEvents = (): unknown => {
    const other = new DatabaseSync(db);
    const row = other.prepare('SELECT count(*) AS events FROM events').get();
    other.close();
    return row?.events;
  };
  for (const month of ['May', 'June']) {
    await memory.remember(`The harbour is closed in ${month}.`);
    await forget(memory, 'harbour');
    assert.equal(countEvents(), 0);
    assert.ok(existsSync(`${db}-wal`), month);
  }
  await memory.remember('The lighthouse is lit.');
  assert.equal(countEvents(), 1);
});
