import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openDatabase } from '../../../../src/platform/sqlite/sqlite.ts';
import { copyDatabaseFile } from '../../../../src/store/sqlite/database-file.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('a copy keeps no words of rows that are deleted there', (context) => {
  const folder = temporaryFolder(context);
  const [path, copy] = [join(folder, 'a.db'), join(folder, 'copy.db')];
  const db = openDatabase(path);
  db.exec(`CREATE VIRTUAL TABLE words USING fts5 (text);
    INSERT INTO words (words, rank) VALUES ('secure-delete', 1);`);
  for (let n = 0; n < 2_000; n += 1) db.run('INSERT INTO words (text) VALUES (?)', `mark${n}x of many${n}z others`);
  db.close();
  copyDatabaseFile(path, copy);
  const copied = openDatabase(copy);
  copied.exec('DELETE FROM words');
  copied.checkpoint();
  copied.close();
  assert.doesNotMatch(readFileSync(copy, 'latin1'), /mark\d+x|many\d+z/);
});
