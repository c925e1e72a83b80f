import type { CompactionDetail } from './item.ts';

/** A compaction in words: `auto, from 155,277 tokens to 9,000, 84 observations left the context`. */
export function compactionWords({ trigger, tokensBefore, tokensAfter, dropped }: CompactionDetail): string {
  const counted = (count: number): string => count.toLocaleString('en-US');
  const from = tokensBefore === undefined ? [] : [`from ${counted(tokensBefore)} tokens`];
  const to = tokensAfter === undefined ? [] : [`to ${counted(tokensAfter)}`];
  const left = dropped === undefined ? [] : [`${counted(dropped)} observations left the context`];
  return [trigger, [...from, ...to].join(' '), ...left].filter((part) => part !== '').join(', ');
}
