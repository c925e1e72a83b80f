import assert from 'node:assert/strict';
import { statSync, truncateSync } from 'node:fs';
import { test } from 'node:test';
import { markerWord } from '../../bench/support/generated/marker-words.ts';
import { variedText } from '../../bench/support/generated/varied-text.ts';
import { homePaths } from '../../src/config/paths.ts';
import { openDatabase } from '../../src/platform/sqlite/sqlite.ts';
import { runWorker } from '../support/run-worker.ts';
import { sized } from '../support/suite-size.ts';
import { lookAtHome } from './power/look-at-home.ts';

const EVENTS = sized({ small: 40, default: 300, full: 10_000 });
const CHARS = 20_000;
/** From here on doctor says so. */
const SAID_BYTES = 128 * 1024 * 1024 + 1;
/** What is left of the write-ahead log once nobody reads. */
const LEFT_BYTES = 64 * 1024 * 1024;

test('a reader that never ends: what comes meanwhile is kept, doctor says so, and afterwards the log is small again', async (context) => {
  const worker = await runWorker(context);
  const { db } = homePaths(worker.at.home);
  const memory = worker.memory();
  const told: string[] = [];
  const record = async (count: number): Promise<void> => {
    for (let number = 0; number < count; number += 1) {
      const mark = markerWord(told.length, 0);
      const text = `${mark} ${variedText(told.length, CHARS)}`;
      await memory.record([{ kind: 'prompt', sessionId: 's1', number: mark, text }]);
      told.push(mark);
    }
  };
  await record(1);
  const reader = openDatabase(db, { readonly: true });
  reader.exec('BEGIN');
  reader.get('SELECT count(*) FROM events');
  await record(EVENTS);
  await memory.settled();
  const { size } = statSync(`${db}-wal`);
  // What no reader keeps a worker from emptying is a few megabytes; in a small run a hole stands for the rest.
  if (size < SAID_BYTES) truncateSync(`${db}-wal`, SAID_BYTES);
  const { checks } = await memory.doctor();
  const said = checks.find(({ name }) => name === 'write-ahead-log');
  assert.match(`${said?.status} ${said?.message} ${said?.fix}`, /^warning .* another program reads .*fuser/);
  reader.exec('COMMIT');
  reader.close();
  await record(3);
  await worker.end('SIGTERM');
  assert.ok((statSync(`${db}-wal`, { throwIfNoEntry: false })?.size ?? 0) <= LEFT_BYTES);
  assert.deepEqual(await lookAtHome(context, worker.at.userHome, { once: told, gone: [] }), []);
});
