import assert from 'node:assert/strict';
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { backupName } from '../../src/backup/backup-files.ts';
import { DAY_MS } from '../../src/core/text/calendar.ts';
import { BACKUP } from '../../src/jobs/daily-backup.ts';
import { openFresh } from '../support/fresh-home.ts';

test('a backup is made by itself once a day, when something was added since the last', async (context) => {
  const { memory, runner, store, at } = openFresh(context, { env: { CAIRN_BACKUP_DAILY: 'true' } });
  const folder = join(at.home, 'backups');
  const made = (): string[] => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.zst')) : []);
  await runner.drain([BACKUP]);
  assert.deepEqual(made(), [], 'an empty memory needs none');
  await memory.remember('Walrus releases go out on Fridays.');
  await runner.drain([BACKUP]);
  assert.equal(made().length, 1);
  assert.match(made()[0] ?? '', /-daily\.db\.zst$/);
  await memory.remember('Narwhal builds run at night.');
  await runner.drain([BACKUP]);
  assert.equal(made().length, 1, 'not twice a day');
  const jobs = await store.jobs.list(9);
  assert.deepEqual(
    jobs.map(({ kind, key }) => [kind, key]),
    [['backup', 'daily']],
  );
});

test('after a restore the day of the next backup counts from then, and goes by what backups hold', async (context) => {
  const { memory, runner, at } = openFresh(context, { env: { CAIRN_BACKUP_DAILY: 'true' } });
  const folder = join(at.home, 'backups');
  const daily = (): string[] => readdirSync(folder).filter((name) => name.endsWith('-daily.db.zst'));
  await memory.remember('Walrus releases go out on Fridays.');
  const { path } = await memory.backup();
  const replaced = join(folder, backupName(Date.now(), 'replaced'));
  renameSync(path, replaced);
  renameSync(`${path}.json`, `${replaced}.json`);
  await runner.drain([BACKUP]);
  assert.deepEqual(daily(), [], 'a day after the restore');
  renameSync(replaced, join(folder, backupName(Date.now() - DAY_MS, 'replaced')));
  renameSync(`${replaced}.json`, join(folder, `${backupName(Date.now() - DAY_MS, 'replaced')}.json`));
  await runner.drain([BACKUP]);
  assert.equal(daily().length, 1, 'what was replaced is no backup of what is there');
});

test('what was replaced while a clock was ahead holds no daily backup up', async (context) => {
  const { memory, runner, at } = openFresh(context, { env: { CAIRN_BACKUP_DAILY: 'true' } });
  const folder = join(at.home, 'backups');
  await memory.remember('Walrus releases go out on Fridays.');
  const { path } = await memory.backup();
  renameSync(path, join(folder, backupName(Date.now() + 400 * DAY_MS, 'replaced')));
  await runner.drain([BACKUP]);
  assert.equal(readdirSync(folder).filter((name) => name.endsWith('-daily.db.zst')).length, 1);
});
