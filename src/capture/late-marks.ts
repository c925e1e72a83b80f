import type { EventKind, StoredEvent } from '../core/event.ts';
import type { EventId, SessionId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import { breathe } from '../platform/breathe.ts';
import type { Log } from '../store/contract.ts';
import type { Effect } from './session-context.ts';
import type { UnknownTimes } from './session-uses.ts';

/** Kinds of events whose items depend on what else happened in their session. */
const DEPENDENT: readonly EventKind[] = ['message', 'tool.end', 'subagent.end', 'compact.end', 'noted'];
/** Events of sessions that are marked at once, about: their numbers are kept until they are derived. */
const MARKED_AT_ONCE = 50_000;
/** Of a session of which it is not known when something came late. */
const ALL: UnknownTimes = { since: LIMITS.times.least, until: LIMITS.times.most };
/** Events that are looked at in one step. */
const STEP = 2_000;
/** Count that says, over restarts, from which number in the log on something may have come late. */
const COUNT = 'derive:late';

/** What marking needs. */
export interface LateMarksParts {
  log: Log;
  /** True for an event that was derived since it is remembered what events of its session ask. */
  isRemembered: (session: SessionId, seq: number) => boolean;
}

/**
 * What has to be derived anew since something became known late: single events where it is known what they asked, else
 * those of a session between two times. Kept over a crash as the number in the log from which on that may be so.
 */
export class LateMarks {
  readonly #log: Log;
  readonly #isRemembered: LateMarksParts['isRemembered'];
  readonly #times = new Map<SessionId, UnknownTimes>();
  readonly #events = new Set<EventId>();
  readonly #notes = new Set<string>();
  /** Numbers of events that were marked last: they were derived before, so that what they tell is known. */
  readonly #marked = new Set<number>();
  #from: number | undefined;
  #kept: number | undefined;

  constructor({ log, isRemembered }: LateMarksParts) {
    this.#log = log;
    this.#isRemembered = isRemembered;
  }

  /** Notes what an event changes of what was derived before it. */
  note({ session, seq }: Pick<StoredEvent, 'session' | 'seq'>, { events, notes, unknown }: Effect): void {
    if (events.size === 0 && notes.length === 0 && unknown === undefined) return;
    for (const event of events) this.#events.add(event);
    for (const note of notes) this.#notes.add(note);
    if (unknown !== undefined) this.#times.set(session, spanning(unknown, this.#times.get(session)));
    this.#from = Math.min(seq, this.#from ?? seq);
  }

  /** True for an event that is derived anew because of others: what it tells itself does not come late. */
  hasMarked(seq: number): boolean {
    return this.#marked.has(seq);
  }

  /** Makes what was noted survive a crash; to be called before the late events count as derived. */
  async keep(): Promise<void> {
    if (this.#from === undefined || this.#from === this.#kept) return;
    this.#kept = this.#from;
    await this.#count(this.#from);
  }

  /** Notes again what was noted before a crash. */
  async restore(): Promise<void> {
    const from = (await this.#log.counted(COUNT))[COUNT]?.n ?? 0;
    for (let after = from - 1; from > 0; ) {
      const events = await this.#log.since(after, LIMITS.batchEvents);
      for (const event of events) this.note(event, { events: new Set(), notes: [], unknown: ALL });
      after = events.at(-1)?.seq ?? after;
      if (events.length < LIMITS.batchEvents) break;
    }
    this.#kept = from > 0 ? from : undefined;
  }

  /**
   * Marks what has to be derived anew, or as much of it as is done at once, notes by the given function; false when there
   * was nothing. To be called when what was marked before is derived.
   */
  async mark(markNotes: (ids: readonly string[]) => Promise<void>): Promise<boolean> {
    const [times, events, notes] = [[...this.#times], [...this.#events], [...this.#notes]];
    this.#events.clear();
    this.#notes.clear();
    this.#marked.clear();
    await this.#mark(events);
    for (const [session, of] of times) {
      if (this.#marked.size >= MARKED_AT_ONCE) break;
      this.#times.delete(session);
      await this.#markSession(session, of);
    }
    await markNotes(notes);
    if (this.#times.size === 0 && this.#events.size === 0 && this.#notes.size === 0) {
      if (this.#kept !== undefined) await this.#count(0);
      this.#kept = undefined;
      this.#from = undefined;
    }
    return times.length + events.length + notes.length > 0;
  }

  async #markSession(session: SessionId, times: UnknownTimes): Promise<void> {
    const except = (seq: number): boolean => this.#isRemembered(session, seq);
    for (let after: number | undefined = 0; after !== undefined; ) {
      const filter = { session, kinds: DEPENDENT, ...times };
      const found = await this.#log.derivedAnewOf(filter, { after, limit: STEP, except });
      for (const seq of found.marked) this.#marked.add(seq);
      after = found.next;
      await breathe();
    }
  }

  async #mark(events: readonly EventId[]): Promise<void> {
    if (events.length === 0) return;
    for (const seq of await this.#log.derivedAnew(events)) this.#marked.add(seq);
  }

  async #count(n: number): Promise<void> {
    const known = (await this.#log.counted(COUNT))[COUNT]?.n ?? 0;
    if (n !== known) await this.#log.count({ [COUNT]: n - known }, 0);
  }
}

function spanning(one: UnknownTimes, other: UnknownTimes = one): UnknownTimes {
  return { since: Math.min(one.since, other.since), until: Math.max(one.until, other.until) };
}
