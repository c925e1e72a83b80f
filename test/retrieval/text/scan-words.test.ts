import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { stemOf, wordsOf } from '../../../src/core/text/terms.ts';
import { headsOf, scanText } from '../../../src/retrieval/text/scan-words.ts';
import { CODE_POINT } from '../../support/code-point.ts';

/** Words visited of a text, when only those of some stems matter, or all. */
function visited(text: string, stems: readonly string[], all = false): string[] {
  const words: string[] = [];
  scanText(text, { heads: headsOf(stems), wantsAll: () => all, visit: (word) => void words.push(word) });
  return words;
}

const letters = fc.string({ unit: fc.constantFrom(...'aeiouybcdtsnglz'), minLength: 1, maxLength: 5 });
const endings = `s es ed ing y ied ies ying ayed ational ly ness iviti ability e er 7`.split(' ');
const word = fc.tuple(letters, fc.constantFrom('', ...endings)).map((parts) => parts.join(''));

test('all words of a text are visited as the index cuts them', () => {
  const text = fc.array(
    fc.oneof(word, fc.string({ unit: CODE_POINT }), fc.constantFrom('—', '…', '→', 'É', '会议', '_')),
  );
  fc.assert(
    fc.property(text, (parts) => {
      for (const joined of [parts.join(' '), parts.join('')]) {
        assert.deepEqual(visited(joined, [], true), wordsOf(joined));
      }
    }),
  );
  const marks = Array.from({ length: 0x3000 }, (_, code) => `a${String.fromCharCode(code)}b`);
  for (const mark of marks) assert.deepEqual(visited(mark, [], true), wordsOf(mark));
});

test('no word of a wanted stem is passed over', () => {
  fc.assert(
    fc.property(fc.array(word), fc.array(word), (asked, text) => {
      const stems = [...asked, ...text.slice(0, 3)].map(stemOf);
      const found = visited(text.join(' '), stems).filter((one) => stems.includes(stemOf(one)));
      assert.deepEqual(
        found,
        text.filter((one) => stems.includes(stemOf(one))),
      );
    }),
    { numRuns: 2_000 },
  );
});
