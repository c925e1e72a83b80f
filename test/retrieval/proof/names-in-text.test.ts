import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesInText } from '../../../src/retrieval/proof/names-in-text.ts';

test('files are named by path, by name, and several of one folder in braces', () => {
  const text = 'changed src/{a.ts, deep/b.tsx}, Makefile.am, ./lib/c.go:84 and README.md; see `d.py`.';
  assert.deepEqual(namesInText(text).paths, ['src/a.ts', 'src/deep/b.tsx', 'lib/c.go', 'README.md', 'd.py']);
});

test('addresses, versions, calls and words with dots are no files', () => {
  const text = 'https://example.com/x/a.ts v1.2.md5 stringutil.TruncateRunes e.g. me@host.rs:x node.js/foo c.h.d';
  assert.deepEqual(namesInText(text).paths, []);
});

test('what is said to be deleted or renamed need not be there', () => {
  assert.deepEqual(namesInText('Deleted `start.go`, `start_test.go`. Changed `root.go`.').paths, ['root.go']);
  assert.deepEqual(namesInText('removed runEntireCmd; kept runCLIWithError').symbols, ['runCLIWithError']);
});

test('symbols look like names in code', () => {
  assert.deepEqual(namesInText('The parseLine of Reader, MAX_SIZE and to_cents in src/fooBar.ts').symbols, [
    'parseLine',
    'MAX_SIZE',
    'to_cents',
  ]);
});

test('scripts are those of commands in backticks', () => {
  const { scripts } = namesInText('Run `npm run build:docs -- --fast` or `make lint`; make sure that it runs.');
  assert.deepEqual(scripts, [
    { kind: 'script', name: 'build:docs', in: 'package.json' },
    { kind: 'script', name: 'lint', in: 'Makefile' },
  ]);
});

test('a text of any length has bounded names', () => {
  const { paths } = namesInText(Array.from({ length: 500 }, (_, n) => `src/file${n}.ts`).join(' '));
  assert.equal(paths.length, 24);
});
