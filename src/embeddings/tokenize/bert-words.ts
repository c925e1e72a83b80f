import { anyOf } from './any-of.ts';
import { LEFT_OUT_CLASS, MARK_CLASS, PUNCTUATION_CLASS } from './bert-characters.ts';
import type { WordPieceSpec } from './tokenizer.ts';

/** How a BERT model wants its text. */
export type BertText = Pick<WordPieceSpec, 'lowercase' | 'stripAccents' | 'splitChinese'>;

const SPACE = '\t\n\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';
const CHUNK = new RegExp(`[^${SPACE}]+`, 'g');
const LEFT_OUT = new RegExp(`[${LEFT_OUT_CLASS}]+`, 'gu');
const MARKS = new RegExp(`[${MARK_CLASS}]+`, 'gu');
const PART = new RegExp(`[${PUNCTUATION_CLASS}]|[^ ${PUNCTUATION_CLASS}]+`, 'gu');
// The last but one begins a little late in the original too.
const CHINESE =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2a6df}\u{2a700}-\u{2b81f}\u{2b920}-\u{2ceaf}\u{2f800}-\u{2fa1f}]/gu;
const LETTERS = /^[a-z0-9]+$/;
const NOT_ASCII = /[^ -~]/;

/**
 * Cuts text into words as BERT's tokenizer does before it looks into its vocabulary, one after the other and only as far as
 * they are asked for. A special piece in the text, such as `[SEP]`, is a word, unchanged.
 */
export function createBertWords(special: readonly string[], wanted: BertText): (text: string) => Generator<string> {
  const atSpecial = anyOf(special);
  const normalize = createNormalizer(wanted);
  return function* wordsOf(text) {
    for (const [chunk] of text.matchAll(CHUNK)) {
      if (LETTERS.test(chunk)) {
        yield chunk;
        continue;
      }
      for (const [at, part] of chunk.split(atSpecial).entries()) {
        if (at % 2 === 1) yield part;
        else yield* normalize(part).match(PART) ?? [];
      }
    }
  };
}

function createNormalizer({ lowercase, stripAccents, splitChinese }: BertText): (text: string) => string {
  return (text) => {
    if (!NOT_ASCII.test(text)) return lowercase ? text.toLowerCase() : text;
    let out = text.toWellFormed().replace(LEFT_OUT, '');
    if (splitChinese) out = out.replace(CHINESE, ' $& ');
    if (stripAccents) out = out.normalize('NFD').replace(MARKS, '');
    // A sigma in lower case looks at its neighbours, in the original it does not.
    return lowercase ? out.replaceAll('Σ', 'σ').toLowerCase() : out;
  };
}
