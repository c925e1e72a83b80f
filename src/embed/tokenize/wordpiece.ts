// tokenize: texts as ids of a model's vocabulary, equal to what the `tokenizers` library of the models' makers gives.
// Pure; what a model's files say about its tokenizer is read by `read-tokenizer.ts`.

import { CairnError } from '../../core/errors.ts';
import { createBertWords } from './bert-words.ts';
import type { Tokenize, WordPieceSpec } from './tokenizer.ts';

const SPECIAL = ['[CLS]', '[SEP]', '[UNK]', '[PAD]', '[MASK]'];
const CONTINUES = '##';
/** A longer word is unknown as a whole, as in the original. */
const WORD_CHARS = 100;

/** A vocabulary as it is looked up: pieces that begin a word, pieces that go on with one, and the longest of them. */
interface Pieces {
  first: ReadonlyMap<string, number>;
  next: ReadonlyMap<string, number>;
  longest: number;
  unknown: number;
}

/**
 * BERT's WordPiece: words by `createBertWords`, each cut into its longest known pieces, between `[CLS]` and `[SEP]`. Throws
 * `unsupported` for a vocabulary without these.
 */
export function createWordPiece(spec: Omit<WordPieceSpec, 'kind'>): Tokenize {
  const ids = new Map(spec.vocabulary.split('\n').map((piece, id) => [piece, id]));
  const [start, end, unknown] = ['[CLS]', '[SEP]', '[UNK]'].map((piece) => idOf(piece, ids)) as [
    number,
    number,
    number,
  ];
  const special = new Map(SPECIAL.flatMap((piece) => (ids.has(piece) ? [[piece, idOf(piece, ids)]] : [])));
  const wordsOf = createBertWords([...special.keys()], spec);
  const pieces = { ...toPieces(ids), unknown };
  return (text, maxTokens) => {
    const out = [start];
    for (const word of wordsOf(text)) {
      if (out.length >= maxTokens - 1) break;
      const whole = special.get(word) ?? pieces.first.get(word);
      if (whole === undefined) addPieces(word, pieces, out);
      else out.push(whole);
    }
    out.length = Math.min(out.length, maxTokens - 1);
    out.push(end);
    return out;
  };
}

function toPieces(ids: ReadonlyMap<string, number>): Omit<Pieces, 'unknown'> {
  const first = new Map<string, number>();
  const next = new Map<string, number>();
  let longest = 0;
  for (const [piece, id] of ids) {
    longest = Math.max(longest, piece.length);
    if (piece.startsWith(CONTINUES)) next.set(piece.slice(CONTINUES.length), id);
    first.set(piece, id);
  }
  return { first, next, longest };
}

/** Adds the pieces of a word, the longest first; a word with a part that no piece begins is unknown as a whole. */
function addPieces(word: string, { first, next, longest, unknown }: Pieces, out: number[]): void {
  const from = out.length;
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
  out.length = from;
  out.push(unknown);
}

function idOf(piece: string, ids: ReadonlyMap<string, number>): number {
  const id = ids.get(piece);
  if (id !== undefined) return id;
  throw new CairnError('unsupported', `The vocabulary of the model has no ${piece}: it is not one of a BERT model.`, {
    fix: 'Choose another model: cairn config set embed.model minilm',
  });
}
