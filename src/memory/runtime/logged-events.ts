import type { StoredEvent } from '../../core/model/event.ts';
import type { EventId } from '../../core/model/ids.ts';
import { partsOf } from '../../core/parts-of.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { EventFilter, Log } from '../../store/contract/log.ts';

/** Events per page; each may have 100,000 characters. */
const PAGE = 200;

/** The events of a filter after a position in the log, in sequence; other work runs between two pages. */
export async function* selectedEvents(
  log: Pick<Log, 'select'>,
  filter: EventFilter,
  { after = 0, limit = PAGE } = {},
): AsyncGenerator<StoredEvent> {
  for (let from = after; ; ) {
    const page = await log.select(filter, { after: from, limit });
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    from = last.seq;
    await yieldToEventLoop();
  }
}

/** The events of a list of ids, unknown ones left out; other work runs between two pages. */
export async function* eventsById(log: Pick<Log, 'events'>, ids: readonly EventId[]): AsyncGenerator<StoredEvent> {
  for (const page of partsOf(ids, PAGE)) {
    yield* await log.events(page);
    await yieldToEventLoop();
  }
}
