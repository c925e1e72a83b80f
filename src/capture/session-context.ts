import type { StoredEvent } from '../core/event.ts';
import type { EventId } from '../core/ids.ts';
import type { DeriveContext } from '../derive/derive-event.ts';
import type { Readings } from '../derive/quoted.ts';
import { type SessionFact, sameFact } from '../derive/session-fact.ts';
import { SessionChanges } from './session-changes.ts';
import { SessionTurns } from './session-turns.ts';
import { SessionUses, type UnknownTimes } from './session-uses.ts';
import { SessionWords } from './session-words.ts';
import type { ContextSnapshot } from './stored-context.ts';
import { TimeList } from './time-list.ts';

/** What has to be derived anew since something became known. */
export interface Effect {
  events: ReadonlySet<EventId>;
  /** Public ids of notes that were stated in the session. */
  notes: readonly string[];
  /** Times whose events may have to be derived anew: it is not known what they asked. */
  unknown?: UnknownTimes | undefined;
}

/** How far a session is known: the number of its last event, and the time of its last fact. */
type Reach = Pick<ContextSnapshot, 'until' | 'lastAt' | 'count'>;

/**
 * What the events of one session are to each other, in memory. What it costs to add one does not grow with the session;
 * bounded. Made anew from a snapshot or the log when it is gone.
 */
export class SessionContext {
  /** By the event's number in the log. */
  readonly #facts = new Map<number, SessionFact>();
  /** Facts whose events may not have been derived yet. */
  readonly #unsure = new Set<number>();
  readonly #words = new SessionWords();
  readonly #turns = new SessionTurns();
  readonly #changes = new SessionChanges();
  readonly #uses = new SessionUses({ words: this.#words, turns: this.#turns, changes: this.#changes });
  readonly #notes = new TimeList<SessionFact>();
  /** Facts that told first what is not told any more. */
  #lost: SessionFact[] = [];
  #until = 0;
  #lastAt = Number.NEGATIVE_INFINITY;
  #exposedAt = Number.POSITIVE_INFINITY;
  /** What it was made of: of what was before, it knows what later events need. */
  readonly #origin: Reach | undefined;
  /** What is stored of it. */
  #stored: Reach | undefined;
  #isOutdated = false;
  #news = 0;

  /** `derivedUntil`: the time up to which events of the session were derived before. */
  constructor(derivedUntil = Number.NEGATIVE_INFINITY, snapshot?: ContextSnapshot) {
    this.#uses.beginAfter(derivedUntil);
    if (snapshot === undefined) return;
    const { until, lastAt, count, exposedAt, words, facts } = snapshot;
    this.#words.restore(words, lastAt);
    for (const fact of facts) this.#turns.add(fact);
    for (const fact of facts) this.#changes.add(fact);
    this.#until = until;
    this.#lastAt = lastAt;
    this.#exposedAt = exposedAt;
    this.#origin = { until, lastAt, count };
    this.#stored = this.#origin;
  }

  /** Shingles, facts and uses that it holds: what it costs. */
  get size(): number {
    return this.#words.size + this.#facts.size + this.#uses.size;
  }

  /** Facts that became known since it was stored. */
  get news(): number {
    return this.#news;
  }

  /** Facts of the session, about: those that are not in memory were counted when it was stored. */
  get facts(): number {
    return this.#facts.size + (this.#origin?.count ?? 0);
  }

  /** Number of the last event that it knows. */
  get until(): number {
    return this.#until;
  }

  /** When the session first read something untrusted, milliseconds since 1970. */
  get exposedAt(): number {
    return this.#exposedAt;
  }

  /** False for a time, or an event, of which it may not know what was before it. */
  reaches({ at, seq = Number.POSITIVE_INFINITY }: { at: number; seq?: number }): boolean {
    return this.#origin === undefined || (seq > this.#origin.until && at > this.#origin.lastAt);
  }

  /** What later events need to know of it. */
  snapshot(): ContextSnapshot {
    const facts = [...this.#turns.facts(), ...this.#changes.facts()];
    const [until, lastAt, exposedAt] = [this.#until, this.#lastAt, this.#exposedAt];
    return { until, lastAt, count: this.facts, exposedAt, words: this.#words.heard(), facts };
  }

  /** Its snapshot is stored. */
  stored(): void {
    this.#stored = { until: this.#until, lastAt: this.#lastAt, count: this.facts };
    this.#isOutdated = false;
    this.#news = 0;
  }

  /** True once when what is stored of it is not so any more. */
  takeOutdated(): boolean {
    const isOutdated = this.#isOutdated;
    if (isOutdated) this.#stored = undefined;
    this.#isOutdated = false;
    return isOutdated;
  }

  /** Takes in what an event is to others; true when that is news. `unsure`: it may be news when it comes again. */
  add(seq: number, fact: SessionFact | undefined, unsure = false): boolean {
    const isOther = !sameFact(this.#facts.get(seq), fact);
    const isNews = this.#unsure.delete(seq) || isOther;
    if (unsure) this.#unsure.add(seq);
    if (isOther) this.#put(seq, fact, () => undefined);
    this.#until = Math.max(this.#until, seq);
    this.settle();
    return isNews;
  }

  /** What the rules need to know of the session for one of its events; to be followed by `learn`. */
  contextOf(event: StoredEvent, root: { projectRoot?: string }): DeriveContext {
    return this.#uses.begin(event, root);
  }

  /** Takes in what an event that was just derived is to others; gives what that changes of what was derived before. */
  learn(event: Pick<StoredEvent, 'seq' | 'at'>, fact: SessionFact | undefined): Effect | undefined {
    const { seq, at } = event;
    this.#until = Math.max(this.#until, seq);
    this.#uses.end(event);
    const former = this.#facts.get(seq);
    const isOther = !sameFact(former, fact);
    if (!this.#unsure.delete(seq) && !isOther) return undefined;
    const events = new Set<EventId>();
    if (isOther) this.#put(seq, fact, (one) => events.add(one));
    const facts = [former, fact].filter((one) => one !== undefined);
    const from = Math.min(at, ...facts.map((one) => one.at));
    const isHeard = facts.some(
      ({ read, said, exposes }) => read !== undefined || said !== undefined || exposes === true,
    );
    return { events, notes: isHeard ? this.#notesSince(from) : [], unknown: this.#uses.takeUnknown(from) };
  }

  /** To be called when a step is learned: forgets what is not told any more, and gives the events that looked for it. */
  settle(): ReadonlySet<EventId> {
    const events = new Set<EventId>();
    for (const fact of this.#lost) this.#words.lookedFor(fact, (event) => events.add(event));
    if (this.#lost.length > 0) this.#hearAgain();
    this.#lost = [];
    return events;
  }

  /** What the session had read up to a time, and no person had said in it. */
  readings(at: number): Readings {
    return this.#words.readings(at);
  }

  /** True for an event of which it is known what it asked, among others of which it is not. */
  remembers(seq: number): boolean {
    return this.#uses.isKnown(seq);
  }

  /** Notes that calls of the session made at a time or later. */
  #notesSince(since: number): string[] {
    const notes = this.#notes.from(since).map(({ note }) => note);
    return notes.filter((note) => note !== undefined).toArray();
  }

  /** Puts a fact in the place of the one of its event, and tells of every event that is answered otherwise by it. */
  #put(seq: number, fact: SessionFact | undefined, changes: (event: EventId) => void): void {
    const former = this.#facts.get(seq);
    const both = [former, fact].filter((one) => one !== undefined);
    this.#noteNews(seq, both);
    if (former !== undefined) this.#takeOut(former, fact);
    if (fact === undefined) this.#facts.delete(seq);
    else this.#takeIn(seq, fact, changes);
    for (const one of both) {
      this.#turns.changedBy(one, changes);
      this.#changes.changedBy(one, changes);
    }
  }

  #noteNews(seq: number, facts: readonly SessionFact[]): void {
    this.#news += 1;
    const isStored = ({ at }: SessionFact): boolean =>
      this.#stored !== undefined && (seq <= this.#stored.until || at <= this.#stored.lastAt);
    this.#isOutdated ||= facts.some(isStored);
    this.#lastAt = Math.max(this.#lastAt, ...facts.map(({ at }) => at));
  }

  #takeIn(seq: number, fact: SessionFact, changes: (event: EventId) => void): void {
    const heard = this.#hear(fact, changes);
    // What is to be heard again is kept as it is until then.
    const kept = this.#lost.length > 0 ? fact : heard;
    this.#facts.set(seq, kept);
    this.#turns.add(kept);
    this.#changes.add(kept);
    if (kept.note !== undefined) this.#notes.add(kept);
  }

  #takeOut(former: SessionFact, fact: SessionFact | undefined): void {
    this.#turns.remove(former);
    this.#changes.remove(former);
    if (former.note !== undefined) this.#notes.remove(former);
    const exposed = former.exposes === true && !(fact?.exposes === true && fact.at <= former.at);
    if (exposed || this.#words.isLost(former, fact)) this.#lost.push(former);
  }

  /** Gives the fact as it is kept. It exposes when its words could not be kept: nobody knows what is said again of them. */
  #hear(fact: SessionFact, changes: (event: EventId) => void = () => undefined): SessionFact {
    const { kept, isUnknown } = this.#words.add(fact, changes);
    if (fact.exposes === true || isUnknown) this.#exposedAt = Math.min(this.#exposedAt, fact.at);
    return kept;
  }

  #hearAgain(): void {
    this.#words.forgetHeard();
    this.#exposedAt = Number.POSITIVE_INFINITY;
    for (const [seq, fact] of this.#facts) this.#facts.set(seq, this.#hear(fact));
  }
}
