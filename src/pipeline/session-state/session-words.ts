import type { EventId } from '../../core/model/ids.ts';
import type { Author } from '../../core/model/kinds.ts';
import { type SessionFact, withoutReading } from '../../derive/event/session-fact.ts';
import type { Readings } from '../../derive/provenance/quoted.ts';
import { SeenTable } from './seen-table.ts';
import { TimeList } from './time-list.ts';

/** Upper bound on the shingles of one session; further ones are dropped. */
const MAX_SHINGLES = 400_000;
/** Upper bound on the shingles, repetitions counted, that are kept with the events that read them. */
const MAX_KEPT = 1_000_000;

/** The first source of a shingle and its time. */
interface SeenShingle {
  at: number;
  author: Author;
  event: EventId;
}

const NO_EVENT = '' as EventId;
/** Marks a shingle whose only known source was removed. */
const NEVER: SeenShingle = { at: Number.POSITIVE_INFINITY, author: 'tool', event: NO_EVENT };

/** Shingles by author, and those that persons said. */
export interface ReadShingles<Hashes = number[]> {
  read: [Author, Hashes][];
  said: Hashes;
}

/** When a session first read each shingle, and when a person first said it there. Bounded. */
export class SessionWords {
  #read = new SeenTable<SeenShingle>();
  #said = new SeenTable<SeenShingle>();
  /** Facts with shingles, as far as they are kept. */
  readonly #facts = new TimeList<SessionFact>();
  #kept = 0;
  #unknownAt = Number.POSITIVE_INFINITY;
  /** Facts from this time on must be read again: some shingles lost their first source. */
  #lostFrom = Number.POSITIVE_INFINITY;

  /** Number of shingles kept with facts. */
  get size(): number {
    return this.#kept;
  }

  /** Time, in milliseconds since 1970, from which the session may have read words that were dropped for want of room. */
  get unknownAt(): number {
    this.#hearAgain();
    return this.#unknownAt;
  }

  /**
   * The shingles that the session had read up to a time, except an event's own, and except those that a person had
   * said.
   */
  readings(at: number, own?: EventId): Readings {
    return (shingle) => {
      this.#hearAgain();
      const author = this.#readUpTo(at, shingle, own);
      return (this.#said.get(shingle)?.at ?? Number.POSITIVE_INFINITY) <= at ? undefined : author;
    };
  }

  /** All shingles by author, and those that persons said. */
  heard(): ReadShingles {
    this.#hearAgain();
    const read = new Map<Author, number[]>();
    this.#read.each((hash, seen) => {
      if (seen === NEVER) return;
      const hashes = read.get(seen.author);
      if (hashes === undefined) read.set(seen.author, [hash]);
      else hashes.push(hash);
    });
    const said: number[] = [];
    this.#said.each((hash, seen) => {
      if (seen !== NEVER) said.push(hash);
    });
    return { read: [...read], said };
  }

  /** Restores shingles from a snapshot; all count as seen at time `at`, since their first times are not stored. */
  restore({ read, said }: ReadShingles<ArrayLike<number>>, at: number): void {
    // Hashes come in the order of a table: in a smaller table they would cluster.
    this.#read = new SeenTable(read.reduce((sum, [, hashes]) => sum + hashes.length, 0));
    this.#said = new SeenTable(said.length);
    for (const [author, hashes] of read) this.#read.setAll(hashes, { at, author, event: NO_EVENT }, () => true);
    this.#said.setAll(said, { at, author: 'person', event: NO_EVENT }, () => true);
  }

  /** Replaces the fact of an event; returns the new fact as it is kept. */
  replace(former: SessionFact | undefined, fact: SessionFact | undefined): SessionFact | undefined {
    const forgotten = former === undefined ? [] : this.#forget(former);
    const kept = fact === undefined ? undefined : this.#add(fact);
    if (former === undefined || forgotten.length === 0) return kept;
    const isLost = forgotten.some(([table, hashes]) => hashes.some((hash) => table.get(hash) === NEVER));
    if (isLost) this.#lostFrom = Math.min(this.#lostFrom, former.at);
    // Other facts in between are now the first source of those shingles.
    else if (fact !== undefined) this.#hearFrom(former.at, fact.at);
    return kept;
  }

  /** The author of a shingle's first source up to a time, one event excluded. */
  #readUpTo(at: number, shingle: number, own: EventId | undefined): Author | undefined {
    const seen = this.#read.get(shingle);
    if (seen === undefined || seen.at > at) return undefined;
    if (seen.event !== own) return seen.author;
    for (const other of this.#facts.from(seen.at)) {
      if (other.at > at) return undefined;
      if (other.event !== own && other.read?.shingles.includes(shingle) === true) return other.read.author;
    }
    return undefined;
  }

  /** Removes the shingles whose first source is an event; returns those hashes by their table. */
  #forget(fact: SessionFact): [SeenTable<SeenShingle>, Int32Array][] {
    const { event, read, said } = fact;
    if (read === undefined && said === undefined) return [];
    this.#facts.remove(fact);
    this.#kept -= (read?.shingles.length ?? 0) + (said?.length ?? 0);
    const isOwn = (seen: SeenShingle | undefined): boolean => seen?.event === event;
    const told: [SeenTable<SeenShingle>, Int32Array][] = [];
    if (read !== undefined) told.push([this.#read, read.forgotten === undefined ? read.shingles : this.#readBy(event)]);
    if (said !== undefined) told.push([this.#said, said]);
    const first = told.map(([table, hashes]): [SeenTable<SeenShingle>, Int32Array] => [
      table,
      hashes.filter((hash) => isOwn(table.get(hash))),
    ]);
    for (const [table, hashes] of first) table.setAll(hashes, NEVER, () => true);
    return first;
  }

  /** Hashes first read by an event that are not kept with its fact. */
  #readBy(event: EventId): Int32Array {
    const hashes: number[] = [];
    this.#read.each((hash, seen) => {
      if (seen.event === event) hashes.push(hash);
    });
    return Int32Array.from(hashes);
  }

  #add(fact: SessionFact): SessionFact {
    if (fact.read === undefined && fact.said === undefined) return fact;
    const isUnknown = fact.read !== undefined && this.#read.size > MAX_SHINGLES;
    if (isUnknown) this.#unknownAt = Math.min(this.#unknownAt, fact.at);
    this.#hear(isUnknown ? withoutReading(fact) : fact);
    const kept = isUnknown || this.#kept >= MAX_KEPT ? withoutReading(fact) : fact;
    this.#kept += (kept.read?.shingles.length ?? 0) + (kept.said?.length ?? 0);
    this.#facts.add(kept);
    return kept;
  }

  #hear({ at, event, read, said }: SessionFact): void {
    const isFirst = (known: SeenShingle | undefined): boolean =>
      known === undefined || known.at > at || (known.at === at && known.event > event);
    if (said !== undefined && this.#said.size <= MAX_SHINGLES) {
      this.#said.setAll(said, { at, author: 'person', event }, isFirst);
    }
    if (read !== undefined) this.#read.setAll(read.shingles, { at, author: read.author, event }, isFirst);
  }

  #hearAgain(): void {
    const from = this.#lostFrom;
    if (from === Number.POSITIVE_INFINITY) return;
    this.#lostFrom = Number.POSITIVE_INFINITY;
    this.#hearFrom(from, Number.POSITIVE_INFINITY);
  }

  /** Reads facts between two times again, both inclusive; the hashes of facts that were not kept stay unknown. */
  #hearFrom(from: number, until: number): void {
    for (const fact of this.#facts.from(from)) {
      if (fact.at > until) return;
      this.#hear(fact);
      if (fact.read?.forgotten !== undefined) this.#unknownAt = Math.min(this.#unknownAt, fact.at);
    }
  }
}
