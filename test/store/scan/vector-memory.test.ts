import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { cosineOf, encodeVector } from '../../../src/store/scan/vector-code.ts';
import type { ScanFilter, ScannedVector } from '../../../src/store/scan/vector-memory.ts';
import { createVectorMemory } from '../../../src/store/scan/vector-memory.ts';
import { vectorOf } from '../contract/embedding.ts';

/** More than two blocks of the kernel. */
const MANY = 9_000;

function scanned(number: number, dimensions: number): ScannedVector {
  const vector = vectorOf(String(number), { name: 'scan', dimensions });
  const places = { number: number * 3 + 1, project: number % 5, kind: number % 4, at: number * 1_000 };
  return { ...places, ...encodeVector(vector, dimensions) };
}

function filled(
  dimensions: number,
  count: number,
): { all: ScannedVector[]; memory: ReturnType<typeof createVectorMemory> } {
  const all = Array.from({ length: count }, (_, i) => scanned(i, dimensions));
  const memory = createVectorMemory(dimensions);
  for (const one of all) memory.add(one);
  return { all, memory };
}

/** The numbers of the `limit` vectors that are nearest, exactly. */
function exactly(all: readonly ScannedVector[], question: Float32Array, limit: number): number[] {
  return all
    .map((one) => ({ number: one.number, cosine: cosineOf(question, one) }))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, limit)
    .map(({ number }) => number);
}

const passes = (one: ScannedVector, { kinds, projects, since, until }: ScanFilter): boolean =>
  (kinds?.includes(one.kind) ?? true) &&
  (projects?.includes(one.project) ?? true) &&
  one.at >= (since ?? 0) &&
  one.at <= (until ?? Number.POSITIVE_INFINITY);

suite('the scan of vectors', () => {
  for (const dimensions of [1, 8, 31, 33, 100, 384, 768]) {
    test(`finds the nearest of ${dimensions} numbers`, () => {
      const { all, memory } = filled(dimensions, 700);
      for (let i = 0; i < 10; i += 1) {
        const question = vectorOf(`question ${i}`, { name: 'scan', dimensions });
        const found = new Set(memory.nearest(question, {}, 100));
        const wanted = exactly(all, question, 10);
        assert.equal(found.size, 100);
        assert.ok(wanted.filter((number) => found.has(number)).length >= (dimensions < 8 ? 0 : 10));
      }
    });
  }

  test('goes through all blocks, and has at most 400 bytes a vector of 384 numbers', () => {
    const { all, memory } = filled(384, MANY);
    let hits = 0;
    for (let i = 0; i < 10; i += 1) {
      const question = vectorOf(`question ${i}`, { name: 'scan', dimensions: 384 });
      const found = new Set(memory.nearest(question, {}, 40));
      hits += exactly(all, question, 20).filter((number) => found.has(number)).length;
    }
    assert.ok(hits >= 196, String(hits));
    assert.equal(memory.size, MANY);
    assert.ok(memory.sizeBytes / MANY < 400);
  });

  test('lets pass what a filter lets pass, and nothing else', () => {
    const { all, memory } = filled(8, 5_000);
    const filter = fc.record(
      {
        kinds: fc.subarray([0, 1, 2, 3, 9]),
        projects: fc.array(fc.integer({ min: -1, max: 6 }), { minLength: 1, maxLength: 4 }),
        since: fc.integer({ min: -1, max: 6_000_000 }),
        until: fc.integer({ min: -1, max: 6_000_000 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(filter, fc.string(), (some, asked) => {
        const wanted = all.filter((one) => passes(one, some)).map(({ number }) => number);
        const found = memory.nearest(vectorOf(asked), some, 10_000);
        assert.deepEqual(
          found.toSorted((a, b) => a - b),
          wanted,
        );
      }),
      { numRuns: 60 },
    );
  });

  test('finds nothing in an empty memory, and takes a question of zeros', () => {
    const memory = createVectorMemory(8);
    assert.deepEqual(memory.nearest(vectorOf('x'), {}, 10), []);
    memory.add(scanned(1, 8));
    assert.deepEqual(memory.nearest(new Float32Array(8), {}, 10), [4]);
  });
});
