import type { StoredEvent } from '../../core/model/event.ts';
import type { EventId } from '../../core/model/ids.ts';
import { partsOf } from '../../core/parts-of.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import type { EventFilter, Log } from '../../store/contract/log.ts';

/** Events per page at most and at first; each may have 100,000 characters. */
const PAGE = 200;
const FIRST_PAGE = 25;
/** Milliseconds for which a page is read, or its events are used, before other work has its turn. */
const STEP_MS = 10;

/** The events of a filter after a position in the log, in sequence, in steps with turns for other work in between. */
export async function* selectedEvents(
  log: Pick<Log, 'select'>,
  filter: EventFilter,
  { after = 0, limit = PAGE } = {},
): AsyncGenerator<StoredEvent> {
  let size = Math.min(limit, FIRST_PAGE);
  for (let from = after; ; ) {
    let began = performance.now();
    const page = await log.select(filter, { after: from, limit: size });
    const last = page.at(-1);
    const isEnd = page.length < size;
    size = performance.now() - began > STEP_MS ? Math.max(1, size >> 1) : Math.min(limit, 2 * size);
    for (const event of page) {
      if (performance.now() - began > STEP_MS) {
        await yieldToEventLoop();
        began = performance.now();
      }
      yield event;
    }
    if (last === undefined || isEnd) return;
    from = last.seq;
    await yieldToEventLoop();
  }
}

/** The events of a list of ids, unknown ones left out; other work runs between two pages. */
export async function* eventsById(log: Pick<Log, 'events'>, ids: readonly EventId[]): AsyncGenerator<StoredEvent> {
  for (const page of partsOf(ids, FIRST_PAGE)) {
    yield* await log.events(page);
    await yieldToEventLoop();
  }
}
