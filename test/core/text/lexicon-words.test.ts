import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { addNewWords, isLexiconWord, lexiconWordsOf } from '../../../src/core/text/lexicon-words.ts';
import { CODE_POINT } from '../../support/code-point.ts';

test('words that people type are of the lexicon: no numbers, hashes, short words or runs without spaces', () => {
  for (const word of ['order', 'orderservice', 'utf8mb', 'datenbank', 'größe', 'проверка', 'σύνδεση', 'מסדנתונים']) {
    assert.ok(isLexiconWord(word), word);
  }
  for (const word of ['the', '1234', '2fast', 'a1b2c3d4', 'x'.repeat(41), '会议室预订', 'การประชุม', '']) {
    assert.ok(!isLexiconWord(word), word);
  }
});

test('new words of a text are all of its words but those whose hash is known', () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom('Order', 'ORDER', 'größe', '—', '…', "it's", 'x1y2z3w4', 'checkout_total', '日本', 'й'),
        fc.string({ unit: CODE_POINT }),
        fc.string(),
      ),
      { maxLength: 30 },
    )
    .map((parts) => parts.join(' '));
  fc.assert(
    fc.property(text, (words) => {
      const found = new Map<number, string>();
      addNewWords(words, () => false, found);
      assert.deepEqual(new Set(found.values()), lexiconWordsOf(words));
      const again = new Map<number, string>();
      addNewWords(words, (hash) => found.has(hash), again);
      assert.equal(again.size, 0);
    }),
  );
});
