// What `npm publish` would send: these files and no others, of bounded size, made from the sources alone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { bundleSingle } from '../../scripts/build/bundle.ts';
import { ENTRIES } from '../../scripts/build/entries.ts';
import { compileKernels, KERNELS } from '../../scripts/build/kernels.ts';
import { packOf, toPackedNames } from '../../scripts/docs/packed-files.ts';
import { sha256Hex } from '../../src/core/hash.ts';
import { lazy } from '../../src/core/lazy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MB = 1_000_000;
const MOST_PACKED = 2.5 * MB;
const MOST_UNPACKED = 8 * MB;
const MODEL_SHA256 = /`minilm\.cairn` has SHA-256 `([0-9a-f]{64})`/;

const packed = lazy(() => packOf(ROOT));

test('npm pack sends exactly the files of the snapshot', () => {
  const names = toPackedNames(packed().files.map(({ path }) => path));
  const expected = readFileSync(join(ROOT, 'test/snapshots/packed-files.txt'), 'utf8').trim().split('\n');
  assert.deepEqual(names, expected, 'meant? npm run build, then node scripts/write-snapshots.ts');
});

test('each packed file of the program is one that the build made, with the bytes that it made', () => {
  const { files } = JSON.parse(readFileSync(join(ROOT, 'dist/build.json'), 'utf8')) as {
    files: Record<string, string>;
  };
  const parts = packed().files.flatMap(({ path }) => (path.startsWith('dist/') ? [path.slice('dist/'.length)] : []));
  for (const path of parts.filter((name) => name !== 'build.json')) {
    assert.equal(sha256Hex(readFileSync(join(ROOT, 'dist', path))), files[path], path);
  }
});

test('the package stays small', () => {
  const { size, unpackedSize } = packed();
  assert.ok(size < MOST_PACKED, `${size} bytes packed`);
  assert.ok(unpackedSize < MOST_UNPACKED, `${unpackedSize} bytes`);
});

test('nothing but commands may be run, and nothing may be written by others', () => {
  for (const { path, mode } of packed().files) assert.equal(mode & 0o022, 0, path);
});

test('the model is its weights, its licence and its description', () => {
  const { files } = packOf(join(ROOT, 'packages/model-minilm'));
  assert.deepEqual(files.map(({ path }) => path).sort(), ['LICENSE', 'README.md', 'minilm.cairn', 'package.json']);
});

test('the weights are the ones that the model’s README names by their hash', () => {
  const [, stated] = MODEL_SHA256.exec(readFileSync(join(ROOT, 'packages/model-minilm/README.md'), 'utf8')) ?? [];
  assert.equal(sha256Hex(readFileSync(join(ROOT, 'packages/model-minilm/minilm.cairn'))), stated);
});

test('the kernels compile to the same bytes again', async (context) => {
  const outputFolder = temporaryFolder(context);
  await compileKernels(KERNELS, { root: ROOT, outputFolder });
  for (const { output } of KERNELS) {
    assert.deepEqual(readFileSync(join(outputFolder, output)), readFileSync(join(ROOT, 'dist', output)), output);
  }
});

test('the program that hooks start bundles to the same bytes again', async (context) => {
  const outputFolder = temporaryFolder(context);
  for (const entry of ENTRIES.filter(({ output }) => output.endsWith('.cjs'))) {
    await bundleSingle(entry, { root: ROOT.replace(/[\\/]$/, ''), outputFolder });
    const again = readFileSync(join(outputFolder, entry.output));
    assert.ok(again.equals(readFileSync(join(ROOT, 'dist', entry.output))), entry.output);
  }
});
