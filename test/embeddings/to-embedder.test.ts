import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CairnError } from '../../src/core/errors.ts';
import { type GivenEmbedder, isGivenEmbedder, toEmbedder } from '../../src/embeddings/to-embedder.ts';

const memory = { purpose: 'memory' } as const;

function given(embed: (texts: readonly string[]) => unknown): GivenEmbedder {
  return { model: 'mine', dimensions: 2, embed: async (texts) => embed(texts) as number[][] };
}

suite('an embedder that a caller brings', () => {
  test('gives vectors of unit length, in its own name', async () => {
    const embedder = toEmbedder(given((texts) => texts.map(({ length }) => [3 * length, 4 * length])));
    assert.deepEqual([embedder.model, embedder.dimensions], ['given:mine', 2]);
    const expected = Float32Array.of(0.6, 0.8);
    assert.deepEqual(await embedder.embed(['a', 'bcd'], memory), [expected, expected]);
    assert.deepEqual(await embedder.embed([], memory), []);
  });

  test('may give typed arrays, of which copies are kept', async () => {
    const own = Float32Array.of(3, 4);
    const [vector] = await toEmbedder(given(() => [own])).embed(['a'], memory);
    assert.deepEqual(vector, Float32Array.of(0.6, 0.8));
    assert.deepEqual(own, Float32Array.of(3, 4));
  });

  const cases: [string, (texts: readonly string[]) => unknown, RegExp][] = [
    ['gives NaN', () => [[Number.NaN, 1]], /a number that is none/],
    ['gives an endless number', () => [Float64Array.of(Number.POSITIVE_INFINITY, 1)], /a number that is none/],
    ['gives zeros', () => [[0, 0]], /without a length/],
    ['gives a vector of another size', () => [[1, 2, 3]], /3 numbers where it is 2/],
    ['gives too few', () => [], /0 vectors for 1 text/],
    ['gives nothing', () => undefined, /no list of vectors/],
    ['gives words', () => [['1', '2']], /no list of numbers/],
    [
      'throws',
      () => {
        throw new Error('no memory left');
      },
      /failed: no memory left/,
    ],
  ];
  for (const [what, embed, message] of cases) {
    test(`and that ${what} is embedder_failed with a fix`, async () => {
      await assert.rejects(toEmbedder(given(embed)).embed(['a'], memory), (error) => {
        assert.ok(error instanceof CairnError);
        assert.deepEqual([error.code, message.test(error.message)], ['embedder_failed', true], error.message);
        return error.fix !== undefined && error.message.startsWith('The embedder mine');
      });
    });
  }

  test('is cancelled with its call, and closed with the memory', async () => {
    let isClosed = false;
    const embedder = toEmbedder({
      ...given(() => []),
      embed: (_, { signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
      close: () => {
        isClosed = true;
      },
    });
    const controller = new AbortController();
    const call = embedder.embed(['a'], { ...memory, signal: controller.signal });
    controller.abort();
    await assert.rejects(call, { code: 'cancelled' });
    await assert.rejects(embedder.embed(['a'], { ...memory, signal: AbortSignal.abort() }), { code: 'cancelled' });
    await embedder.close();
    assert.ok(isClosed);
  });

  test('is told from what is none', () => {
    const whole = given(() => []);
    assert.ok(isGivenEmbedder(whole));
    const { embed: _, ...partial } = whole;
    const none = [
      null,
      'minilm',
      7,
      partial,
      { ...whole, model: ' ' },
      { ...whole, dimensions: 0 },
      { ...whole, dimensions: 1.5 },
    ];
    for (const value of none) assert.equal(isGivenEmbedder(value), false);
  });
});
