// A forgetting erases rows, then goes through the files of the home. What ends it in between is made good later.
import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { suite, type TestContext, test } from 'node:test';
import type { ForgetReport } from '../../../src/api/answers.ts';
import { type Backups, createBackups } from '../../../src/backup/backups.ts';
import { openBackup } from '../../../src/backup/open-backup.ts';
import { homePaths } from '../../../src/config/paths.ts';
import { beginErasing, isErasing } from '../../../src/memory/forget/finish-erasing.ts';
import { type FreshHome, openFresh } from '../../support/fresh-home.ts';
import { until } from '../../support/until.ts';

const WORDS = 'The walrus contract ends in May.';
const PERSON = { surface: 'cli', person: true } as const;

type Opened = ReturnType<typeof openFresh>;

function backupsOf({ home }: FreshHome): Backups {
  const paths = homePaths(home);
  return createBackups({ dbPath: paths.db, folder: paths.backups, now: Date.now });
}

/** A memory with what is to be forgotten, and a backup that holds it. */
async function open(context: TestContext): Promise<{ opened: Opened; id: string }> {
  const opened = openFresh(context, { caller: PERSON, ignorable: /a backup failed|cannot be looked into/ });
  const { id } = await opened.memory.remember({ text: WORDS });
  await opened.memory.remember({ text: 'The egret goes on.' });
  await opened.memory.settled();
  await backupsOf(opened.at).create('asked');
  assert.equal(await inBackups(opened.at), 1);
  return { opened, id };
}

/** In how many backups the words stand. */
async function inBackups(at: FreshHome): Promise<number> {
  let count = 0;
  for (const { path } of backupsOf(at).list()) {
    const backup = await openBackup(path, at.home);
    if (readFileSync(backup.database).includes('walrus')) count += 1;
    backup.close();
  }
  return count;
}

/** Forgets while a file stands where the folder of backups was; gives what puts the folder back. */
async function failToForget({ memory, at }: Opened, id: string): Promise<() => void> {
  const folder = homePaths(at.home).backups;
  renameSync(folder, `${folder}-aside`);
  writeFileSync(folder, '');
  const report = (await memory.forget({ ids: [id], now: true })) as ForgetReport;
  assert.deepEqual([report.state, report.notes.map(({ code }) => code)], ['pending', ['unfinished']]);
  assert.deepEqual((await memory.get(id)).missing, [id]);
  return () => {
    rmSync(folder);
    renameSync(`${folder}-aside`, folder);
  };
}

suite('a forgetting that failed after its rows were erased', () => {
  test('is finished by the next one, also of what is not there', async (context) => {
    const { opened, id } = await open(context);
    const putBack = await failToForget(opened, id);
    await assert.rejects(opened.memory.forget({ ids: [id], now: true }), 'as long as it cannot be, it says so');
    putBack();
    const report = (await opened.memory.forget({ ids: [id], now: true })) as ForgetReport;
    assert.deepEqual(report.missing, [id]);
    assert.equal(await inBackups(opened.at), 0);
    assert.equal(backupsOf(opened.at).list().length, 1);
    assert.equal(isErasing({ paths: homePaths(opened.at.home) }), false);
  });

  test('is finished by the next start, and so is one that was killed; a backup is made where none is left', async (context) => {
    const { opened, id } = await open(context);
    const putBack = await failToForget(opened, id);
    await opened.memory.close();
    putBack();
    const again = openFresh(context, { home: opened.at, caller: PERSON, ignorable: /a backup failed/ });
    await until(() => !isErasing({ paths: homePaths(opened.at.home) }));
    assert.equal(await inBackups(again.at), 0);
    for (const { path } of backupsOf(again.at).list()) rmSync(path);
    beginErasing({ paths: homePaths(opened.at.home) });
    await again.memory.close();
    const last = openFresh(context, { home: opened.at, caller: PERSON, ignorable: /a backup failed/ });
    await until(() => !isErasing({ paths: homePaths(opened.at.home) }));
    assert.equal(backupsOf(last.at).list().length, 1);
  });
});
