import type { Tokenize, UnigramSpec } from './tokenizer.ts';
import { createUnigramWords } from './unigram-words.ts';

/** What an unknown character costs more than the rarest piece. */
const UNKNOWN_COST = 10;

/** The pieces as they are looked up: ids by text, scores by id, UTF-16 units of the longest, and what is unknown. */
interface UnigramPieces {
  ids: ReadonlyMap<string, number>;
  scores: readonly number[];
  longest: number;
  unknown: number;
  unknownScore: number;
}

/**
 * SentencePiece's unigram model as the `tokenizers` library runs it: words by `createUnigramWords`, each cut where the sum of
 * its pieces' scores is highest, between the ids of beginning and end.
 */
export function createUnigram(spec: UnigramSpec): Tokenize {
  const pieces = toPieces(spec);
  const wordsOf = createUnigramWords(spec);
  return (text, maxTokens) => {
    const out = [spec.start];
    for (const word of wordsOf(text)) {
      if (out.length >= maxTokens - 1) break;
      if (typeof word === 'number') out.push(word);
      else for (const id of bestPieces(word, pieces)) out.push(id);
    }
    out.length = Math.min(out.length, maxTokens - 1);
    out.push(spec.end);
    return out;
  };
}

function toPieces({ vocabulary, scores, unknown }: UnigramSpec): UnigramPieces {
  const ids = new Map(vocabulary.split('\n').map((piece, id) => [piece, id]));
  let longest = 0;
  for (const piece of ids.keys()) longest = Math.max(longest, piece.length);
  const lowest = scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
  return { ids, scores, longest, unknown, unknownScore: lowest - UNKNOWN_COST };
}

/** The ids of the best way through a word (Viterbi); of unknown characters in a row one id. */
function bestPieces(word: string, pieces: UnigramPieces): number[] {
  const { ids, scores, longest, unknown, unknownScore } = pieces;
  const best = new Float64Array(word.length + 1);
  const from = new Int32Array(word.length + 1).fill(-1);
  const idAt = new Int32Array(word.length + 1);
  const reach = (start: number, end: number, step: { id: number; score: number }): void => {
    const score = step.score + (best[start] ?? 0);
    if (from[end] !== -1 && score <= (best[end] ?? 0)) return;
    best[end] = score;
    from[end] = start;
    idAt[end] = step.id;
  };
  for (let start = 0; start < word.length; ) {
    const next = start + ((word.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
    let isKnown = false;
    for (let end = next; end <= Math.min(word.length, start + longest); end += 1) {
      const id = ids.get(word.slice(start, end));
      if (id === undefined) continue;
      isKnown ||= end === next;
      reach(start, end, { id, score: scores[id] ?? 0 });
    }
    if (!isKnown) reach(start, next, { id: unknown, score: unknownScore });
    start = next;
  }
  return wayBack(from, idAt, unknown);
}

function wayBack(from: Int32Array, idAt: Int32Array, unknown: number): number[] {
  const out: number[] = [];
  for (let at = from.length - 1; at > 0; at = from[at] ?? 0) {
    const id = idAt[at] ?? unknown;
    if (id !== unknown || out.at(-1) !== unknown) out.push(id);
  }
  return out.reverse();
}
