import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { sha256Hex } from '../../src/core/hash.ts';
import { changeFiles } from '../../src/setup/change-files.ts';
import { originalOf, readBackups } from '../../src/setup/setup-backup.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('changes all files or none', (context) => {
  const folder = temporaryFolder(context);
  const [one, two, three] = ['one', 'two', 'new/three'].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(one, 'a');
  writeFileSync(two, 'b');
  const files = [
    { path: one, before: Buffer.from('a'), after: Buffer.from('A') },
    { path: three, before: undefined, after: Buffer.from('C') },
    { path: two, before: Buffer.from('not what it is'), after: Buffer.from('B') },
  ];
  assert.throws(
    () => changeFiles(files, { backups: join(folder, 'backups'), action: 'setup', now: 0 }),
    /changed meanwhile/,
  );
  assert.equal(readFileSync(one, 'utf8'), 'a');
  assert.ok(!existsSync(join(folder, 'new')));
});

test('a backup leads back to the first state, but not past an uninstall', (context) => {
  const folder = temporaryFolder(context);
  const path = join(folder, 'file');
  const backups = join(folder, 'backups');
  writeFileSync(path, '0');
  const change = ([before, after]: [string, string], action: 'setup' | 'uninstall', now: number): void => {
    changeFiles([{ path, before: Buffer.from(before), after: Buffer.from(after) }], { backups, action, now });
  };
  change(['0', '1'], 'setup', 1);
  change(['1', '2'], 'setup', 2);
  const original = (): string | null | undefined => {
    return originalOf(path, readFileSync(path), readBackups(backups))?.entry.before;
  };
  assert.equal(original(), sha256Hex('0'));
  change(['2', '3'], 'uninstall', 3);
  assert.equal(original(), undefined);
  change(['3', '4'], 'setup', 4);
  assert.equal(original(), sha256Hex('3'));
  writeFileSync(path, 'changed by someone');
  assert.equal(original(), undefined);
});
