import type { EventKind, StoredEvent } from '../core/event.ts';
import type { SessionId } from '../core/ids.ts';
import { LIMITS } from '../core/limits.ts';
import type { Log } from '../store/contract.ts';

/** Kinds of events whose items depend on what else happened in their session. */
const DEPENDENT: readonly EventKind[] = ['message', 'tool.end', 'subagent.end', 'compact.end', 'noted'];
/** Count that says, over restarts, from which number in the log on something may have come late. */
const COUNT = 'derive:late';

/**
 * Sessions of which something became known late, and from when on it matters: what was derived of them since has to be
 * derived anew. Kept over a crash as the number in the log from which on that may be so.
 */
export class LateMarks {
  readonly #log: Log;
  readonly #since = new Map<SessionId, number>();
  #from: number | undefined;
  #isKept = false;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Notes that an event came late. */
  note({ session, at, seq }: StoredEvent): void {
    this.#since.set(session, Math.min(at, this.#since.get(session) ?? at));
    this.#from = Math.min(seq, this.#from ?? seq);
  }

  /** Makes what was noted survive a crash; to be called before the late events count as derived. */
  async keep(): Promise<void> {
    if (this.#from === undefined || this.#isKept) return;
    this.#isKept = true;
    await this.#count(this.#from);
  }

  /** Notes again what was noted before a crash. */
  async restore(): Promise<void> {
    const from = (await this.#log.counted(COUNT))[COUNT]?.n ?? 0;
    for (let after = from - 1; from > 0; ) {
      const events = await this.#log.since(after, LIMITS.batchEvents);
      for (const event of events) this.note({ ...event, at: 0 });
      after = events.at(-1)?.seq ?? after;
      if (events.length < LIMITS.batchEvents) break;
    }
    this.#isKept = from > 0;
  }

  /** Marks what has to be derived anew; gives the sessions and since when. */
  async mark(): Promise<ReadonlyMap<SessionId, number>> {
    const late = new Map(this.#since);
    this.#since.clear();
    for (const [session, since] of late) await this.#markSession(session, since);
    if (this.#since.size > 0) return late;
    if (this.#isKept) await this.#count(0);
    this.#isKept = false;
    this.#from = undefined;
    return late;
  }

  async #markSession(session: SessionId, since: number): Promise<void> {
    const page = { after: 0, limit: LIMITS.batchEvents };
    for (;;) {
      const events = await this.#log.select({ session, kinds: DEPENDENT, since }, page);
      if (events.length > 0) await this.#log.derivedAnew(events.map(({ id }) => id));
      page.after = events.at(-1)?.seq ?? page.after;
      if (events.length < page.limit) return;
    }
  }

  async #count(n: number): Promise<void> {
    const known = (await this.#log.counted(COUNT))[COUNT]?.n ?? 0;
    if (n !== known) await this.#log.count({ [COUNT]: n - known }, 0);
  }
}
