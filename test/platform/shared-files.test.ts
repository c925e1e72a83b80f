import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { ensureSharedFolder, writeShared } from '../../src/platform/shared-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { NOBODY, testWithTwoUsers } from '../support/two-users.ts';

/** Rights of a folder that others share, and those of what is made in it: of a file, of a folder. */
const RIGHTS: readonly (readonly [folder: number, file: number, below: number])[] = [
  [0o700, 0o600, 0o700],
  [0o750, 0o640, 0o750],
  [0o755, 0o644, 0o755],
  [0o770, 0o640, 0o750],
  [0o1777, 0o644, 0o755],
];

/** Makes a folder, and in it a file and a folder with a file. */
function make(context: TestContext, mode: number): Record<'folder' | 'file' | 'below' | 'deep', string> {
  const root = temporaryFolder(context);
  chmodSync(root, 0o755);
  const folder = join(root, 'team');
  mkdirSync(folder);
  chmodSync(folder, mode);
  const paths = {
    folder,
    file: join(folder, 'file'),
    below: join(folder, 'below'),
    deep: join(folder, 'below', 'deep'),
  };
  return paths;
}

function fill({ file, below, deep }: ReturnType<typeof make>): void {
  writeShared(file, 'words');
  ensureSharedFolder(below);
  writeShared(deep, 'words');
}

test('who may read a shared folder may read what is made in it, and nobody else writes it', (context) => {
  for (const [mode, file, below] of RIGHTS) {
    const paths = make(context, mode);
    fill(paths);
    const rightsOf = (path: string): number => statSync(path).mode & 0o777;
    assert.deepEqual(
      [paths.file, paths.below, paths.deep].map((path) => rightsOf(path).toString(8)),
      [file, below, file].map((one) => one.toString(8)),
      mode.toString(8),
    );
  }
});

testWithTwoUsers(
  'a colleague of the folder’s group reads what was made in it, a stranger does not',
  async (context) => {
    const group = 54_321;
    const paths = make(context, 0o770);
    chownSync(paths.folder, 0, group);
    chmodSync(paths.folder, 0o2770);
    fill(paths);
    const read = (gid: number): number | null =>
      spawnSync('cat', [paths.file, paths.deep], { uid: NOBODY, gid, cwd: '/', env: process.env }).status;
    assert.equal(read(group), 0);
    assert.notEqual(read(NOBODY), 0);
  },
);
