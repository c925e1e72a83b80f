import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
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
