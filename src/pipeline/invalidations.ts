import * as LIMITS from '../core/limits.ts';
import type { StoredEvent } from '../core/model/event.ts';
import type { SessionId } from '../core/model/ids.ts';
import { ASKING_KINDS } from '../derive/event/session-fact.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { Log } from '../store/contract/log.ts';
import type { LateNews, SessionContext } from './session-state/session-context.ts';

/** Approximate upper bound on events that are marked in one run; their numbers stay in memory until they are derived. */
const MARKED_AT_ONCE = 50_000;
/** Upper bound on traces per session; beyond it the session forgets which events were derived after an invalidation. */
const MAX_TRACE = 50_000;
/** Events read in one step. */
const STEP = 2_000;
/** Persistent count: the number in the log from which on an event may have arrived late. */
const COUNT = 'derive:late';

/** A derived event; without `seq`, an invalidation: events from `at` on may have to be derived again. */
interface Trace {
  at: number;
  seq?: number;
}

/**
 * Sessions to derive again from a time on, because an event or act arrived late. After a crash they are restored from
 * the number in the log from which on that may be so.
 */
export class Invalidations {
  readonly #log: Log;
  readonly #known: (session: SessionId) => SessionContext | undefined;
  /** Invalidations of each session and the events derived after them, in that order. */
  readonly #traces = new Map<SessionId, Trace[]>();
  readonly #notes = new Set<string>();
  /** Numbers of the events marked last: they were derived before, so their own facts are known. */
  readonly #marked = new Set<number>();
  #from: number | undefined;
  #kept: number | undefined;

  /** `known`: the context of a session, when it is in memory. */
  constructor(log: Log, known: (session: SessionId) => SessionContext | undefined) {
    this.#log = log;
    this.#known = known;
  }

  /** Records that an event was derived, and what it invalidates of what was derived before it. */
  note({ session, seq, at }: Pick<StoredEvent, 'session' | 'seq' | 'at'>, news: LateNews | undefined): void {
    const trace = this.#traces.get(session) ?? [];
    if (news === undefined && trace.length === 0) return;
    if (news !== undefined) {
      trace.push({ at: news.since });
      for (const note of news.notes) this.#notes.add(note);
      this.#from = Math.min(seq, this.#from ?? seq);
    }
    trace.push({ at, seq });
    this.#traces.set(session, trace.length > MAX_TRACE ? [{ at: sinceOf(trace) }] : trace);
  }

  /** True for an event that is derived again because of others: its own facts do not count as late. */
  hasMarked(seq: number): boolean {
    return this.#marked.has(seq);
  }

  /** Persists the invalidations; call it before the late events count as derived. */
  async keep(): Promise<void> {
    if (this.#from === undefined || this.#from === this.#kept) return;
    this.#kept = this.#from;
    await this.#count(this.#from);
  }

  /** Restores the invalidations from before a crash. */
  async restore(): Promise<void> {
    const from = (await this.#log.counted(COUNT))[COUNT]?.n ?? 0;
    for (let after = from - 1; from > 0; ) {
      const events = await this.#log.since(after, LIMITS.batchEvents);
      for (const event of events) this.#traces.set(event.session, [{ at: LIMITS.times.least }]);
      after = events.at(-1)?.seq ?? after;
      if (events.length < LIMITS.batchEvents) break;
    }
    if (from > 0) this.#from = from;
    this.#kept = this.#from;
  }

  /**
   * Marks invalidated events for deriving again, up to `MARKED_AT_ONCE`, and notes through the given function; false
   * when there was nothing. Call it once everything marked before is derived.
   */
  async mark(markNotes: (ids: readonly string[]) => Promise<void>): Promise<boolean> {
    const [traces, notes] = [[...this.#traces], [...this.#notes]];
    this.#notes.clear();
    this.#marked.clear();
    for (const [session, trace] of traces) {
      if (this.#marked.size >= MARKED_AT_ONCE) break;
      this.#traces.delete(session);
      await this.#markSession(session, trace);
    }
    await markNotes(notes);
    if (this.#traces.size === 0 && this.#notes.size === 0) {
      if (this.#kept !== undefined) await this.#count(0);
      this.#kept = undefined;
      this.#from = undefined;
    }
    return traces.length + notes.length > 0;
  }

  async #markSession(session: SessionId, trace: readonly Trace[]): Promise<void> {
    const fresh = freshOf(trace);
    const since = sinceOf(trace);
    const known = this.#known(session);
    const first = known === undefined ? 0 : known.firstAsking(since, fresh);
    const filter = { session, kinds: [...ASKING_KINDS], since };
    for (let after = first === undefined ? undefined : first - 1; after !== undefined; ) {
      const page = { after, limit: STEP, except: (seq: number) => fresh.has(seq) };
      const found = await this.#log.markUnderivedOf(filter, page);
      for (const seq of found.marked) this.#marked.add(seq);
      after = found.next;
      await yieldToEventLoop();
    }
  }

  async #count(n: number): Promise<void> {
    const known = (await this.#log.counted(COUNT))[COUNT]?.n ?? 0;
    if (n !== known) await this.#log.count({ [COUNT]: n - known }, 0);
  }
}

/** The time of the earliest invalidation. */
function sinceOf(trace: readonly Trace[]): number {
  return trace.reduce(
    (since, { at, seq }) => (seq === undefined ? Math.min(since, at) : since),
    Number.POSITIVE_INFINITY,
  );
}

/** Numbers of events that were derived after every invalidation that may affect them. */
function freshOf(trace: readonly Trace[]): ReadonlySet<number> {
  const fresh = new Set<number>();
  let since = Number.POSITIVE_INFINITY;
  for (const { at, seq } of trace.toReversed()) {
    if (seq === undefined) since = Math.min(since, at);
    else if (at < since) fresh.add(seq);
  }
  return fresh;
}
