import { formatCount } from '../text/format-count.ts';
import type { EventBody } from './event.ts';
import type { CompactionDetail } from './item.ts';

/** Describes a compaction: `auto, from 155,277 tokens to 9,000, 84 observations left the context`. */
export function describeCompaction({ trigger, tokensBefore, tokensAfter, dropped }: CompactionDetail): string {
  const from = tokensBefore === undefined ? [] : [`from ${formatCount(tokensBefore)} tokens`];
  const to = tokensAfter === undefined ? [] : [`to ${formatCount(tokensAfter)}`];
  const left = dropped === undefined ? [] : [`${formatCount(dropped)} observations left the context`];
  return [trigger, [...from, ...to].join(' '), ...left].filter((part) => part !== '').join(', ');
}

/** The event without the summary of a compaction; the same one where it has none. */
export function withoutSummary<Event extends { body: EventBody }>(event: Event): Event {
  const { body } = event;
  if (body.kind !== 'compact.end' || body.summary === undefined) return event;
  const { summary: _, ...rest } = body;
  return { ...event, body: rest };
}
