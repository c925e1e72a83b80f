import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createAnchorScanner } from '../../src/privacy/anchors.ts';

function found(words: string[], text: string): string[] {
  const hits: string[] = [];
  createAnchorScanner(words).scan(text, (word, start, end) => {
    hits.push(`${words[word]} ${start}-${end}`);
    return end;
  });
  return hits.sort();
}

test('finds what a search for each word by itself finds, overlapping and in any case', () => {
  const letters = fc.constantFrom('a', 'b', 'B', 'é', '-');
  const text = fc.string({ unit: letters, maxLength: 40 });
  const words = fc.uniqueArray(fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(words, text, (list, content) => {
      const expected: string[] = [];
      const folded = content.toLowerCase();
      for (const word of list) {
        for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
          expected.push(`${word} ${at}-${at + word.length}`);
        }
      }
      assert.deepEqual(found(list, content), expected.sort());
    }),
  );
});

test('goes on where a visit says', () => {
  const starts: number[] = [];
  createAnchorScanner(['ab']).scan('ab ab ab ab', (_word, start) => {
    starts.push(start);
    return start + 5;
  });
  assert.deepEqual(starts, [0, 6]);
});

test('gives the same for a long text, for which it builds its table', () => {
  const text = `${'x'.repeat(9_000)}uSHErs https://`;
  const at = (start: number, end: number) => `${9_000 + start}-${9_000 + end}`;
  const expected = [`he ${at(2, 4)}`, `hers ${at(2, 6)}`, `she ${at(1, 4)}`, `:// ${at(12, 15)}`];
  assert.deepEqual(found(['he', 'she', 'his', 'hers', '://'], text), expected.sort());
});
