import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { searchFile } from '../../src/platform/search-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a file that is swapped while it is opened is not taken for the one that is at its path since', async (context) => {
  const folder = temporaryFolder(context);
  const [path, other] = [join(folder, 'home.db'), join(folder, 'other.db')];
  fs.writeFileSync(path, 'first');
  fs.writeFileSync(other, 'second');
  const search = async () => [
    ...(await searchFile(path, [Buffer.from('first'), Buffer.from('second')], { keepOpen: true })).found,
  ];

  const { openSync } = fs;
  context.after(() => {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  });
  // Another process replaces the file between the moment it is opened and the next look at its path.
  fs.openSync = (...args) => {
    const file = openSync(...args);
    if (args[0] === path) fs.renameSync(other, path);
    return file;
  };
  syncBuiltinESMExports();
  assert.deepEqual(await search(), [0]);
  fs.openSync = openSync;
  syncBuiltinESMExports();

  assert.deepEqual(await search(), [1]);
});
