import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { diskLimits } from '../../../src/config/disk-limits.ts';
import { homePaths } from '../../../src/config/paths.ts';
import type { HealthFinding } from '../../../src/core/model/check.ts';
import { openHomeKey } from '../../../src/platform/home-key.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { checkHome } from '../../../src/worker/health/check-home.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const LIMITS = diskLimits(undefined);

async function look(home: string): Promise<(name: string) => HealthFinding | undefined> {
  const findings = await checkHome(homePaths(home), LIMITS);
  return (name) => findings.find((finding) => finding.name === name);
}

test('a home that is not there, or is no folder, is all that is said of it', async (context) => {
  const folder = temporaryFolder(context);
  const missing = await checkHome(homePaths(join(folder, 'none')), LIMITS);
  assert.deepEqual(
    missing.map(({ name, status }) => [name, status]),
    [['home', 'warning']],
  );
  writeFileSync(join(folder, 'file'), '');
  const [finding] = await checkHome(homePaths(join(folder, 'file')), LIMITS);
  assert.equal(finding?.status, 'failed');
});

test('closes what others may read, but follows no link and leaves the program as it is', async (context) => {
  const home = temporaryFolder(context);
  const elsewhere = temporaryFolder(context);
  chmodSync(home, 0o755);
  writeFileSync(join(home, 'key'), 'k', { mode: 0o644 });
  mkdirSync(join(home, 'journal'), { mode: 0o755 });
  writeFileSync(join(home, 'journal', 'a.jsonl'), '', { mode: 0o666 });
  mkdirSync(join(home, 'app'), { mode: 0o755 });
  writeFileSync(join(elsewhere, 'mine'), '', { mode: 0o644 });
  symlinkSync(join(elsewhere, 'mine'), join(home, 'link'));
  const finding = (await look(home))('home-modes');
  assert.equal(finding?.status, 'warning');
  await finding?.mend?.();
  const modeOf = (path: string): number => statSync(path).mode & 0o777;
  assert.deepEqual(
    [home, join(home, 'key'), join(home, 'journal'), join(home, 'journal', 'a.jsonl')].map(modeOf),
    [0o700, 0o600, 0o700, 0o600],
  );
  assert.deepEqual([join(home, 'app'), join(elsewhere, 'mine')].map(modeOf), [0o755, 0o644]);
  assert.equal((await look(home))('home-modes')?.status, 'ok');
});

test('a damaged key is replaced by a new one, and kept', async (context) => {
  const home = temporaryFolder(context);
  assert.equal((await look(home))('home-key')?.status, 'ok');
  writeFileSync(join(home, 'key'), 'short');
  const finding = (await look(home))('home-key');
  assert.equal(finding?.status, 'failed');
  await finding?.mend?.();
  assert.equal((await look(home))('home-key')?.status, 'ok');
  const [kept = '', ...others] = readdirSync(home).filter((name) => name.startsWith('key.'));
  assert.deepEqual([readFileSync(join(home, kept), 'utf8'), others], ['short', []]);
});

test('a damaged key is put back from the database, so that what was forgotten and taken in stays known', async (context) => {
  const home = temporaryFolder(context);
  const key = openHomeKey(join(home, 'key'));
  // A backup of a stranger may hold what is no key.
  const store = openSqliteStore({ path: homePaths(home).db, keys: [key, new Uint8Array(1)] });
  await store.close();
  writeFileSync(join(home, 'key'), 'short');
  assert.match((await (await look(home))('home-key')?.mend?.()) ?? '', /put back from the database/);
  assert.deepEqual(openHomeKey(join(home, 'key')), key);
});

test('warns of a home that another program syncs', async (context) => {
  const folder = temporaryFolder(context);
  for (const name of ['Dropbox', 'OneDrive - Work', 'Library/Mobile Documents', 'Nextcloud']) {
    const home = join(folder, name, '.cairn');
    mkdirSync(home, { recursive: true, mode: 0o700 });
    assert.equal((await look(home))('synced-folder')?.status, 'warning', name);
  }
  mkdirSync(join(folder, 'dropboxes'));
  assert.equal((await look(join(folder, 'dropboxes')))('synced-folder')?.status, 'ok');
});
