import * as LIMITS from '../../core/limits.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import type { SessionId } from '../../core/model/ids.ts';
import type { DerivedItems } from '../../derive/event/derive-event.ts';
import { FACT_KINDS, factOf } from '../../derive/event/session-fact.ts';
import { createYielder } from '../../platform/yield-to-event-loop.ts';
import type { Store } from '../../store/contract/store.ts';
import { SessionContext } from './session-context.ts';
import { fromStoredContext, toStoredContext } from './stored-context.ts';

/** Upper bounds in memory while there is work: number of sessions, and shingles and facts in all. */
const KEPT = { sessions: 32, size: 5_000_000 };
/** Upper bounds in memory at rest: only the session used last. */
const AT_REST = { sessions: 1, size: 0 };

/** Which sessions are stored as snapshots, and when. */
export interface ContextLimits {
  /** Number of facts from which on a session is long: about a second of work. */
  long: number;
  /**
   * Facts after which a long session is stored again, and the smaller number after which it is when it leaves memory:
   * reading them takes a moment.
   */
  news: number;
  newsAtLeaving: number;
}

const LIMITS_OF_CONTEXTS: ContextLimits = { long: 8_000, news: 4_000, newsAtLeaving: 1_000 };

/** What is needed to read a session again: the store, and the rules for one event. */
export type ContextDeps = Pick<Store, 'log' | 'items' | 'contexts'> & {
  derive: (event: StoredEvent) => Promise<DerivedItems>;
  /** True for a pending event whose fact is known already. */
  isKnown: (seq: number) => boolean;
  contextLimits?: ContextLimits | undefined;
};

/**
 * How far back a session must be known: a time in milliseconds since 1970, and the number in the log of the first event
 * about to be derived. Without a number any event may be pending.
 */
export interface SessionDependency {
  at: number;
  seq?: number;
}

interface CachedContext {
  context: SessionContext;
  /** The `forgotten` count of the session when the context was built. */
  forgotten: number;
}

/**
 * The contexts of the sessions used last. Others are rebuilt from the log on demand, a long session from its stored
 * snapshot and the events after it.
 */
export class SessionContexts {
  readonly #deps: ContextDeps;
  readonly #kept = new Map<SessionId, CachedContext>();

  constructor(deps: ContextDeps) {
    this.#deps = deps;
  }

  /**
   * The context of a session, complete for events at the given time; for a session without derived events nothing is
   * read.
   */
  async open(session: SessionId, need: SessionDependency): Promise<SessionContext> {
    const forgotten = this.#deps.contexts.forgotten(session);
    const known = this.#kept.get(session);
    const isGood = known?.forgotten === forgotten && known.context.reaches(need);
    const context = isGood ? known.context : await this.#make(session, need);
    this.#kept.delete(session);
    this.#kept.set(session, { context, forgotten });
    return context;
  }

  /** The context of a session, when it is in memory. */
  known(session: SessionId): SessionContext | undefined {
    return this.#kept.get(session)?.context;
  }

  /** Drops stored snapshots that are outdated; call it before what replaces them is stored. */
  async drop(): Promise<void> {
    for (const [session, { context }] of this.#kept) {
      if (context.takeOutdated()) await this.#deps.contexts.drop(session);
    }
  }

  /** Stores long sessions and evicts those not used lately; the session used last stays. */
  async trim(atRest = false): Promise<void> {
    const most = atRest ? AT_REST : KEPT;
    let size = 0;
    for (const { context } of this.#kept.values()) size += context.size;
    for (const [session, kept] of [...this.#kept]) {
      const leaves = this.#kept.size > 1 && (this.#kept.size > most.sessions || size > most.size);
      await this.#store(session, kept, leaves);
      if (!leaves) continue;
      size -= kept.context.size;
      this.#kept.delete(session);
    }
  }

  async #store(session: SessionId, { context, forgotten }: CachedContext, leaves: boolean): Promise<void> {
    const { contexts } = this.#deps;
    const { long, news, newsAtLeaving } = this.#deps.contextLimits ?? LIMITS_OF_CONTEXTS;
    if (context.news < (leaves ? newsAtLeaving : news) || context.facts < long) return;
    if (contexts.forgotten(session) !== forgotten) return;
    await contexts.put(session, toStoredContext(context.snapshot()));
    context.stored();
  }

  async #make(session: SessionId, need: SessionDependency): Promise<SessionContext> {
    const { contexts } = this.#deps;
    const derivedUntil = await this.#derivedUntil(session, need);
    if (derivedUntil === undefined) return new SessionContext();
    const stored = await contexts.get(session);
    if (stored !== undefined) {
      const snapshot = fromStoredContext(stored);
      const context = new SessionContext(derivedUntil, snapshot);
      if (snapshot !== undefined && (await this.#read(context, session, need))) return context;
      await contexts.drop(session);
    }
    const context = new SessionContext(derivedUntil);
    await this.#read(context, session, need);
    return context;
  }

  /** Time up to which events of a session may have been derived; `undefined` when none was. */
  async #derivedUntil(session: SessionId, { seq }: SessionDependency): Promise<number | undefined> {
    const { log, items } = this.#deps;
    if (seq !== undefined) {
      const [item] = await items.list({ session, hidden: true }, { limit: 1 });
      if (item !== undefined) return item.at;
      // An injected text has no item and counts as read.
      const [first] = await log.select({ session, kinds: FACT_KINDS }, { after: 0, limit: 1 });
      return first !== undefined && first.seq < seq ? Number.NEGATIVE_INFINITY : undefined;
    }
    // Events being derived right now have no items yet.
    return (await log.sessions({ ids: [session], limit: 1 }))[0]?.lastAt;
  }

  /** Reads the rest of a session from the log; false when one of its events is earlier than the end of the snapshot. */
  async #read(context: SessionContext, session: SessionId, need: SessionDependency): Promise<boolean> {
    if (!context.reaches(need)) return false;
    const breatheAtTimes = createYielder(LIMITS.bulkStepMs);
    for (let after = context.until; ; ) {
      const page = { after, limit: LIMITS.batchEvents };
      const events = await this.#deps.log.select({ session, kinds: FACT_KINDS }, page);
      for (const event of events) {
        if (!context.reaches(event)) return false;
        const isUnsure = event.seq >= (need.seq ?? 0) && !this.#deps.isKnown(event.seq);
        context.add(event.seq, factOf(event, await this.#deps.derive(event)), isUnsure);
        after = event.seq;
        await breatheAtTimes();
      }
      if (events.length < page.limit) return true;
    }
  }
}
