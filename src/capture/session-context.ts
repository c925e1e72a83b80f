import type { StoredEvent } from '../core/event.ts';
import type { EventId } from '../core/ids.ts';
import type { DeriveContext } from '../derive/derive-event.ts';
import type { Readings } from '../derive/quoted.ts';
import { type SessionFact, sameFact } from '../derive/session-fact.ts';
import { SessionChanges } from './session-changes.ts';
import { SessionTurns, type TurnUse } from './session-turns.ts';
import { SessionWords } from './session-words.ts';
import type { ContextSnapshot } from './stored-context.ts';
import { TimeList } from './time-list.ts';

/** Events whose questions are remembered, and words that they looked for: of a session that asked more all are forgotten. */
const MAX_USES = 400_000;
const MAX_ASKED = 4_000_000;

/** Facts from which on a session is long. */
const LONG = 2_000;

/** What has to be derived anew since something became known. */
export interface Effect {
  events: ReadonlySet<EventId>;
  /** Public ids of notes that were stated in the session. */
  notes: readonly string[];
  /** Times between which, both inclusive, events may have to be derived anew of which it is not known what they asked. */
  unknown?: { since: number; until: number };
}

/** How far a session is known: the number of its last event, and the time of its last fact. */
type Place = Pick<ContextSnapshot, 'until' | 'lastAt'>;

/** An event that asked something: what its turn is about, the files changed before, or only words. */
type EventUse = TurnUse & { turn: boolean; changes: boolean };

/**
 * What the events of one session are to each other, in memory. What it takes to add an event does not grow with the session;
 * bounded; made anew from the log when it is gone.
 */
export class SessionContext {
  /** By the event's number in the log. */
  readonly #facts = new Map<number, SessionFact>();
  /** Facts whose events may not have been derived yet. */
  readonly #unsure = new Set<number>();
  readonly #words = new SessionWords();
  readonly #turns = new SessionTurns();
  readonly #changes = new SessionChanges();
  readonly #notes = new TimeList<SessionFact>();
  readonly #uses = new Map<number, EventUse>();
  /** Events that were derived again since, of the times up to `derivedUntil`. */
  readonly #remembered = new Set<number>();
  /** Facts that told first what is not told any more. */
  #lost: SessionFact[] = [];
  /** The event that is being derived, and what it asked so far. */
  #asking: { seq: number; use: EventUse; shingles: number[] } | undefined;
  #askedUntil = Number.NEGATIVE_INFINITY;
  /** Time up to which events of the session were derived of which it is not known what they asked. */
  derivedUntil = Number.NEGATIVE_INFINITY;
  /** When the session first read something untrusted, milliseconds since 1970. */
  exposedAt = Number.POSITIVE_INFINITY;

  /** Number of the last event that it knows. */
  until = 0;
  /** Facts that became known since it was stored. */
  news = 0;
  #lastAt = Number.NEGATIVE_INFINITY;
  /** What it was made of, when it was made of a snapshot: of what was before it knows what later events need. */
  readonly #origin: Place | undefined;
  /** What is stored of it: the number of the last event, and the time of the last fact. */
  #stored: Place | undefined;
  #isOutdated = false;

  constructor(snapshot?: ContextSnapshot) {
    if (snapshot === undefined) return;
    const { until, lastAt, exposedAt, words, facts } = snapshot;
    this.#words.restore(words, lastAt);
    for (const fact of facts) this.#turns.add(fact);
    for (const fact of facts) this.#changes.add(fact);
    this.until = until;
    this.#lastAt = lastAt;
    this.exposedAt = exposedAt;
    this.#origin = { until, lastAt };
    this.#stored = this.#origin;
  }

  /** Shingles and facts that it holds: what it costs. */
  get size(): number {
    return this.#words.size + this.#facts.size + this.#uses.size;
  }

  /** True for a session that takes a while to be read from the log. */
  get isLong(): boolean {
    return this.#origin !== undefined || this.#facts.size >= LONG;
  }

  /** False for an event of which it does not know what was before it. */
  reaches({ seq, at }: Pick<StoredEvent, 'seq' | 'at'>): boolean {
    return this.#origin === undefined || (seq > this.#origin.until && at >= this.#origin.lastAt);
  }

  /** What later events need to know of it. */
  snapshot(): ContextSnapshot {
    const facts = [...this.#turns.facts(), ...this.#changes.facts()];
    const { until, exposedAt } = this;
    return { until, lastAt: this.#lastAt, exposedAt, words: this.#words.heard(), facts };
  }

  /** The last snapshot is stored. */
  stored(): void {
    this.#stored = { until: this.until, lastAt: this.#lastAt };
    this.#isOutdated = false;
    this.news = 0;
  }

  /** True once when what is stored of it is not so any more. */
  takeOutdated(): boolean {
    const isOutdated = this.#isOutdated;
    this.#isOutdated = false;
    if (isOutdated) this.#stored = undefined;
    return isOutdated;
  }

  /** Takes in what an event is to others; true when that is news. `unsure`: it may be news when it comes again. */
  add(seq: number, fact: SessionFact | undefined, unsure = false): boolean {
    this.until = Math.max(this.until, seq);
    const isOther = !sameFact(this.#facts.get(seq), fact);
    const isNews = this.#unsure.delete(seq) || isOther;
    if (unsure) this.#unsure.add(seq);
    if (isOther) this.#put(seq, fact, () => undefined);
    this.settle();
    return isNews;
  }

  /** What the rules need to know of the session for one of its events; what they ask is remembered once it is learned. */
  contextOf(event: StoredEvent, root: { projectRoot?: string }): DeriveContext {
    const { id, at, seq, subagent, prompt } = event;
    const use: EventUse = {
      event: id,
      at,
      isOver: false,
      subagent,
      prompt,
      wanted: undefined,
      turn: false,
      changes: false,
    };
    const shingles: number[] = [];
    this.#asking = { seq, use, shingles };
    const readings = this.readings(at, id);
    const [turns, changes] = [this.#turns, this.#changes];
    return {
      ...root,
      get wanted() {
        use.turn = true;
        use.wanted = turns.wantedOf(use);
        return use.wanted;
      },
      readings: (shingle) => {
        shingles.push(shingle);
        return readings(shingle);
      },
      changes: (amends) => {
        use.changes = true;
        return changes.before(event, amends);
      },
    };
  }

  /** Takes in what an event that was just derived is to others; gives what that changes of what was derived before. */
  learn({ seq, at }: Pick<StoredEvent, 'seq' | 'at'>, fact: SessionFact | undefined): Effect | undefined {
    this.until = Math.max(this.until, seq);
    this.#remember(seq);
    if (at <= this.derivedUntil) this.#remembered.add(seq);
    const former = this.#facts.get(seq);
    const isOther = !sameFact(former, fact);
    if (!this.#unsure.delete(seq) && !isOther) return undefined;
    const events = new Set<EventId>();
    if (isOther) this.#put(seq, fact, (event) => events.add(event));
    const facts = [former, fact].filter((one) => one !== undefined);
    const from = Math.min(at, ...facts.map((one) => one.at));
    const isTold = facts.some(
      ({ read, said, exposes }) => read !== undefined || said !== undefined || exposes === true,
    );
    return { events, notes: isTold ? this.#notesSince(from) : [], ...this.#unknownSince(from) };
  }

  /** True for an event of the times up to `derivedUntil` that was derived again: what it asked is known. */
  remembers(seq: number): boolean {
    return this.#remembered.has(seq);
  }

  /** To be called when a step is learned: forgets what is not told any more, and gives the events that looked for it. */
  settle(): ReadonlySet<EventId> {
    const events = new Set<EventId>();
    for (const fact of this.#lost) this.#words.lookedFor(fact, (event) => events.add(event));
    if (this.#lost.length > 0) this.#hearAgain();
    this.#lost = [];
    return events;
  }

  /** What the session had read up to a time, an event's own words aside, and no person had said in it. */
  readings(at: number, own?: EventId): Readings {
    return this.#words.readings(at, own);
  }

  #remember(seq: number): void {
    const asking = this.#asking;
    if (asking?.seq !== seq) return;
    this.#asking = undefined;
    const { use, shingles } = asking;
    const former = this.#uses.get(seq);
    if (former !== undefined) this.#forget(seq, former);
    if (!use.turn && !use.changes && shingles.length === 0) return;
    this.#uses.set(seq, use);
    if (use.turn) this.#turns.ask(use);
    if (use.changes) this.#changes.ask(use);
    this.#words.ask(use, shingles);
    this.#askedUntil = Math.max(this.#askedUntil, use.at);
    if (this.#uses.size > MAX_USES || this.#words.asked > MAX_ASKED) this.#forgetAll();
  }

  #forget(seq: number, use: EventUse): void {
    use.isOver = true;
    this.#uses.delete(seq);
    if (use.turn) this.#turns.forget(use);
    if (use.changes) this.#changes.forget(use);
  }

  #forgetAll(): void {
    for (const [seq, use] of this.#uses) this.#forget(seq, use);
    this.#remembered.clear();
    this.#words.forgetAsked();
    this.derivedUntil = Math.max(this.derivedUntil, this.#askedUntil);
  }

  /** From now on it is known what the events of these times ask: they are derived again. */
  #unknownSince(since: number): Pick<Effect, 'unknown'> {
    if (since > this.derivedUntil) return {};
    const until = this.derivedUntil;
    this.derivedUntil = since - 1;
    return { unknown: { since, until } };
  }

  /** Notes that calls of the session made at a time or later. */
  #notesSince(since: number): string[] {
    return this.#notes
      .from(since)
      .flatMap(({ note }) => (note === undefined ? [] : [note]))
      .toArray();
  }

  /** Puts a fact in the place of the one of its event, and tells of every event that is answered otherwise by it. */
  #put(seq: number, fact: SessionFact | undefined, changes: (event: EventId) => void): void {
    const former = this.#facts.get(seq);
    this.#noteNews(seq, [former, fact]);
    if (former !== undefined) this.#takeOut(former, fact);
    if (fact === undefined) this.#facts.delete(seq);
    else {
      const heard = this.#hear(fact, changes);
      // What is to be heard again is kept as it is until then.
      const kept = this.#lost.length > 0 ? fact : heard;
      this.#facts.set(seq, kept);
      this.#turns.add(kept);
      this.#changes.add(kept);
      if (kept.note !== undefined) this.#notes.add(kept);
    }
    for (const one of [former, fact]) {
      if (one === undefined) continue;
      this.#turns.changedBy(one, changes);
      this.#changes.changedBy(one, changes);
    }
  }

  #noteNews(seq: number, facts: readonly (SessionFact | undefined)[]): void {
    this.news += 1;
    for (const fact of facts) {
      if (fact === undefined) continue;
      if (this.#stored !== undefined && (seq <= this.#stored.until || fact.at < this.#stored.lastAt))
        this.#isOutdated = true;
      this.#lastAt = Math.max(this.#lastAt, fact.at);
    }
  }

  #takeOut(former: SessionFact, fact: SessionFact | undefined): void {
    this.#turns.remove(former);
    this.#changes.remove(former);
    if (former.note !== undefined) this.#notes.remove(former);
    if (this.#words.isLost(former, fact)) this.#lost.push(former);
    else if (former.exposes === true && fact?.exposes !== true) this.#lost.push(former);
  }

  /** Gives the fact as it is kept. It exposes when its words could not be kept: nobody knows what is said again of them. */
  #hear(fact: SessionFact, changes: (event: EventId) => void = () => undefined): SessionFact {
    const { kept, isUnknown } = this.#words.add(fact, changes);
    if (fact.exposes === true || isUnknown) this.exposedAt = Math.min(this.exposedAt, fact.at);
    return kept;
  }

  #hearAgain(): void {
    this.#words.forgetHeard();
    this.exposedAt = Number.POSITIVE_INFINITY;
    for (const [seq, fact] of this.#facts) this.#facts.set(seq, this.#hear(fact));
  }
}
