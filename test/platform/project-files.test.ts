import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openProjectFiles, type ProjectFiles } from '../../src/platform/project-files.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LIMITS = { paths: 20, files: 5, bytes: 10_000 };

function project(t: TestContext, limits = LIMITS) {
  const outside = realpathSync(temporaryFolder(t));
  const root = join(outside, 'shop');
  mkdirSync(join(root, 'src'), { recursive: true });
  writeFileSync(join(root, 'src', 'a.ts'), 'export const a = 1;\n');
  writeFileSync(join(outside, 'secret.ts'), 'secret\n');
  const files = openProjectFiles(root, limits) as ProjectFiles;
  return { root, outside, files };
}

test('files and folders are found by a path relative to the root, or absolute below it', (t) => {
  const { root, files } = project(t);
  assert.equal(files.find('src/a.ts')?.kind, 'file');
  assert.equal(files.find(join(root, 'src', 'a.ts'))?.kind, 'file');
  assert.equal(files.find('src/')?.kind, 'folder');
  assert.deepEqual(files.find('src/b.ts'), { kind: 'none' });
  assert.deepEqual(files.find('lib/deep/b.ts'), { kind: 'none' });
  assert.deepEqual(files.find('src/a.ts/b.ts'), { kind: 'none' });
  assert.equal(files.text('./src/../src/a.ts'), 'export const a = 1;\n');
});

test('what lies outside is unknown, by whatever way it is reached', (t) => {
  const { root, outside, files } = project(t);
  symlinkSync(join(outside, 'secret.ts'), join(root, 'link.ts'));
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(root, 'src'), join(root, 'in'));
  for (const path of [
    '../secret.ts',
    join(outside, 'secret.ts'),
    'link.ts',
    'out/secret.ts',
    'out/none.ts',
    '',
    'a\0b',
  ]) {
    assert.deepEqual([files.find(path), files.text(path)], [undefined, undefined], path);
  }
  assert.equal(files.text('in/a.ts'), 'export const a = 1;\n');
});

test('a FIFO and a file beyond the limits are not read, and do not block', (t) => {
  const { root, files } = project(t);
  execFileSync('mkfifo', [join(root, 'pipe.ts')]);
  assert.deepEqual([files.find('pipe.ts'), files.text('pipe.ts')], [undefined, undefined]);
  writeFileSync(join(root, 'long.ts'), 'x'.repeat(LIMITS.bytes + 1));
  assert.equal(files.text('long.ts'), undefined);
  assert.equal(files.used().files, 0);
});

test('no more is looked at and read than the limits allow, and each file once', (t) => {
  const { files } = project(t, { paths: 2, files: 1, bytes: 10_000 });
  assert.equal(files.text('src/a.ts'), files.text('src/a.ts'));
  assert.deepEqual([files.used().files, files.used().bytes], [1, 20]);
  assert.deepEqual(files.find('src/b.ts'), { kind: 'none' });
  assert.deepEqual(files.find('src/c.ts'), { kind: 'none' });
  assert.equal(files.find('src/d.ts'), undefined);
});

test('a root that is not there, or is a file, has no files', (t) => {
  const { outside } = project(t);
  assert.equal(openProjectFiles(join(outside, 'none'), LIMITS), undefined);
  assert.equal(openProjectFiles(join(outside, 'secret.ts'), LIMITS), undefined);
});
