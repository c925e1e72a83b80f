import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CairnError } from '../../../src/core/errors.ts';
import { takeIgnored } from '../../../src/platform/ignored.ts';
import { type KernelIdentity, takeHomeLock, thisKernel } from '../../../src/platform/sqlite/home-lock.ts';
import { ended } from '../../support/run-program.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MODULE = JSON.stringify(new URL('../../../src/platform/sqlite/home-lock.ts', import.meta.url).href);

function lockPath(t: TestContext): string {
  return join(temporaryFolder(t), 'worker.lock');
}

async function holdElsewhere(t: TestContext, path: string) {
  const text = `import { takeHomeLock } from ${MODULE};
    const lock = takeHomeLock(${JSON.stringify(path)});
    process.stdout.write(lock === undefined ? 'refused' : 'held');
    if (lock !== undefined) setInterval(() => lock.renew(), 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', text], { stdio: 'pipe' });
  t.after(() => child.kill('SIGKILL'));
  const end = ended(child);
  const said = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (part: Buffer) => resolve(part.toString('utf8')));
    end.then(({ stderr }) => reject(new Error(stderr)), reject);
  });
  return { child, end, said };
}

test('one takes the lock, the next is told that it is taken, and after the release it is free', (t) => {
  const path = lockPath(t);
  const lock = takeHomeLock(path);
  assert.ok(lock);
  assert.equal(takeHomeLock(path), undefined);
  lock.release();
  const again = takeHomeLock(path);
  assert.ok(again);
  again.release();
  takeIgnored();
});

test('of many processes that start at once exactly one holds the lock', async (t) => {
  const path = lockPath(t);
  const all = await Promise.all(Array.from({ length: 5 }, () => holdElsewhere(t, path)));
  assert.deepEqual(all.map(({ said }) => said).sort(), ['held', 'refused', 'refused', 'refused', 'refused']);
});

test('the lock of a process that was killed is free at once', async (t) => {
  const path = lockPath(t);
  const { child, end, said } = await holdElsewhere(t, path);
  assert.equal(said, 'held');
  assert.equal(takeHomeLock(path), undefined);
  child.kill('SIGKILL');
  await end;
  const lock = takeHomeLock(path);
  assert.ok(lock);
  lock.release();
  takeIgnored();
});

test('who holds the home stands beside the lock, readable by its owner alone, until the release', (t) => {
  const path = lockPath(t);
  const record = path.replace('.lock', '.json');
  const lock = takeHomeLock(path, { now: () => 1_000, leaseMs: 500 });
  lock?.renew({ version: '1.2.3' });
  const expected = { version: '1.2.3', pid: process.pid, ...thisKernel(), until: 1_500 };
  assert.deepEqual(JSON.parse(readFileSync(record, 'utf8')), expected);
  assert.equal(statSync(record).mode & 0o777, 0o600);
  lock?.release();
  assert.equal(existsSync(record), false);
});

test('a holder whose lock was moved away knows it, and leaves alone what the next one wrote', (t) => {
  const path = lockPath(t);
  const record = path.replace('.lock', '.json');
  const first = takeHomeLock(path);
  assert.equal(first?.isInPlace(), true);
  for (const end of ['', '-wal', '-shm']) renameSync(`${path}${end}`, `${path}${end}.moved`);
  assert.equal(first?.isInPlace(), false);
  const second = takeHomeLock(path);
  assert.equal(second?.isInPlace(), true);
  second?.renew({ version: '2' });
  const written = readFileSync(record, 'utf8');
  first?.renew({ version: '1' });
  first?.release();
  assert.equal(readFileSync(record, 'utf8'), written);
  assert.equal(takeHomeLock(path), undefined);
  second?.release();
  assert.equal(existsSync(record), false);
  takeIgnored();
});

/** As after a kill: the lock is gone, what it wrote stays. */
function leaveBehind(path: string, kernel: KernelIdentity): void {
  const record = path.replace('.lock', '.json');
  const lock = takeHomeLock(path, { kernel, now: () => 1_000, leaseMs: 500 });
  const text = readFileSync(record, 'utf8');
  lock?.release();
  writeFileSync(record, text);
}

test('a holder on another kernel is respected until its lease is over', (t) => {
  const path = lockPath(t);
  const here: KernelIdentity = { host: 'here', bootId: 'b' };
  leaveBehind(path, { host: 'there', bootId: 'a' });
  const take = (at: number) => takeHomeLock(path, { kernel: here, now: () => at });
  assert.throws(
    () => take(1_499),
    (error) => error instanceof CairnError && error.code === 'busy' && error.message.includes('there'),
  );
  const lock = take(1_500);
  assert.ok(lock);
  lock.release();
});

test('the same machine after a restart, and another container on the same kernel, take over at once', (t) => {
  for (const before of [
    { host: 'here', bootId: 'a' },
    { host: 'there', bootId: 'b' },
  ]) {
    const path = lockPath(t);
    leaveBehind(path, before);
    const lock = takeHomeLock(path, { kernel: { host: 'here', bootId: 'b' }, now: () => 1_001 });
    assert.ok(lock);
    lock.release();
  }
});
