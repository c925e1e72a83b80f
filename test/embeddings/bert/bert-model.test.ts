import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { type BertModel, openBertModel } from '../../../src/embeddings/bert/bert-model.ts';
import { buildModelFile, type ModelSource } from '../../../src/embeddings/bert/build-model-file.ts';
import { loadKernel } from '../../../src/platform/load-kernel.ts';
import { plainBert } from '../../support/models/plain-bert.ts';
import { SMALL_SHAPE, smallBert } from '../../support/models/small-bert.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const path = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));

function open(context: TestContext, source: ModelSource): BertModel {
  const file = join(temporaryFolder(context), 'small.cairn');
  writeFileSync(file, buildModelFile(source));
  return openBertModel(file, loadKernel('bert'));
}

function vectors(model: BertModel, texts: readonly (readonly number[])[]): Float32Array[] {
  const pass = model.begin('memory', texts);
  let steps = 0;
  while (pass.step()) steps += 1;
  assert.equal(steps, model.header.shape.layers);
  const all = pass.vectors();
  const { hidden } = model.header.shape;
  return texts.map((_, at) => all.slice(at * hidden, (at + 1) * hidden));
}

function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>): number =>
    Array.from(x).reduce((all, value, at) => all + value * (y[at] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

suite('the bundled model', () => {
  const model = openBertModel(path('packages/model-minilm/minilm.cairn'), loadKernel('bert'));
  const golden = JSON.parse(readFileSync(path('test/fixtures/minilm/vectors.json'), 'utf8')) as {
    items: { text: string; tokens: number[]; vector: number[] }[];
  };

  test('gives the vectors of the original in 32-bit floating point, but for its rounding', () => {
    const near = golden.items.map(({ tokens, vector }) => cosine(vectors(model, [tokens])[0] ?? [], vector)).sort();
    assert.ok((near[0] ?? 0) >= 0.995, `least ${near[0]}`);
    assert.ok((near[near.length >> 1] ?? 0) >= 0.999, `median ${near[near.length >> 1]}`);
  });

  test('reads texts as the original does', () => {
    for (const { text, tokens } of golden.items) assert.deepEqual(model.tokenize(text), tokens, text);
  });

  test('gives vectors of unit length, the same every time', () => {
    const [{ tokens } = { tokens: [] }] = golden.items;
    const [first = new Float32Array()] = vectors(model, [tokens]);
    assert.ok(Math.abs(Math.hypot(...first) - 1) < 1e-6);
    assert.deepEqual(vectors(model, [tokens])[0], first);
  });

  test('gives a text the same vector in any company', () => {
    const short = golden.items.map(({ tokens }) => tokens).filter((tokens) => tokens.length < 30);
    const together = vectors(model, short.slice(0, 12));
    for (const [at, tokens] of short.slice(0, 12).entries())
      assert.deepEqual(vectors(model, [tokens])[0], together[at]);
  });

  test('lets a question overtake a batch between two layers, and neither changes the other', () => {
    const [a, b] = [golden.items[3]?.tokens ?? [], golden.items[4]?.tokens ?? []];
    const [alone] = vectors(model, [a]);
    const memory = model.begin('memory', [a]);
    memory.step();
    memory.step();
    const question = model.begin('question', [b]);
    let runs = true;
    while (runs) runs = question.step();
    assert.deepEqual(question.vectors(), vectors(model, [b])[0]);
    assert.notDeepEqual(question.vectors(), alone);
    const again = model.begin('memory', [a]);
    again.step();
    model.begin('question', [b]).step();
    while (again.step());
    assert.deepEqual(again.vectors(), alone);
  });
});

suite('the kernel', () => {
  const shapes = [
    SMALL_SHAPE,
    { ...SMALL_SHAPE, heads: 4, layers: 1 },
    { ...SMALL_SHAPE, hidden: 48, heads: 2, intermediate: 40, layers: 3, positions: 17 },
  ];
  for (const [seed, shape] of shapes.entries()) {
    for (const pooling of ['mean', 'cls'] as const) {
      test(`agrees with a forward pass by the book (shape ${seed}, ${pooling})`, (context) => {
        const source = { ...smallBert(shape, seed + 7), pooling };
        const model = open(context, source);
        const ids = fc.array(fc.nat(shape.vocabulary - 1), { minLength: 1, maxLength: shape.positions });
        const texts = fc.array(ids, { minLength: 1, maxLength: 4 });
        fc.assert(
          fc.property(texts, (batch) => {
            const got = vectors(model, batch);
            for (const [at, text] of batch.entries()) {
              const near = cosine(got[at] ?? [], plainBert(source, text));
              assert.ok(near > 0.999, `cosine ${near} of ${text.length} tokens`);
            }
          }),
          { numRuns: 25, seed: 1 },
        );
      });
    }
  }
});
