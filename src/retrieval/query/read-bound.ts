import { localDay } from '../../core/text/calendar.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Span } from '../text/time-units.ts';
import { momentIn } from './named-moments.ts';
import { parseEnd, parsePast } from './parse-time.ts';
import type { FilterName } from './question-syntax.ts';
import type { FilterEnvironment } from './resolve-filter.ts';
import { timeOf } from './time-words.ts';

/** A day or moment in ISO 8601, or a duration back from now. */
const WRITTEN = /^(?:\d{4}-\d{2}-\d{2}(?:T[\d:.]{2,12}(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,6}(?:m|min|h|d|w))$/;

/**
 * What `before:`, `after:`, `since:` and `until:` with a time narrow: ISO 8601, a duration back from now, `last week`,
 * `v1.2`. `before` is up to where the time begins, `until` to where it ends, `after` and `since` from where it begins.
 */
export async function readBound(
  store: Store,
  { name, value }: { name: Extract<FilterName, 'before' | 'after' | 'since' | 'until'>; value: string },
  place: FilterEnvironment,
): Promise<{ filter: ItemFilter; says: string } | undefined> {
  const span =
    writtenSpan(value, place.now) ?? timeOf(value, place.now) ?? (await spanOfMoment(store, value, place.now));
  if (span === undefined) return undefined;
  const isStart = name === 'after' || name === 'since';
  const at = isStart ? span.from : name === 'before' ? span.from - 1 : span.to;
  const shown = localDay(name === 'until' ? span.to : span.from);
  return {
    filter: isStart ? { since: at } : { until: at },
    says: `${name === 'after' ? 'since' : name} ${shown}${value === shown ? '' : ` (${value})`}`,
  };
}

function writtenSpan(value: string, now: number): Span | undefined {
  if (!WRITTEN.test(value) || Number.isNaN(Date.parse(value)) === /-/.test(value)) return undefined;
  return { from: parsePast(value, 'since', now), to: parseEnd(value, 'until', now) };
}

/** When the commit or tag was made that a value names. */
async function spanOfMoment(store: Store, value: string, now: number): Promise<Span | undefined> {
  const moment = await momentIn(store, `since ${value}`, { project: undefined, now });
  return moment === undefined ? undefined : { from: moment.from, to: moment.from };
}
