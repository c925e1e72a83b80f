// tokenize: texts as ids of a model's vocabulary, equal to what the `tokenizers` library of the models' makers gives.
// Pure; what a model's files say about its tokenizer is read by `read-tokenizer.ts`.

import { CairnError } from '../../core/errors.ts';
import { createBertWords } from './bert-words.ts';
import type { Tokenize, WordPieceSpec } from './tokenizer.ts';

const SPECIAL = ['[CLS]', '[SEP]', '[UNK]', '[PAD]', '[MASK]'];
const CONTINUES = '##';
/** A longer word is unknown as a whole, as in the original. */
const WORD_CHARS = 100;

/** A vocabulary as it is looked up: ids of the pieces that begin a word and of those that go on, and what is unknown. */
interface WordPieces {
  first: ReadonlyMap<string, number>;
  next: ReadonlyMap<string, number>;
  /** UTF-16 units of the longest piece. */
  longest: number;
  unknown: number;
}

/**
 * BERT's WordPiece: words by `createBertWords`, each cut into its longest known pieces, between `[CLS]` and `[SEP]`. Throws
 * `unsupported` for a vocabulary without these.
 */
export function createWordPiece(spec: Omit<WordPieceSpec, 'kind'>): Tokenize {
  const pieces = toPieces(spec.vocabulary);
  const start = idOf('[CLS]', pieces.first);
  const end = idOf('[SEP]', pieces.first);
  const special = SPECIAL.filter((piece) => pieces.first.has(piece));
  const wordsOf = createBertWords(special, spec);
  return (text, maxTokens) => {
    const out = [start];
    for (const word of wordsOf(text)) {
      if (out.length >= maxTokens - 1) break;
      const whole = pieces.first.get(word);
      if (whole === undefined) addPieces(word, pieces, out);
      else out.push(whole);
    }
    out.length = Math.min(out.length, maxTokens - 1);
    out.push(end);
    return out;
  };
}

function toPieces(vocabulary: string): WordPieces {
  const first = new Map<string, number>();
  const next = new Map<string, number>();
  let longest = 0;
  let id = 0;
  for (const piece of vocabulary.split('\n')) {
    if (piece.startsWith(CONTINUES) && piece !== CONTINUES) next.set(piece.slice(CONTINUES.length), id);
    else first.set(piece, id);
    longest = Math.max(longest, piece.length);
    id += 1;
  }
  return { first, next, longest, unknown: idOf('[UNK]', first) };
}

/** Adds the pieces of a word, the longest first; a word with a part that no piece begins is unknown as a whole. */
function addPieces(word: string, { first, next, longest, unknown }: WordPieces, out: number[]): void {
  const before = out.length;
  const isTooLong = word.length > WORD_CHARS && (word.length > 2 * WORD_CHARS || [...word].length > WORD_CHARS);
  for (let at = 0; at < word.length && !isTooLong; ) {
    const known = at === 0 ? first : next;
    let end = Math.min(word.length, at + longest);
    while (end > at && !known.has(word.slice(at, end))) end -= 1;
    if (end === at) break;
    out.push(known.get(word.slice(at, end)) ?? unknown);
    at = end;
    if (at === word.length) return;
  }
  out.length = before;
  out.push(unknown);
}

function idOf(piece: string, ids: ReadonlyMap<string, number>): number {
  const id = ids.get(piece);
  if (id !== undefined) return id;
  throw new CairnError('unsupported', `The vocabulary of the model has no ${piece}: it is not one of a BERT model.`, {
    fix: 'Choose another model: cairn config set embed.model minilm',
  });
}
