import type { Item } from '../../core/model/item.ts';
import { wordsOf } from '../../core/text/terms.ts';
import { isQuestion } from '../text/history-words.ts';
import { type Ranked, withParts } from './rank.ts';

/** A prompt of more characters than these is no question that is asked again. */
const MOST_CHARS = 1_000;
/** Least words of a question; fewer are words to look for. */
const LEAST_WORDS = 3;
/** Share of the words of both that are the same in two equal questions. */
const SAME = 0.8;

/** True for a prompt that asks the question that is asked now: it answers nothing. Words to look for may be its own. */
export function isSameQuestion({ kind, text }: Pick<Item, 'kind' | 'text'>, question: string): boolean {
  if (kind !== 'prompt' || text.length > MOST_CHARS || !isQuestion(question)) return false;
  const [asked, before] = [new Set(wordsOf(question)), new Set(wordsOf(text))];
  if (asked.size < LEAST_WORDS) return false;
  const both = [...asked].filter((word) => before.has(word)).length;
  return both >= SAME * (asked.size + before.size - both);
}

/** Ranks prompts that ask just what is asked now below all else. */
export function demoteSameQuestion(ranked: readonly Ranked[], question: string): Ranked[] {
  return ranked.map((one) => (isSameQuestion(one.item, question) ? withParts(one, { asks: 1 }) : one));
}
