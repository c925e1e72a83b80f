import type { StoredEvent } from '../core/event.ts';
import type { EventId } from '../core/ids.ts';
import type { Author } from '../core/item.ts';
import type { DeriveContext } from '../derive/derive-event.ts';
import type { Readings } from '../derive/quoted.ts';
import { type SessionFact, sameFact, withoutReading } from '../derive/session-fact.ts';
import { SeenTable } from './seen-table.ts';
import { Uses } from './uses.ts';

/** Shingles of one session that are kept; one that reads more counts as exposed from then on. */
const MAX_SHINGLES = 400_000;
/** Shingles, the same ones again counted, that are kept with the events that read them. */
const MAX_KEPT = 1_000_000;
const MAX_CHANGES = 50;
/** Prompts before one that does not tell what is wanted in which it is looked for. */
const LOOK_BACK = 4;

/** Which prompt and thread an event belongs to. */
interface Prompted {
  prompt: string | undefined;
  subagent: string | undefined;
}

interface Seen {
  at: number;
  author: Author;
  event: EventId;
}

/** What has to be derived anew since something became known. */
export interface Effect {
  events: EventId[];
  /** Public ids of notes that were stated in the session. */
  notes: string[];
  /** Time from which on events may have to be derived anew of which it is not known what they asked. */
  since?: number;
}

/** What the events of one session are to each other, in memory. Bounded; made anew from the log when it is gone. */
export class SessionContext {
  /** By the event's number in the log. */
  readonly #facts = new Map<number, SessionFact>();
  /** Facts whose events may not have been derived yet. */
  readonly #unsure = new Set<number>();
  #read = new SeenTable<Seen>();
  #said = new Map<number, number>();
  /** Facts of prompts, by time. */
  #asked: SessionFact[] = [];
  #shingles = 0;
  readonly #uses = new Uses();
  /** Time up to which events of the session were derived before this context was made. */
  derivedUntil = Number.NEGATIVE_INFINITY;
  /** When the session first read something untrusted, milliseconds since 1970. */
  exposedAt = Number.POSITIVE_INFINITY;

  /** Shingles that it holds: what it costs. */
  get size(): number {
    return this.#shingles + this.#facts.size + this.#uses.size;
  }

  /** Takes in what an event is to others; true when that is news. `unsure`: it may be news when it comes again. */
  add(seq: number, fact: SessionFact | undefined, unsure = false): boolean {
    const known = this.#facts.get(seq);
    const isNews = this.#unsure.delete(seq) || !sameFact(known, fact);
    if (unsure) this.#unsure.add(seq);
    if (sameFact(known, fact)) return isNews;
    if (fact === undefined) this.#facts.delete(seq);
    else this.#facts.set(seq, known === undefined ? this.#index(fact) : fact);
    if (known !== undefined) this.#indexAll();
    return isNews;
  }

  /** What the rules need to know of the session for one of its events; what they ask is noted. */
  contextOf(event: StoredEvent, root: { projectRoot?: string }): DeriveContext {
    const use = this.#uses.begin(event);
    const readings = this.readings(event.at, event.id);
    const { id, at, prompt, subagent } = event;
    const again = (): string | undefined => this.#promptOf({ at, prompt, subagent });
    return {
      ...root,
      get prompt() {
        use.prompt = { words: again(), again };
        return use.prompt.words;
      },
      readings: (shingle) => {
        use.shingles.push(shingle);
        return readings(shingle);
      },
      changes: (amends) => {
        use.changes = true;
        return this.#changesBefore({ id, at }, amends);
      },
    };
  }

  /** Takes in what an event that was just derived is to others; gives what that changes of what was derived before. */
  learn({ id, seq, at }: Pick<StoredEvent, 'id' | 'seq' | 'at'>, fact: SessionFact | undefined): Effect | undefined {
    this.#uses.end(seq);
    const former = this.#facts.get(seq);
    if (!this.add(seq, fact)) return undefined;
    const facts = [former, fact].filter((one) => one !== undefined);
    const from = Math.min(at, ...facts.map((one) => one.at));
    const words = facts.flatMap(({ read, said }) => [read?.shingles, said].filter((hashes) => hashes !== undefined));
    const exposes = facts.some((one) => one.exposes === true);
    const events = this.#uses.changedBy({
      event: id,
      at: from,
      words,
      files: facts.some(({ changed, commits }) => changed !== undefined || commits === true),
      asked: facts.some(({ asked }) => asked !== undefined),
    });
    const notes = words.length > 0 || exposes ? this.#notesSince(from) : [];
    const since = from <= this.derivedUntil ? { since: from } : {};
    return { events, notes, ...since };
  }

  /** What the session had read up to a time, an event's own words aside, and no person had said in it. */
  readings(at: number, own?: EventId): Readings {
    return (shingle) => {
      const seen = this.#read.get(shingle);
      if (seen === undefined || seen.at > at || seen.event === own) return undefined;
      return (this.#said.get(shingle) ?? Number.POSITIVE_INFINITY) <= at ? undefined : seen.author;
    };
  }

  /** Notes that calls of the session made at a time or later. */
  #notesSince(since: number): string[] {
    return [...this.#facts.values()].flatMap(({ note, at }) => (note === undefined || at < since ? [] : [note]));
  }

  #indexAll(): void {
    this.#read = new SeenTable();
    this.#said = new Map();
    this.#asked = [];
    this.#shingles = 0;
    this.exposedAt = Number.POSITIVE_INFINITY;
    for (const [seq, fact] of this.#facts) this.#facts.set(seq, this.#index(fact));
  }

  /**
   * Gives the fact as it is kept: of one more than can be remembered what was read is forgotten. It counts as exposed when it
   * could not be indexed, or cannot be any more.
   */
  #index(fact: SessionFact): SessionFact {
    const { at, event, read, said, exposes } = fact;
    if (exposes === true) this.exposedAt = Math.min(this.exposedAt, at);
    if (fact.asked !== undefined) insertInOrder(this.#asked, fact);
    this.#shingles += said?.length ?? 0;
    for (const hash of said ?? [])
      if ((this.#said.get(hash) ?? Number.POSITIVE_INFINITY) > at) this.#said.set(hash, at);
    if (read === undefined) return fact;
    if (this.#read.size > MAX_SHINGLES || read.forgotten !== undefined) {
      this.exposedAt = Math.min(this.exposedAt, at);
      return withoutReading(fact);
    }
    this.#indexRead(read.shingles, { at, event, author: read.author });
    if (this.#shingles >= MAX_KEPT) return withoutReading(fact);
    this.#shingles += read.shingles.length;
    return fact;
  }

  #indexRead(shingles: Int32Array, seen: Seen): void {
    this.#read.setAll(shingles, seen, (known) => known === undefined || known.at > seen.at);
  }

  #inOrder(): SessionFact[] {
    return [...this.#facts.values()].sort(compareFacts);
  }

  /**
   * The words of the prompt that an event belongs to: the latest of its thread, by label where it has one. One that does
   * not tell what is wanted ("the second one, please") goes on with what was wanted before it.
   */
  #promptOf({ at, prompt, subagent }: Pick<StoredEvent, 'at'> & Prompted): string | undefined {
    const before = this.#asked.filter((fact) => fact.at <= at);
    const own = before.filter((fact) => fact.subagent === subagent);
    const thread = own.length > 0 ? own : before.filter((fact) => fact.subagent === undefined);
    const labelled = prompt === undefined ? -1 : thread.findLastIndex(({ asked }) => asked?.label === prompt);
    const last = labelled < 0 ? thread.length - 1 : labelled;
    const telling = thread
      .slice(Math.max(0, last - LOOK_BACK), last + 1)
      .findLast(({ asked }) => asked?.tells === true);
    return (telling ?? thread[last])?.asked?.text;
  }

  #changesBefore({ id, at }: Pick<StoredEvent, 'id' | 'at'>, amends: boolean): string[] {
    const files = new Set<string>();
    let boundaries = amends ? 2 : 1;
    for (const fact of this.#inOrder().toReversed()) {
      if (fact.at > at || fact.event === id || (fact.at === at && fact.event > id)) continue;
      if (fact.commits === true) boundaries -= 1;
      if (boundaries === 0 || files.size >= MAX_CHANGES) break;
      for (const file of fact.changed ?? []) if (!file.startsWith('/')) files.add(file);
    }
    return [...files];
  }
}

function compareFacts(one: SessionFact, other: SessionFact): number {
  return one.at - other.at || (one.event < other.event ? -1 : 1);
}

function insertInOrder(facts: SessionFact[], fact: SessionFact): void {
  const after = facts.findLastIndex((one) => compareFacts(one, fact) < 0);
  facts.splice(after + 1, 0, fact);
}
