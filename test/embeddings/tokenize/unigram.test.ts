import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject } from '../../../src/core/json.ts';
import { createTokenizer } from '../../../src/embeddings/tokenize/create-tokenizer.ts';
import { readTokenizer } from '../../../src/embeddings/tokenize/read-tokenizer.ts';
import type { Tokenize } from '../../../src/embeddings/tokenize/tokenizer.ts';
import { CODE_POINT } from '../../support/code-point.ts';
import { assertGolden } from './assert-golden.ts';
import { readGoldenIds, readTokenizerFixture } from './golden-ids.ts';

const START = 0;
const END = 2;
const UNKNOWN = 3;

/** The tokenizer of the fixture, as XLM-R's were first converted, or as later ones are. */
function open(form: 'words' | 'spaces'): Tokenize {
  const file = JSON.parse(readTokenizerFixture('unigram.json')) as JsonObject;
  if (form === 'words') return createTokenizer(readTokenizer(file));
  const normalizers = [
    file.normalizer ?? null,
    { type: 'Strip', strip_left: false, strip_right: true },
    { type: 'Replace', pattern: { Regex: ' {2,}' }, content: '▁' },
  ];
  const later = {
    ...file,
    normalizer: { type: 'Sequence', normalizers },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true },
  };
  return createTokenizer(readTokenizer(later));
}

suite('SentencePiece unigram', () => {
  test('gives the ids of the original on 10,000 odd strings of every script', () => {
    assertGolden(open('words'), readGoldenIds('unigram'));
  });

  test('gives the ids of the original where each space counts', () => {
    assertGolden(open('spaces'), readGoldenIds('unigramSpaces'));
  });

  test('stops at the most tokens, the end included', () => {
    const tokenize = open('words');
    assert.equal(tokenize('the memory of an agent '.repeat(1_000), 16).length, 16);
    assert.equal(tokenize('the memory of an agent '.repeat(1_000), 16).at(-1), END);
    assert.deepEqual(tokenize('', 16), [START, END]);
  });

  test('takes 100 KB without a space, and 100 KB of spaces', () => {
    for (const tokenize of [open('words'), open('spaces')]) {
      assert.equal(tokenize('a'.repeat(100_000), 64).length, 64);
      assert.deepEqual(tokenize('𓀀'.repeat(50_000), 64).slice(-2), [UNKNOWN, END]);
      assert.equal(tokenize(`${' '.repeat(100_000)}x`, 64).at(-1), END);
      assert.equal(tokenize('<mask'.repeat(20_000), 64).length, 64);
      assert.equal(tokenize(`a${' '.repeat(1_000)}<mask>`.repeat(100), 64).length, 64);
    }
  });

  test('is total on any string, half surrogate pairs too', () => {
    const tokenize = open('words');
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 200 }), fc.integer({ min: 2, max: 64 }), (text, most) => {
        const ids = tokenize(text, most);
        assert.ok(ids.length <= most && ids[0] === START && ids.at(-1) === END);
        assert.ok(ids.every((id) => Number.isInteger(id) && id >= 0 && id <= 400));
      }),
    );
  });
});
