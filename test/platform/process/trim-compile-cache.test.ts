import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { namesIn } from '../../../src/platform/files.ts';
import { trimCompileCache } from '../../../src/platform/process/trim-compile-cache.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HERE = `${process.version}-x64-c6808a15-0`;
const OTHER = 'v20.1.0-x64-c6808a15-0';

function fill(cache: string, folder: string, count: number): void {
  mkdirSync(join(cache, folder), { recursive: true });
  for (let file = 0; file < count; file += 1) writeFileSync(join(cache, folder, `${file}`.padStart(8, '0')), 'code');
}

test('keeps what this version compiled, and drops what another version or another Node left', (context) => {
  const cache = temporaryFolder(context);
  fill(cache, HERE, 3);
  fill(cache, OTHER, 3);
  mkdirSync(join(cache, 'mine'));
  trimCompileCache(cache, '1.0.0');
  assert.deepEqual(namesIn(cache).toSorted(), ['mine', 'program', HERE].toSorted());
  assert.deepEqual(namesIn(join(cache, HERE)), []);
  fill(cache, HERE, 3);
  trimCompileCache(cache, '1.0.0');
  assert.equal(namesIn(join(cache, HERE)).length, 3);
  trimCompileCache(cache, '1.0.1');
  assert.equal(namesIn(join(cache, HERE)).length, 0);
});

test('is emptied when it has grown beyond a thousand files', (context) => {
  const cache = temporaryFolder(context);
  fill(cache, HERE, 1);
  trimCompileCache(cache, '1.0.0');
  fill(cache, HERE, 1_000);
  trimCompileCache(cache, '1.0.0');
  assert.equal(namesIn(join(cache, HERE)).length, 1_000);
  fill(cache, HERE, 1_001);
  trimCompileCache(cache, '1.0.0');
  assert.equal(namesIn(join(cache, HERE)).length, 0);
});

test('a home without a cache stays so', (context) => {
  const cache = temporaryFolder(context);
  trimCompileCache(cache, '1.0.0');
  assert.deepEqual(namesIn(cache), []);
});
