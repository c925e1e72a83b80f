import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createRandom } from '../../../bench/support/generated/varied-text.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { Disk, type Fate } from './disk.ts';
import { type FileCall, readRecord } from './read-record.ts';

/** A record as strace writes it, of calls without their time, each a second after the other. */
function calledIn(context: TestContext, lines: readonly string[]): FileCall[] {
  const file = join(temporaryFolder(context), 'record');
  const hex = (text: string): string =>
    [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
  const record = lines.map((line, n) => `7 ${n}.000000 ${line.replace(/'([^']*)'/g, (_, text) => `"${hex(text)}"`)}\n`);
  writeFileSync(file, record.join(''));
  return readRecord(file, '/h');
}

/** What a disk holds after all calls, by path. */
function heldAfter(
  context: TestContext,
  calls: readonly FileCall[],
  { fate, seed = 1 }: { fate: Fate; seed?: number },
): Record<string, string> {
  const before = temporaryFolder(context);
  writeFileSync(join(before, 'old'), 'old');
  const disk = new Disk({ root: '/h', before });
  for (const call of calls) disk.apply(call);
  const folder = join(temporaryFolder(context), 'disk');
  mkdirSync(folder);
  disk.write(folder, fate, createRandom(seed));
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    names.map(({ parentPath, name }) => [
      join(parentPath, name).slice(folder.length + 1),
      readFileSync(join(parentPath, name), 'latin1'),
    ]),
  );
}

const OPENED = "openat(AT_FDCWD</>, '/h/a', O_RDWR|O_CREAT, 0600) = 3</h/a>";

test('a name is there once its folder was synced, and bytes once the file was', (context) => {
  const write = "pwrite64(3</h/a>, 'hello', 5, 0) = 5";
  const held = (...lines: string[]) =>
    heldAfter(context, calledIn(context, [OPENED, write, ...lines]), { fate: 'dropped' });
  assert.deepEqual(held(), { old: 'old' });
  assert.deepEqual(held('fsync(3</h/a>) = 0'), { old: 'old' });
  assert.deepEqual(held('fsync(4</h>) = 0'), { old: 'old', a: '' });
  assert.deepEqual(held('fdatasync(3</h/a>) = 0', 'fsync(4</h>) = 0'), { old: 'old', a: 'hello' });
  assert.deepEqual(held('fdatasync(3</h/a>) = -1 EIO (Input/output error) (INJECTED)', 'fsync(4</h>) = 0'), {
    old: 'old',
    a: '',
  });
});

test('a file that takes the place of another is there wholly or not at all', (context) => {
  const calls = calledIn(context, [
    OPENED,
    "write(3</h/a>, 'ne', 2) = 2",
    "write(3</h/a>, 'wer', 3) = 1",
    'fsync(3</h/a>) = 0',
    "rename('/h/a', '/h/old') = 0",
  ]);
  assert.deepEqual(heldAfter(context, calls, { fate: 'dropped' }), { old: 'old' });
  assert.deepEqual(heldAfter(context, calls, { fate: 'kept' }), { old: 'new' });
});

test('a write that was not synced is torn at sectors, and what is not there yet reads as zeros', (context) => {
  const text = 'x'.repeat(2_048);
  const calls = calledIn(context, [OPENED, 'fsync(4</h>) = 0', `pwrite64(3</h/a>, '${text}', 2048, 512) = 2048`]);
  const seen = new Set<string>();
  for (let seed = 1; seed <= 200; seed += 1) {
    const { a = '' } = heldAfter(context, calls, { fate: 'torn', seed });
    const sectors = a.match(/[\0x]{1,512}/g) ?? [];
    assert.ok(sectors.every((sector) => /^(?:x{512}|\0{512})$/.test(sector)));
    seen.add(sectors.map((sector) => sector[0]).join(''));
  }
  assert.ok(seen.size > 10, `${seen.size} ways`);
});

test('a sync that was interrupted counts from its end, for what was written before it began', (context) => {
  const calls = calledIn(context, [
    OPENED,
    'fsync(4</h>) = 0',
    "pwrite64(3</h/a>, 'one', 3, 0) = 3",
    'fsync(3</h/a> <unfinished ...>',
    "pwrite64(3</h/a>, 'two', 3, 3) = 3",
    '<... fsync resumed>) = 0',
  ]);
  assert.deepEqual(heldAfter(context, calls.slice(0, -1), { fate: 'dropped' }), { old: 'old', a: '' });
});
