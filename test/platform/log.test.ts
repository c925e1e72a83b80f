import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ignoredCounts, takeIgnored } from '../../src/platform/ignored.ts';
import { LOG_LIMITS, openLog } from '../../src/platform/log.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5, 6);

test('an entry is one line with time, level and process, and less than the level is left out', (t) => {
  const path = join(temporaryFolder(t), 'log');
  const log = openLog(path, { level: 'info', now: () => at, process: 'worker' });
  log.info('took the lock\nof the home');
  log.debug('not told');
  assert.equal(
    readFileSync(path, 'utf8'),
    `2026-01-02T03:04:05.006Z info worker[${process.pid}] took the lock of the home\n`,
  );
  assert.equal(statSync(path).mode & 0o777, 0o600);
  openLog(`${path}-off`, { level: 'off', now: () => at, process: 'worker' }).error('not told');
  assert.equal(existsSync(`${path}-off`), false);
});

test('the log never grows beyond its files', (t) => {
  const path = join(temporaryFolder(t), 'log');
  const log = openLog(path, { level: 'debug', now: () => at, process: 'worker' });
  const entry = 'x'.repeat(LOG_LIMITS.lineChars * 2);
  const lines = (LOG_LIMITS.fileBytes / LOG_LIMITS.lineChars) * (LOG_LIMITS.kept + 2);
  for (let i = 0; i < lines; i += 1) log.debug(entry);
  for (const file of [path, `${path}.1`, `${path}.2`]) assert.ok(statSync(file).size <= LOG_LIMITS.fileBytes, file);
  assert.equal(existsSync(`${path}.3`), false);
});

test('a log that cannot be written is counted and nothing else', (t) => {
  const log = openLog(join(temporaryFolder(t), 'no', 'log'), { level: 'info', now: () => at, process: 'hook' });
  log.error('lost');
  assert.equal(ignoredCounts()['log file could not be written'], 1);
  takeIgnored();
});
