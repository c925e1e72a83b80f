import type { StoredEvent } from '../../core/model/event.ts';
import type { EventId } from '../../core/model/ids.ts';
import { spread } from '../../core/spread.ts';
import type { Store } from '../../store/contract/store.ts';
import { eventsById } from '../runtime/logged-events.ts';
import { textsOf } from './event-texts.ts';

const NEEDLES = 32;
const OF_AN_EVENT = 2;
const CHARS = { least: 12, most: 80 };

/**
 * Passages of events that show whether their words are still stored somewhere: spelled equally in a database row, in
 * JSON and in plain text. At most 32, spread over the events.
 */
export async function searchPatternsOf(store: Store, ids: readonly EventId[]): Promise<string[]> {
  const needles = new Set<string>();
  const step = Math.max(1, Math.floor(ids.length / NEEDLES));
  const some = ids.filter((_, index) => index % step === 0);
  for await (const event of eventsById(store.log, some)) for (const passage of passagesOf(event)) needles.add(passage);
  return spread([...needles], NEEDLES);
}

/** The longest passages of an event without characters that a format escapes, longer than a name or path. */
function passagesOf(event: StoredEvent): string[] {
  const passages = textsOf(event).flatMap((text) => text.split(/["\\\u0000-\u001f\u007f\u2028\u2029<>&]+/));
  return passages
    .map((passage) => passage.trim())
    .filter((passage) => passage.length >= CHARS.least && passage.includes(' '))
    .sort((a, b) => b.length - a.length)
    .slice(0, OF_AN_EVENT)
    .map(middleOf);
}

function middleOf(passage: string): string {
  if (passage.length <= CHARS.most) return passage;
  const start = (passage.length - CHARS.most) >> 1;
  return passage.slice(start, start + CHARS.most).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
}
