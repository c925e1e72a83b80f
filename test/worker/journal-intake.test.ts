import assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CairnError } from '../../src/core/errors.ts';
import { type JournalEntry, writeJournal } from '../../src/ingest/journal.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';
import { openLog } from '../../src/platform/log.ts';
import { watchJournal } from '../../src/worker/journal-intake.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { until } from '../support/until.ts';

function entry(delivery: string, at = 1): JournalEntry {
  const base = {
    version: 1,
    agent: 'claude-code',
    event: 'Stop',
    events: [],
    reconcile: 'never',
    skipped: {},
  } as const;
  return { ...base, events: [], delivery, at };
}

function intake(t: TestContext, take: (delivery: string) => void | Promise<void>) {
  const folder = join(temporaryFolder(t), 'journal');
  const taken: string[] = [];
  const journal = watchJournal({
    folder,
    log: openLog(`${folder}.log`, { level: 'info', now: () => 0, process: 'worker' }),
    async take({ delivery }) {
      await take(delivery);
      taken.push(delivery);
    },
    setAside: (path) => renameSync(path, `${path}.damaged`),
  });
  t.after(() => journal.stop());
  return { folder, taken, journal };
}

test('what is there is taken in by time, and the files are gone', async (t) => {
  const { folder, taken, journal } = intake(t, () => undefined);
  writeJournal(folder, entry('second', 20));
  writeJournal(folder, entry('first', 3));
  writeJournal(folder, entry('third', 100));
  await journal.takeIn();
  assert.deepEqual(taken, ['first', 'second', 'third']);
  assert.deepEqual(readdirSync(folder), []);
});

test('an entry that a hook leaves later is noticed', async (t) => {
  const { folder, taken } = intake(t, () => undefined);
  writeJournal(folder, entry('late'));
  await until(() => taken.length === 1 && readdirSync(folder).length === 0);
  assert.deepEqual(taken, ['late']);
});

test('with a full disk the entries wait, in order', async (t) => {
  let full = true;
  const { folder, taken, journal } = intake(t, () => {
    if (full) throw new CairnError('low_disk', 'the disk is full');
  });
  writeJournal(folder, entry('a', 1));
  writeJournal(folder, entry('b', 2));
  await journal.takeIn();
  assert.deepEqual(taken, []);
  assert.equal(readdirSync(folder).length, 2);
  full = false;
  await journal.takeIn();
  assert.deepEqual(taken, ['a', 'b']);
});

test('an entry that can never be taken in is set aside and holds nothing up', async (t) => {
  const { folder, taken, journal } = intake(t, (delivery) => {
    if (delivery === 'bad') throw new CairnError('internal', 'cannot be');
  });
  writeJournal(folder, entry('bad', 1));
  writeJournal(folder, entry('good', 2));
  writeFileSync(join(folder, '000-half.jsonl'), '{"version":1,');
  await journal.takeIn();
  assert.deepEqual(taken, ['good']);
  assert.deepEqual(
    readdirSync(folder).map((name) => name.replace(/^.*(?=bad|half)/, '')),
    ['half.jsonl.damaged', 'bad.jsonl.damaged'],
  );
  takeIgnored();
});

test('half-written files of a hook are left alone', async (t) => {
  const { folder, taken, journal } = intake(t, () => undefined);
  writeFileSync(join(folder, '.1-2-x.jsonl.77.tmp'), '{');
  await journal.takeIn();
  assert.deepEqual(taken, []);
  assert.equal(existsSync(join(folder, '.1-2-x.jsonl.77.tmp')), true);
});

test('stopping ends with the entry under way', async (t) => {
  const gate = Promise.withResolvers<void>();
  const { folder, taken, journal } = intake(t, () => gate.promise);
  writeJournal(folder, entry('a', 1));
  writeJournal(folder, entry('b', 2));
  void journal.takeIn();
  const stopped = journal.stop();
  gate.resolve();
  await stopped;
  assert.deepEqual(taken, ['a']);
  assert.equal(readdirSync(folder).length, 1);
});
