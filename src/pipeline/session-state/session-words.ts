import type { EventId } from '../../core/model/ids.ts';
import type { Author } from '../../core/model/kinds.ts';
import { type SessionFact, withoutReading } from '../../derive/event/session-fact.ts';
import type { Readings } from '../../derive/provenance/readings.ts';
import { SeenTable } from './seen-table.ts';
import { TimeList } from './time-list.ts';

/** Upper bound on the hashes of one session; further ones are dropped. */
const MAX_HASHES = 500_000;
/** Upper bound on the hashes, repetitions counted, that are kept with the events that read them. */
const MAX_KEPT = 1_200_000;

/** The first source of a hash and its time. */
interface SeenHash {
  at: number;
  author: Author;
  event: EventId;
}

const NO_EVENT = '' as EventId;
/** Marks a hash whose only known source was removed. */
const NEVER: SeenHash = { at: Number.POSITIVE_INFINITY, author: 'tool', event: NO_EVENT };

type Seen = SeenTable<SeenHash>;

/** Hashes by author, those from outside as the web's, and those that persons said. */
export interface ReadHashes<Hashes = number[]> {
  read: [Author, Hashes][];
  said: Hashes;
}

/**
 * When a session first read each shingle and word, from outside and from elsewhere, and when a person first said it there.
 * Bounded.
 */
export class SessionWords {
  #inside: Seen = new SeenTable();
  #outside: Seen = new SeenTable();
  #said: Seen = new SeenTable();
  /** Facts with hashes, as far as they are kept. */
  readonly #facts = new TimeList<SessionFact>();
  #kept = 0;
  #unknownAt = Number.POSITIVE_INFINITY;
  /** Facts from this time on must be read again: some hashes lost their first source. */
  #lostFrom = Number.POSITIVE_INFINITY;

  /** Number of hashes kept with facts. */
  get size(): number {
    return this.#kept;
  }

  /** Time, in milliseconds since 1970, from which the session may have read words that were dropped for want of room. */
  get unknownAt(): number {
    this.#hearAgain();
    return this.#unknownAt;
  }

  /** What the session had read up to a time, except an event's own, and except what a person had said. */
  readings(at: number, own?: EventId): Omit<Readings, 'hasOutside'> {
    const readIn = (table: Seen, hash: number): Author | undefined => {
      const author = this.#readUpTo(table, hash, { at, own });
      return author !== undefined && this.#saidAt(hash) <= at ? undefined : author;
    };
    return {
      authorOf: (hash) => {
        this.#hearAgain();
        return readIn(this.#outside, hash) ?? readIn(this.#inside, hash);
      },
      isOnlyOutside: (hash) => {
        this.#hearAgain();
        return readIn(this.#outside, hash) !== undefined && readIn(this.#inside, hash) === undefined;
      },
    };
  }

  /** All hashes by author, and those that persons said. */
  heard(): ReadHashes {
    this.#hearAgain();
    const read = new Map<Author, number[]>();
    for (const table of [this.#inside, this.#outside]) {
      table.each((hash, seen) => {
        if (seen === NEVER) return;
        const hashes = read.get(seen.author);
        if (hashes === undefined) read.set(seen.author, [hash]);
        else hashes.push(hash);
      });
    }
    const said: number[] = [];
    this.#said.each((hash, seen) => {
      if (seen !== NEVER) said.push(hash);
    });
    return { read: [...read], said };
  }

  /** Restores hashes from a snapshot; all count as seen at time `at`, since their first times are not stored. */
  restore({ read, said }: ReadHashes<ArrayLike<number>>, at: number): void {
    // Hashes come in the order of a table: in a smaller table they would cluster.
    const counted = (isOutside: boolean): number =>
      read.reduce((sum, [author, hashes]) => sum + ((author === 'web') === isOutside ? hashes.length : 0), 0);
    this.#inside = new SeenTable(counted(false));
    this.#outside = new SeenTable(counted(true));
    this.#said = new SeenTable(said.length);
    for (const [author, hashes] of read) {
      this.#tableOf(author).setAll(hashes, { at, author, event: NO_EVENT }, () => true);
    }
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

  #tableOf(author: Author): Seen {
    return author === 'web' ? this.#outside : this.#inside;
  }

  #saidAt(hash: number): number {
    return this.#said.get(hash)?.at ?? Number.POSITIVE_INFINITY;
  }

  /** The author of a hash's first source in a table up to a time, one event excluded. */
  #readUpTo(table: Seen, hash: number, { at, own }: { at: number; own: EventId | undefined }): Author | undefined {
    const seen = table.get(hash);
    if (seen === undefined || seen.at > at) return undefined;
    if (seen.event !== own) return seen.author;
    for (const { at: time, event, read } of this.#facts.from(seen.at)) {
      if (time > at) return undefined;
      if (event === own || read === undefined || this.#tableOf(read.author) !== table) continue;
      if (read.shingles.includes(hash)) return read.author;
    }
    return undefined;
  }

  /** Removes the hashes whose first source is an event; returns them by their table. */
  #forget(fact: SessionFact): [Seen, Int32Array][] {
    const { event, read, said } = fact;
    if (read === undefined && said === undefined) return [];
    this.#facts.remove(fact);
    this.#kept -= (read?.shingles.length ?? 0) + (said?.length ?? 0);
    const isOwn = (seen: SeenHash | undefined): boolean => seen?.event === event;
    const told: [Seen, Int32Array][] = [];
    if (read !== undefined) {
      const table = this.#tableOf(read.author);
      told.push([table, read.forgotten === undefined ? read.shingles : hashesBy(table, event)]);
    }
    if (said !== undefined) told.push([this.#said, said]);
    const first = told.map(([table, hashes]): [Seen, Int32Array] => [
      table,
      hashes.filter((hash) => isOwn(table.get(hash))),
    ]);
    for (const [table, hashes] of first) table.setAll(hashes, NEVER, () => true);
    return first;
  }

  #add(fact: SessionFact): SessionFact {
    if (fact.read === undefined && fact.said === undefined) return fact;
    const isUnknown = fact.read !== undefined && this.#inside.size + this.#outside.size > MAX_HASHES;
    if (isUnknown) this.#unknownAt = Math.min(this.#unknownAt, fact.at);
    this.#hear(isUnknown ? withoutReading(fact) : fact);
    const kept = isUnknown || this.#kept >= MAX_KEPT ? withoutReading(fact) : fact;
    this.#kept += (kept.read?.shingles.length ?? 0) + (kept.said?.length ?? 0);
    this.#facts.add(kept);
    return kept;
  }

  #hear({ at, event, read, said }: SessionFact): void {
    const isFirst = (known: SeenHash | undefined): boolean =>
      known === undefined || known.at > at || (known.at === at && known.event > event);
    if (said !== undefined && this.#said.size <= MAX_HASHES) {
      this.#said.setAll(said, { at, author: 'person', event }, isFirst);
    }
    if (read === undefined) return;
    this.#tableOf(read.author).setAll(read.shingles, { at, author: read.author, event }, isFirst);
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

/** Hashes first read by an event that are not kept with its fact. */
function hashesBy(table: Seen, by: EventId): Int32Array {
  const hashes: number[] = [];
  table.each((hash, { event }) => {
    if (event === by) hashes.push(hash);
  });
  return Int32Array.from(hashes);
}
