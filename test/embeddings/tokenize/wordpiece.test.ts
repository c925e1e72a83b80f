import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { TOKENIZER_SECTION } from '../../../src/embeddings/bert/model-file.ts';
import { openModelFile, readSection } from '../../../src/embeddings/bert/open-model-file.ts';
import { createTokenizer } from '../../../src/embeddings/tokenize/create-tokenizer.ts';
import type { TokenizerSpec, WordPieceSpec } from '../../../src/embeddings/tokenize/tokenizer.ts';
import { createWordPiece } from '../../../src/embeddings/tokenize/wordpiece.ts';
import { CODE_POINT } from '../../support/code-point.ts';
import { assertGolden } from './assert-golden.ts';
import { readGoldenIds } from './golden-ids.ts';

const MINILM = fileURLToPath(new URL('../../../packages/model-minilm/minilm.cairn', import.meta.url));
const CLS = 101;
const SEP = 102;
const UNKNOWN = 100;

function minilm(): TokenizerSpec {
  const file = openModelFile(MINILM);
  const section = readSection(file, TOKENIZER_SECTION);
  file.close();
  return JSON.parse(Buffer.from(section).toString('utf8')) as TokenizerSpec;
}

function small(pieces: readonly string[], options: Partial<WordPieceSpec> = {}): (text: string) => string[] {
  const vocabulary = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', ...pieces];
  const spec = {
    vocabulary: vocabulary.join('\n'),
    lowercase: true,
    stripAccents: true,
    splitChinese: true,
    ...options,
  };
  const tokenize = createWordPiece(spec);
  return (text) => tokenize(text, 256).map((id) => vocabulary[id] ?? '?');
}

suite('WordPiece', () => {
  const tokenize = createTokenizer(minilm());

  test('gives the ids of the original on 10,000 odd strings of every script', () => {
    assertGolden(tokenize, readGoldenIds('wordpiece'));
  });

  test('stops at the most tokens, the end included', () => {
    assert.deepEqual(tokenize('one two three', 4), [CLS, 2028, 2048, SEP]);
    assert.deepEqual(tokenize('', 4), [CLS, SEP]);
    assert.equal(tokenize('word '.repeat(10_000), 256).length, 256);
    assert.equal(tokenize('!'.repeat(10_000), 256).at(-1), SEP);
  });

  test('takes a word of 100 KB, and 100 KB without a space of other kinds', () => {
    assert.deepEqual(tokenize('a'.repeat(100_000), 256), [CLS, UNKNOWN, SEP]);
    assert.deepEqual(tokenize('\u0301'.repeat(100_000), 256), [CLS, SEP]);
    assert.equal(tokenize('日'.repeat(100_000), 256).length, 256);
    assert.equal(tokenize('[SEP'.repeat(25_000), 256).length, 256);
    assert.equal(tokenize('[SEP]'.repeat(20_000), 256).length, 256);
  });

  test('is total on any string, half surrogate pairs too', () => {
    fc.assert(
      fc.property(fc.string({ unit: CODE_POINT, maxLength: 200 }), fc.integer({ min: 2, max: 64 }), (text, most) => {
        const ids = tokenize(text, most);
        assert.ok(ids.length <= most && ids[0] === CLS && ids.at(-1) === SEP);
        assert.ok(ids.every((id) => Number.isInteger(id) && id >= 0 && id < 30_522));
      }),
    );
    assert.deepEqual(tokenize('a\ud800b', 8), tokenize('ab', 8));
  });

  test('keeps capitals and accents for a model that wants them', () => {
    const pieces = ['caf', '##é', 'Caf', 'cafe', '##e'];
    assert.deepEqual(small(pieces)('Café'), ['[CLS]', 'cafe', '[SEP]']);
    assert.deepEqual(small(pieces, { lowercase: false, stripAccents: false })('Café'), [
      '[CLS]',
      'Caf',
      '##é',
      '[SEP]',
    ]);
    assert.deepEqual(small(pieces, { stripAccents: false })('Café'), ['[CLS]', 'caf', '##é', '[SEP]']);
    assert.deepEqual(small(['日', '本'], { splitChinese: false })('日本'), ['[CLS]', '[UNK]', '[SEP]']);
  });

  test('refuses a vocabulary that is not one of a BERT model', () => {
    const spec = { vocabulary: 'a\nb', lowercase: true, stripAccents: true, splitChinese: true };
    assert.throws(() => createWordPiece(spec), { code: 'unsupported', message: /has no \[/ });
  });
});
