import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { BACKUP_REASONS, type BackupFile } from '../../src/backup/backup-files.ts';
import { expiredBackups } from '../../src/backup/expired-backups.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 25, 12);

const backup = (daysAgo: number, reason: BackupFile['reason'] = 'daily', sizeBytes = 1): BackupFile => {
  const name = `cairn-${daysAgo}-${reason}`;
  return { name, path: `/${name}`, reason, at: NOW - daysAgo * DAY, sizeBytes };
};
const keptOf = (backups: BackupFile[], databaseBytes = 1_000): string[] => {
  const expired = new Set(expiredBackups(backups, { now: NOW, databaseBytes }));
  return backups.filter((one) => !expired.has(one)).map(({ name }) => name);
};

test('three days, two weeks, one upgrade and one replaced database are kept of a month of daily backups', () => {
  const month = Array.from({ length: 30 }, (_, days) => backup(days));
  const kept = keptOf([...month, backup(5, 'upgrade'), backup(9, 'upgrade'), backup(6, 'replaced')]);
  assert.equal(kept.filter((name) => name.endsWith('daily')).length, 5);
  assert.deepEqual(kept.slice(0, 3), ['cairn-0-daily', 'cairn-1-daily', 'cairn-2-daily']);
  assert.deepEqual(kept.slice(-2), ['cairn-5-upgrade', 'cairn-6-replaced']);
});

test('of several on one day the newest is kept', () => {
  assert.deepEqual(keptOf([backup(0.1, 'asked'), backup(0.2), backup(0.3)]), ['cairn-0.1-asked']);
});

test('together they take at most twice the size of the database, and the newest stays whatever its size', () => {
  const three = [backup(0, 'daily', 900), backup(1, 'daily', 900), backup(2, 'daily', 900)];
  assert.deepEqual(keptOf(three), ['cairn-0-daily', 'cairn-1-daily']);
  assert.deepEqual(keptOf([backup(0, 'daily', 9_000)]), ['cairn-0-daily']);
});

test('a salvaged database is kept for a month, whatever its size and beside what else is kept', () => {
  const all = [backup(0, 'daily', 900), backup(1, 'damaged', 9_000), backup(2, 'daily', 900), backup(31, 'damaged')];
  assert.deepEqual(keptOf(all), ['cairn-0-daily', 'cairn-1-damaged', 'cairn-2-daily']);
});

test('what a restore replaced and the backup that was restored stay for a month, whatever their size', () => {
  const weekOld = { ...backup(7, 'daily', 5), name: 'restored' };
  const replaced = { ...backup(0.1, 'replaced', 9_000), restored: 'restored' };
  const all = [backup(0, 'daily', 9), backup(6.9, 'daily', 9), weekOld, replaced, backup(31, 'replaced', 1)];
  const kept = keptOf(all, 10);
  assert.deepEqual(kept, ['cairn-0-daily', 'cairn-6.9-daily', 'restored', 'cairn-0.1-replaced']);
});

test('together they take at most twice the size of a larger database that was replaced', () => {
  const large = { ...backup(0.1, 'replaced', 300), manifest: { databaseBytes: 900 } as BackupFile['manifest'] };
  const three = [backup(0, 'daily', 10), backup(1, 'daily', 900), backup(2, 'daily', 900)];
  assert.deepEqual(keptOf([...three, large as BackupFile], 10).slice(0, 2), ['cairn-0-daily', 'cairn-1-daily']);
});

test('the newest always stays, and what is kept once is kept when asked again', () => {
  const one = fc.record({
    days: fc.integer({ min: 0, max: 2_000 }),
    reason: fc.constantFrom(...BACKUP_REASONS),
    size: fc.integer({ min: 1, max: 3_000 }),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 40 }), (given) => {
      const all = given.map(({ days, reason, size }, index) => ({
        ...backup(days / 7, reason, size),
        name: `${index}`,
        ...(index % 3 === 0 ? { restored: `${index + 1}` } : {}),
      }));
      const kept = keptOf(all);
      const newest = Math.max(...all.map(({ at }) => at));
      assert.ok(all.some(({ name, at }) => at === newest && kept.includes(name)));
      assert.deepEqual(keptOf(all.filter(({ name }) => kept.includes(name))), kept);
    }),
  );
});
