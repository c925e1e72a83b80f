import type { EventId } from '../core/ids.ts';
import type { Author } from '../core/item.ts';
import type { Readings } from '../derive/quoted.ts';
import { type SessionFact, withoutReading } from '../derive/session-fact.ts';
import { LookedFor, type Use } from './looked-for.ts';
import { SeenTable } from './seen-table.ts';

/** Shingles of one session that are known; of one that reads more no further ones are. */
const MAX_SHINGLES = 400_000;
/** Shingles, the same ones again counted, that are kept with the events that read them. */
const MAX_KEPT = 1_000_000;

const NO_EVENT = '' as EventId;

interface Seen {
  at: number;
  author: Author;
  event: EventId;
}

/** Words by who told them, and those that persons said. */
export interface HeardWords<Hashes = number[]> {
  read: [Author, Hashes][];
  said: Hashes;
}

/** What a session read and what persons said in it, when first, and which events looked for it. Bounded. */
export class SessionWords {
  #read = new SeenTable<Seen>();
  #said = new SeenTable<number>();
  #kept = 0;
  #lookedFor = new LookedFor();

  /** Shingles that it holds. */
  get size(): number {
    return this.#kept + this.#lookedFor.size;
  }

  /** Shingles that events looked for, each as often as one did. */
  get asked(): number {
    return this.#lookedFor.size;
  }

  /** What the session had read up to a time, an event's own words aside, and no person had said in it. */
  readings(at: number, own?: EventId): Readings {
    return (shingle) => {
      const seen = this.#read.get(shingle);
      if (seen === undefined || seen.at > at || seen.event === own) return undefined;
      return (this.#said.get(shingle) ?? Number.POSITIVE_INFINITY) <= at ? undefined : seen.author;
    };
  }

  /** Takes in what an event looked for. */
  ask(use: Use, shingles: readonly number[]): void {
    this.#lookedFor.add(use, shingles);
  }

  /** All words by who told them, and what persons said. */
  heard(): HeardWords {
    const read = new Map<Author, number[]>();
    this.#read.each((hash, { author }) => {
      const hashes = read.get(author);
      if (hashes === undefined) read.set(author, [hash]);
      else hashes.push(hash);
    });
    const said: number[] = [];
    this.#said.each((hash) => said.push(hash));
    return { read: [...read], said };
  }

  /** Takes in what was heard up to a time: when each word was first is not known any more. */
  restore({ read, said }: HeardWords<ArrayLike<number>>, at: number): void {
    // Hashes come in the order of a table: in a smaller one they would crowd.
    this.#read = new SeenTable(read.reduce((sum, [, hashes]) => sum + hashes.length, 0));
    this.#said = new SeenTable(said.length);
    for (const [author, hashes] of read) this.#read.setAll(hashes, { at, author, event: NO_EVENT }, () => true);
    this.#said.setAll(said, at, () => true);
  }

  /**
   * Takes in what a fact read and said, and tells of every event that is answered otherwise by it. Gives the fact as it is
   * kept, and whether its words are not known: there is no more room for them.
   */
  add(fact: SessionFact, changes: (event: EventId) => void): { kept: SessionFact; isUnknown: boolean } {
    const { read, said } = fact;
    if (said !== undefined) this.#say(said, fact, changes);
    if (read === undefined) return { kept: fact, isUnknown: false };
    if (this.#read.size > MAX_SHINGLES || read.forgotten !== undefined) {
      return { kept: withoutReading(fact), isUnknown: true };
    }
    this.#hear(read, fact, changes);
    if (this.#kept >= MAX_KEPT) return { kept: withoutReading(fact), isUnknown: false };
    this.#kept += read.shingles.length;
    return { kept: fact, isUnknown: false };
  }

  /** True when some of what is known was told first by a fact, and another one of its event does not tell it. */
  isLost(former: SessionFact, fact: SessionFact | undefined): boolean {
    const { read, said } = former;
    if (read?.forgotten !== undefined) return true;
    if (read === undefined && said === undefined) return false;
    const isSame = fact?.at === former.at && fact.read?.author === read?.author;
    const stays = isSame ? new Set([...(fact.read?.shingles ?? []), ...(fact.said ?? [])]) : new Set<number>();
    const isFirst = (hash: number): boolean => this.#read.get(hash)?.event === former.event && !stays.has(hash);
    return (read?.shingles.some(isFirst) ?? false) || (said?.some((hash) => !stays.has(hash)) ?? false);
  }

  /** Tells of every event that looked for words of a fact at its time or later. */
  lookedFor({ at, read, said }: SessionFact, changes: (event: EventId) => void): void {
    for (const hashes of [read?.shingles, said]) {
      for (const hash of hashes ?? []) {
        for (const use of this.#lookedFor.of(hash)) if (use.at >= at) changes(use.event);
      }
    }
  }

  /** Forgets what was read and said, to be told again; what events looked for stays. */
  forgetHeard(): void {
    this.#read = new SeenTable();
    this.#said = new SeenTable();
    this.#kept = 0;
  }

  /** Forgets what events looked for. */
  forgetAsked(): void {
    this.#lookedFor = new LookedFor();
  }

  #say(said: Int32Array, { at, event }: SessionFact, changes: (event: EventId) => void): void {
    this.#kept += said.length;
    if (this.#said.size > MAX_SHINGLES) return;
    this.#said.setAll(said, at, (known, hash) => {
      if (known !== undefined && known <= at) return false;
      this.#tell(hash, { event, from: at, to: known ?? Number.POSITIVE_INFINITY }, changes);
      return true;
    });
  }

  #hear(
    { author, shingles }: NonNullable<SessionFact['read']>,
    { at, event }: SessionFact,
    changes: (event: EventId) => void,
  ): void {
    this.#read.setAll(shingles, { at, author, event }, (known, hash) => {
      if (known !== undefined && (known.at < at || (known.at === at && known.event <= event))) return false;
      // By another author it is also told otherwise where it was known.
      const to = known?.author === author ? known.at : Number.POSITIVE_INFINITY;
      this.#tell(hash, { event, from: at, to }, changes);
      return true;
    });
  }

  /** Events between two times, both inclusive, that looked for a hash; what an event tells itself changes nothing for it. */
  #tell(
    hash: number,
    { event, from, to }: { event: EventId; from: number; to: number },
    changes: (event: EventId) => void,
  ): void {
    for (const use of this.#lookedFor.of(hash)) {
      if (use.at >= from && use.at <= to && use.event !== event) changes(use.event);
    }
  }
}
