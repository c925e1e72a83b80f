import { sum } from '../../core/sum.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';
import type { WeighedQuery } from '../query/weigh-query.ts';
import { isTalk } from '../text/stop-words.ts';

/** The words of a prompt that tell its subject, with their weights. */
export function tellingWords(weighed: WeighedQuery): ReadonlyMap<string, number> {
  return new Map([...weighed.weights].filter(([stem]) => !isTalk(stem)));
}

/** The sum of the weights of the words of a prompt that a text holds. */
export function weightIn(text: string, telling: ReadonlyMap<string, number>): number {
  return sum([...new Set(wordsOf(text).map(stemOf))].map((stem) => telling.get(stem) ?? 0));
}
