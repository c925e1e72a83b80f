import type { StoredEvent } from '../core/event.ts';
import type { SessionId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import type { Derived } from '../derive/derive-event.ts';
import { FACT_KINDS, factOf } from '../derive/session-fact.ts';
import { createBreather } from '../platform/breathe.ts';
import type { Items, Log } from '../store/contract.ts';
import { SessionContext } from './session-context.ts';

/** What is kept in memory while there is work: so many sessions, and so many shingles in all. */
const KEPT = { sessions: 32, size: 450_000 };
/** What is kept at rest: the session used last. */
const AT_REST = { sessions: 1, size: 0 };

/** How a session is read again: the log, and the rules on one event. */
export interface ContextParts {
  log: Log;
  items: Items;
  derive: (event: StoredEvent) => Promise<Derived>;
  /** True for an event that waits though what it tells is known. */
  isKnown: (seq: number) => boolean;
}

/** The contexts of the sessions used last; others are made from the log when they are needed. */
export class SessionContexts {
  readonly #parts: ContextParts;
  readonly #contexts = new Map<SessionId, SessionContext>();

  constructor(parts: ContextParts) {
    this.#parts = parts;
  }

  /**
   * The context of a session; one of which nothing was derived yet has nothing to read again. `firstPending` is the number
   * of its first event in the log that waits to be derived; absent: not known, any may wait.
   */
  async open(session: SessionId, firstPending?: number): Promise<SessionContext> {
    const known = this.#contexts.get(session);
    const context = known ?? (await this.#make(session, firstPending));
    this.#contexts.delete(session);
    this.#contexts.set(session, context);
    return context;
  }

  /** The context of a session that is in memory. */
  known(session: SessionId): SessionContext | undefined {
    return this.#contexts.get(session);
  }

  /** Lets go of what was not used lately; the session used last stays. */
  trim(atRest = false): void {
    const most = atRest ? AT_REST : KEPT;
    let size = 0;
    for (const context of this.#contexts.values()) size += context.size;
    for (const [session, context] of this.#contexts) {
      if (this.#contexts.size <= 1 || (this.#contexts.size <= most.sessions && size <= most.size)) return;
      size -= context.size;
      this.#contexts.delete(session);
    }
  }

  async #make(session: SessionId, firstPending: number | undefined): Promise<SessionContext> {
    const context = new SessionContext();
    const { log, items } = this.#parts;
    const [newest] = await items.list({ session, hidden: true }, { limit: 1 });
    if (newest === undefined && firstPending !== undefined) return context;
    context.derivedUntil = newest?.at ?? Number.NEGATIVE_INFINITY;
    let after = 0;
    const breatheAtTimes = createBreather(LIMITS.bulkStepMs);
    for (;;) {
      const page = { after, limit: LIMITS.batchEvents };
      const events = await log.select({ session, kinds: FACT_KINDS }, page);
      for (const event of events) {
        const isUnsure = event.seq >= (firstPending ?? 0) && !this.#parts.isKnown(event.seq);
        context.add(event.seq, factOf(event, await this.#parts.derive(event)), isUnsure);
        after = event.seq;
        await breatheAtTimes();
      }
      if (events.length < page.limit) return context;
    }
  }
}
