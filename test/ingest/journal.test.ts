import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  dropJournal,
  dropUnfinished,
  type JournalEntry,
  journalFiles,
  readJournal,
  writeJournal,
} from '../../src/ingest/journal.ts';
import { takeIgnored } from '../../src/platform/ignored.ts';

const root = mkdtempSync(join(tmpdir(), 'cairn-journal-'));
after(() => rmSync(root, { recursive: true, force: true }));

function entry(at: number, delivery: string): JournalEntry {
  const base = { version: 1 as const, agent: 'claude-code', event: 'Stop', events: [], reconcile: 'now' as const };
  return { ...base, delivery, at, skipped: {} };
}

test('what was written is read back, oldest first, and for its owner alone', () => {
  const folder = join(root, 'one');
  for (const [at, name] of [
    [300, 'c'],
    [100, 'a'],
    [200, 'b'],
  ] as const) {
    writeJournal(folder, entry(at, name));
  }
  const files = journalFiles(folder);
  assert.deepEqual(
    files.map((file) => readJournal(file)?.delivery),
    ['a', 'b', 'c'],
  );
  assert.equal(statSync(files[0] ?? '').mode & 0o777, 0o600);
  for (const file of files) dropJournal(file);
  assert.deepEqual(journalFiles(folder), []);
});

test('a folder that is not there holds nothing', () => {
  assert.deepEqual(journalFiles(join(root, 'none')), []);
});

test('a damaged file is set aside, counted and not lost', () => {
  const folder = join(root, 'two');
  writeJournal(folder, entry(1, 'x'));
  const [file = ''] = journalFiles(folder);
  writeFileSync(file, '{"version":1,"deliv');
  assert.equal(readJournal(file), undefined);
  assert.deepEqual(journalFiles(folder), []);
  assert.equal(readdirSync(folder).filter((name) => name.endsWith('.damaged')).length, 1);
  assert.deepEqual(takeIgnored(), { 'journal file is damaged': 1 });
});

test('a delivery id cannot lead out of the folder', () => {
  const folder = join(root, 'three');
  writeJournal(folder, entry(1, '../../evil'));
  assert.equal(journalFiles(folder).length, 1);
});

test('what a hook was ended in the middle of goes once no hook can still be writing it', () => {
  const folder = join(root, 'four');
  writeJournal(folder, entry(1, 'x'));
  for (const [name, seconds] of [
    ['.old.jsonl.7.tmp', 1],
    ['.new.jsonl.8.tmp', 100],
  ] as const) {
    writeFileSync(join(folder, name), '{"version":1,"deliv');
    utimesSync(join(folder, name), seconds, seconds);
  }
  dropUnfinished(folder, 50_000);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.endsWith('.tmp')),
    ['.new.jsonl.8.tmp'],
  );
  assert.equal(journalFiles(folder).length, 1);
});
