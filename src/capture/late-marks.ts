import type { EventKind, StoredEvent } from '../core/event.ts';
import type { EventId, SessionId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import type { Log } from '../store/contract.ts';
import type { Effect } from './session-context.ts';

/** Kinds of events whose items depend on what else happened in their session. */
const DEPENDENT: readonly EventKind[] = ['message', 'tool.end', 'subagent.end', 'compact.end', 'noted'];
/** Events of sessions that are marked at once, about: their numbers are kept until they are derived. */
const MARKED_AT_ONCE = 50_000;
/** Count that says, over restarts, from which number in the log on something may have come late. */
const COUNT = 'derive:late';

/**
 * What has to be derived anew since something became known late: single events where it is known what they asked, else
 * those of a session from a time on. Kept over a crash as the number in the log from which on that may be so.
 */
export class LateMarks {
  readonly #log: Log;
  readonly #since = new Map<SessionId, number>();
  readonly #events = new Set<EventId>();
  readonly #notes = new Set<string>();
  /** Numbers of events that were marked last: they were derived before, so that what they tell is known. */
  readonly #marked = new Set<number>();
  #from: number | undefined;
  #kept: number | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Notes what an event changes of what was derived before it. */
  note({ session, seq }: Pick<StoredEvent, 'session' | 'seq'>, { events, notes, since }: Effect): void {
    if (events.length === 0 && notes.length === 0 && since === undefined) return;
    for (const event of events) this.#events.add(event);
    for (const note of notes) this.#notes.add(note);
    if (since !== undefined) this.#since.set(session, Math.min(since, this.#since.get(session) ?? since));
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
      for (const event of events) this.note(event, { events: [], notes: [], since: 0 });
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
    const [since, events, notes] = [[...this.#since], [...this.#events], [...this.#notes]];
    this.#events.clear();
    this.#notes.clear();
    this.#marked.clear();
    await this.#mark(events);
    for (const [session, from] of since) {
      if (this.#marked.size >= MARKED_AT_ONCE) break;
      this.#since.delete(session);
      await this.#markSession(session, from);
    }
    await markNotes(notes);
    if (this.#since.size === 0 && this.#events.size === 0 && this.#notes.size === 0) {
      if (this.#kept !== undefined) await this.#count(0);
      this.#kept = undefined;
      this.#from = undefined;
    }
    return since.length + events.length + notes.length > 0;
  }

  async #markSession(session: SessionId, since: number): Promise<void> {
    const page = { after: 0, limit: LIMITS.batchEvents };
    for (;;) {
      const events = await this.#log.select({ session, kinds: DEPENDENT, since }, page);
      await this.#mark(events.map(({ id }) => id));
      page.after = events.at(-1)?.seq ?? page.after;
      if (events.length < page.limit) return;
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
