import type { StoredEvent } from '../core/event.ts';
import type { EventId } from '../core/ids.ts';
import type { Author } from '../core/item.ts';
import type { DeriveContext } from '../derive/derive-event.ts';
import type { Readings } from '../derive/quoted.ts';
import { type SessionFact, sameFact } from '../derive/session-fact.ts';

/** Shingles of one session that are kept; one that reads more counts as exposed from then on. */
const MAX_SHINGLES = 400_000;
const MAX_CHANGES = 50;
/** Prompts before one that does not tell what is wanted in which it is looked for. */
const LOOK_BACK = 4;

interface Seen {
  at: number;
  author: Author;
  event: EventId;
}

/** What the events of one session are to each other, in memory. Bounded; made anew from the log when it is gone. */
export class SessionContext {
  /** By the event's number in the log. */
  readonly #facts = new Map<number, SessionFact>();
  /** Facts whose events may not have been derived yet. */
  readonly #unsure = new Set<number>();
  #read = new Map<number, Seen>();
  #said = new Map<number, number>();
  /** Facts of prompts, by time. */
  #asked: SessionFact[] = [];
  #shingles = 0;
  /** Time of the latest event that was derived; what comes later with an earlier time may change what it gave. */
  latestAt = Number.NEGATIVE_INFINITY;
  /** When the session first read something untrusted, milliseconds since 1970. */
  exposedAt = Number.POSITIVE_INFINITY;

  /** Shingles that it holds: what it costs. */
  get size(): number {
    return this.#shingles + this.#facts.size;
  }

  /** Takes in what an event is to others; true when that is news. `unsure`: it may be news when it comes again. */
  add(seq: number, fact: SessionFact | undefined, unsure = false): boolean {
    const known = this.#facts.get(seq);
    const isNews = this.#unsure.delete(seq) || !sameFact(known, fact);
    if (unsure) this.#unsure.add(seq);
    if (sameFact(known, fact)) return isNews;
    if (fact === undefined) this.#facts.delete(seq);
    else this.#facts.set(seq, fact);
    if (known !== undefined) this.#indexAll();
    else if (fact !== undefined) this.#index(fact);
    return isNews;
  }

  /** What the rules need to know of the session for one of its events. */
  contextOf(event: StoredEvent): DeriveContext {
    const prompt = event.body.kind === 'tool.end' ? this.#promptOf(event) : undefined;
    return {
      ...(prompt === undefined ? {} : { prompt }),
      readings: this.readings(event.at, event.id),
      changes: (amends) => this.#changesBefore(event, amends),
    };
  }

  /** What the session had read up to a time, an event's own words aside, and no person had said in it. */
  readings(at: number, own?: EventId): Readings {
    return (shingle) => {
      const seen = this.#read.get(shingle);
      if (seen === undefined || seen.at > at || seen.event === own) return undefined;
      return (this.#said.get(shingle) ?? Number.POSITIVE_INFINITY) <= at ? undefined : seen.author;
    };
  }

  /** Notes that calls of the session made, and when. */
  notes(): { id: string; at: number }[] {
    return this.#inOrder().flatMap(({ note, at }) => (note === undefined ? [] : [{ id: note, at }]));
  }

  #indexAll(): void {
    this.#read = new Map();
    this.#said = new Map();
    this.#asked = [];
    this.#shingles = 0;
    this.exposedAt = Number.POSITIVE_INFINITY;
    for (const fact of this.#facts.values()) this.#index(fact);
  }

  #index(fact: SessionFact): void {
    const { at, event, read, said, exposes } = fact;
    if (exposes === true) this.exposedAt = Math.min(this.exposedAt, at);
    if (fact.asked !== undefined) insertInOrder(this.#asked, fact);
    this.#shingles += (read?.shingles.length ?? 0) + (said?.length ?? 0);
    for (const hash of said ?? [])
      if ((this.#said.get(hash) ?? Number.POSITIVE_INFINITY) > at) this.#said.set(hash, at);
    if (read === undefined) return;
    if (this.#read.size > MAX_SHINGLES) this.exposedAt = Math.min(this.exposedAt, at);
    else this.#indexRead(read.shingles, { at, event, author: read.author });
  }

  #indexRead(shingles: Int32Array, seen: Seen): void {
    for (const hash of shingles) {
      const known = this.#read.get(hash);
      if (known === undefined || known.at > seen.at) this.#read.set(hash, seen);
    }
  }

  #inOrder(): SessionFact[] {
    return [...this.#facts.values()].sort(compareFacts);
  }

  /**
   * The words of the prompt that an event belongs to: the latest of its thread, by label where it has one. One that does
   * not tell what is wanted ("the second one, please") goes on with what was wanted before it.
   */
  #promptOf({ at, prompt, subagent }: StoredEvent): string | undefined {
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

  #changesBefore({ id, at }: StoredEvent, amends: boolean): string[] {
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
