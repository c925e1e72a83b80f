import { formatCount } from '../text/format-count.ts';
import type { CompactionDetail } from './item.ts';

/** Describes a compaction: `auto, from 155,277 tokens to 9,000, 84 observations left the context`. */
export function describeCompaction({ trigger, tokensBefore, tokensAfter, dropped }: CompactionDetail): string {
  const from = tokensBefore === undefined ? [] : [`from ${formatCount(tokensBefore)} tokens`];
  const to = tokensAfter === undefined ? [] : [`to ${formatCount(tokensAfter)}`];
  const left = dropped === undefined ? [] : [`${formatCount(dropped)} observations left the context`];
  return [trigger, [...from, ...to].join(' '), ...left].filter((part) => part !== '').join(', ');
}
