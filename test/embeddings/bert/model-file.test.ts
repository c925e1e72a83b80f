import assert from 'node:assert/strict';
import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { CairnError } from '../../../src/core/errors.ts';
import { sha256Hex } from '../../../src/core/hash.ts';
import { buildModelFile } from '../../../src/embeddings/bert/build-model-file.ts';
import { weightSections } from '../../../src/embeddings/bert/model-file.ts';
import { checkModelFile, readModelHeader } from '../../../src/embeddings/bert/open-model-file.ts';
import { SMALL_SHAPE, smallBert } from '../../support/models/small-bert.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const packaged = (name: string): string =>
  fileURLToPath(new URL(`../../../packages/model-minilm/${name}`, import.meta.url));

function assertRefused(work: () => unknown, what: RegExp): void {
  assert.throws(work, (error) => {
    assert.ok(error instanceof CairnError, String(error));
    assert.equal(error.code, 'embedder_failed');
    assert.match(error.message, what);
    assert.ok(error.fix);
    return true;
  });
}

suite('a model’s file', () => {
  test('is the same bytes for the same weights, and others for others', () => {
    assert.ok(buildModelFile(smallBert()).equals(buildModelFile(smallBert())));
    assert.ok(!buildModelFile(smallBert()).equals(buildModelFile(smallBert(SMALL_SHAPE, 2))));
  });

  test('says what it is in its header', (context) => {
    const path = join(temporaryFolder(context), 'model.cairn');
    writeFileSync(path, buildModelFile({ ...smallBert(), sources: { 'vocab.txt': 'ab' } }));
    checkModelFile(path);
    const { sections, ...about } = readModelHeader(path);
    assert.deepEqual(about, {
      format: 1,
      model: 'small-1',
      shape: SMALL_SHAPE,
      pooling: 'mean',
      sources: { 'vocab.txt': 'ab' },
    });
    assert.deepEqual(sections.map(({ name, bytes }) => [name, bytes]).slice(0, -1), weightSections(SMALL_SHAPE));
    assert.equal(sections.at(-1)?.name, 'tokenizer');
  });

  test('is refused with a fix when it is missing, empty, of something else or a folder', (context) => {
    const folder = temporaryFolder(context);
    const path = join(folder, 'model.cairn');
    assertRefused(() => checkModelFile(path), /cannot be opened/);
    writeFileSync(path, '');
    assertRefused(() => checkModelFile(path), /cut short/);
    writeFileSync(path, 'PK'.repeat(1000));
    assertRefused(() => readModelHeader(path), /not a model/);
    assertRefused(() => checkModelFile(folder), /cannot be opened/);
  });

  test('is refused when a byte of it is another, or its end is gone', (context) => {
    const path = join(temporaryFolder(context), 'model.cairn');
    const whole = buildModelFile(smallBert());
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), fc.boolean(), (at, change, cut) => {
        const file = Buffer.from(whole);
        file[at] = (file[at] ?? 0) ^ change;
        writeFileSync(path, file);
        if (cut) truncateSync(path, at);
        assertRefused(() => checkModelFile(path), /damaged|cannot be read/);
      }),
      { numRuns: 200 },
    );
  });

  test('is not made of weights that are not all there, or of a shape that the kernel does not run', () => {
    const source = smallBert();
    const names = source.tensors.names.filter((name) => name !== 'encoder.layer.1.output.dense.bias');
    assertRefused(
      () => buildModelFile({ ...source, tensors: { ...source.tensors, names } }),
      /no encoder\.layer\.1\.output/,
    );
    assertRefused(() => buildModelFile({ ...source, shape: { ...SMALL_SHAPE, positions: 65 } }), /numbers, not/);
    assertRefused(() => buildModelFile({ ...source, shape: { ...SMALL_SHAPE, heads: 3 } }), /cannot be run/);
  });

  test('finds weights whose names have something in front, or are the old ones', () => {
    const source = smallBert();
    const old = (name: string): string =>
      `bert.${name.replace('LayerNorm.weight', 'LayerNorm.gamma').replace('LayerNorm.bias', 'LayerNorm.beta')}`;
    const byOld = new Map(source.tensors.names.map((name) => [old(name), source.tensors.read(name)]));
    const tensors = { names: [...byOld.keys()], read: (name: string) => byOld.get(name) ?? new Float32Array() };
    assert.ok(buildModelFile({ ...source, tensors }).equals(buildModelFile(source)));
  });
});

suite('the file of the bundled model', () => {
  test('is whole, and the one that its README names', () => {
    checkModelFile(packaged('minilm.cairn'));
    const hash = sha256Hex(readFileSync(packaged('minilm.cairn')));
    assert.ok(readFileSync(packaged('README.md'), 'utf8').includes(hash), hash);
  });

  test('names the weights that it was made of', () => {
    const { sources } = readModelHeader(packaged('minilm.cairn'));
    const readme = readFileSync(packaged('README.md'), 'utf8');
    for (const name of ['model.safetensors', 'vocab.txt']) assert.ok(readme.includes(sources[name] ?? 'none'), name);
  });
});
