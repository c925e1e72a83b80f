import { count } from '../text/amounts.ts';
import type { CompactionDetail } from './item.ts';

/** A compaction in words: `auto, from 155,277 tokens to 9,000, 84 observations left the context`. */
export function compactionWords({ trigger, tokensBefore, tokensAfter, dropped }: CompactionDetail): string {
  const from = tokensBefore === undefined ? [] : [`from ${count(tokensBefore)} tokens`];
  const to = tokensAfter === undefined ? [] : [`to ${count(tokensAfter)}`];
  const left = dropped === undefined ? [] : [`${count(dropped)} observations left the context`];
  return [trigger, [...from, ...to].join(' '), ...left].filter((part) => part !== '').join(', ');
}
