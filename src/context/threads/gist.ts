import type { Item } from '../../core/model/item.ts';
import { cutText } from '../../core/text/text.ts';
import { isLead, joinSentences, statementsIn } from '../../retrieval/passage/statements.ts';

/** What a conclusion does not go on with. */
const TURN =
  /^(?:however|but|that said|unfortunately|would you like|do you want|want me|shall i|should i|let me know)\b/i;

/**
 * The beginning of what an answer says: its sentences and list entries on one line, without code, tables, headings and
 * words that only lead to them or that all is well, up to where it turns to a question; at most `max` characters, cut at a
 * sentence if it can. '' for one that says nothing else.
 */
export function gistOf(item: Item, max: number): string {
  const sentences = sentencesIn(item);
  const turn = sentences.findIndex((sentence, i) => i > 0 && TURN.test(sentence));
  const told = turn < 0 ? sentences : sentences.slice(0, turn);
  const first = told.findIndex((sentence) => !isLead(sentence));
  const kept = first < 0 ? [] : told.slice(first);
  return joinUpTo(kept, max).replace(/(?<=[.!?;]) [^.!?;]{0,160}:$/, '');
}

/** The sentences and list entries of an item that may be told. */
function sentencesIn(item: Item): string[] {
  return statementsIn(item).flatMap(({ text, isRow }) => (isRow ? [] : [text]));
}

/** Whole sentences as long as they fit; the first one is cut when it alone is too long. */
function joinUpTo(sentences: readonly string[], max: number): string {
  let text = '';
  for (const sentence of sentences) {
    const next = joinSentences(text, sentence);
    if (next.length > max) return text.length >= max / 2 ? text : cutText(next, max);
    text = next;
  }
  return text;
}

/** Words with which an answer begins to sum up what was settled. */
const SUMS_UP =
  /\b(?:recap|in summary|to sum(?:mari[sz]e| up)|settled|amended|agreed|final (?:rule|policy|version|spec))\b/i;

/** What an answer concludes: from the sentence that sums up, else its beginning, at most `max` characters. */
export function conclusionOf(item: Item, max: number): string {
  const sentences = sentencesIn(item);
  const from = sentences.findIndex((sentence) => SUMS_UP.test(sentence));
  return cutText(joinUpTo(sentences.slice(Math.max(from, 0)), Number.POSITIVE_INFINITY), max);
}
