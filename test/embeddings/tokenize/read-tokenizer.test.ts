import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../src/core/json.ts';
import { readTokenizer, readVocabulary } from '../../../src/embeddings/tokenize/read-tokenizer.ts';
import { readTokenizerFixture } from './golden-ids.ts';

const WORDPIECE: JsonObject = {
  normalizer: { type: 'BertNormalizer', lowercase: true, strip_accents: null, handle_chinese_chars: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  model: { type: 'WordPiece', vocab: { '[PAD]': 0, '[SEP]': 3, '[CLS]': 2, '[UNK]': 1, far: 6 } },
};

function unigram(changes: JsonObject): JsonObject {
  return { ...(JSON.parse(readTokenizerFixture('unigram.json')) as JsonObject), ...changes };
}

suite('what a tokenizer.json says', () => {
  test('is read for WordPiece, ids with gaps and in any order', () => {
    assert.deepEqual(readTokenizer(WORDPIECE), {
      kind: 'wordpiece',
      vocabulary: '[PAD]\n[UNK]\n[CLS]\n[SEP]\n\n\nfar',
      lowercase: true,
      stripAccents: true,
      splitChinese: true,
    });
  });

  test('is read for a unigram model, with its table of characters and special pieces', () => {
    const spec = readTokenizer(unigram({}));
    assert.ok(spec.kind === 'unigram');
    assert.deepEqual([spec.start, spec.end, spec.unknown, spec.splitWords], [0, 2, 3, true]);
    assert.deepEqual(
      spec.steps.map(({ kind }) => kind),
      ['characters'],
    );
    assert.deepEqual(spec.special.at(-1), { piece: '<mask>', id: 400, eatsSpace: true });
  });

  test('is refused with a fix when Cairn cannot run it', () => {
    const model = { type: 'Unigram', vocab: [['<s>', 0]], byte_fallback: true };
    const cases: [JsonObject, RegExp][] = [
      [{ model: { type: 'BPE', vocab: {} } }, /kind BPE/],
      [{ ...WORDPIECE, normalizer: { type: 'NFKC' } }, /normalizer NFKC/],
      [{ ...WORDPIECE, pre_tokenizer: { type: 'Whitespace' } }, /pre-tokenizer Whitespace/],
      [{ ...WORDPIECE, pre_tokenizer: null }, /pre-tokenizer/],
      [{ ...WORDPIECE, model: { type: 'WordPiece', vocab: { a: 1e9 } } }, /id 1000000000/],
      [{ ...WORDPIECE, model: { type: 'WordPiece', vocab: { a: -1 } } }, /id -1/],
      [unigram({ normalizer: { type: 'Precompiled', precompiled_charsmap: 'AAEC' } }), /normalizer Precompiled/],
      [unigram({ normalizer: { type: 'Precompiled', precompiled_charsmap: '/////w==' } }), /normalizer Precompiled/],
      [unigram({ model }), /single bytes/],
      [unigram({ model: { type: 'Unigram', vocab: [['a', 0]] }, added_tokens: [] }), /no piece <s>/],
      [unigram({ normalizer: { type: 'Prepend' } }), /normalizer Prepend/],
      [unigram({ pre_tokenizer: { type: 'ByteLevel' } }), /pre-tokenizer ByteLevel/],
      [unigram({ pre_tokenizer: { type: 'Metaspace', prepend_scheme: 'never' } }), /pre-tokenizer Metaspace/],
      [{}, /normalizer/],
    ];
    for (const [file, message] of cases) {
      assert.throws(() => readTokenizer(file), { code: 'unsupported', message, fix: /embed\.model/ });
    }
  });

  test('is not needed beside a vocab.txt', () => {
    const spec = readVocabulary('[PAD]\r\n[UNK]\r\na\r\n', { do_lower_case: false });
    assert.deepEqual([spec.vocabulary, spec.lowercase, spec.stripAccents], ['[PAD]\n[UNK]\na', false, false]);
    assert.equal(readVocabulary('a', {}).lowercase, true);
  });
});
