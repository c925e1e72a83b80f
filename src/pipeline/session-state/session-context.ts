// pipeline/session-state: the parts of a session that its events depend on (turns, changed files, words that were
// read), and what must be derived again when one of these arrives late. It applies no rule.

import type { StoredEvent } from '../../core/model/event.ts';
import type { EventId } from '../../core/model/ids.ts';
import type { DeriveContext } from '../../derive/event/derive-event.ts';
import { ASKING_KINDS, asExposing, type SessionFact, sameFact } from '../../derive/event/session-fact.ts';
import type { Readings } from '../../derive/provenance/readings.ts';
import { FirstTime } from './first-time.ts';
import { OutsidePlaces } from './outside-places.ts';
import { ChangedFilesOfSession } from './session-changes.ts';
import { SessionTurns } from './session-turns.ts';
import { SessionWords } from './session-words.ts';
import type { ContextSnapshot } from './stored-context.ts';
import { TimeList } from './time-list.ts';

/**
 * A change to the past of a session: its events from `since` on, and the notes stated in it, may have to be derived
 * again.
 */
export interface LateNews {
  /** Milliseconds since 1970; inclusive. */
  since: number;
  /** Public ids of notes. */
  notes: readonly string[];
}

/** How far a session was read: the number of its last event, the time of its last fact, and the count of its facts. */
type ContextPosition = Pick<ContextSnapshot, 'until' | 'lastAt' | 'count'>;

/**
 * What the events of one session depend on, in memory and bounded. Adding an event costs the same in short and long
 * sessions. Rebuilt from a snapshot or the log when it was evicted.
 */
export class SessionContext {
  /** Facts by their event's number in the log. */
  readonly #facts = new Map<number, SessionFact>();
  /** Numbers of facts whose events may not have been derived yet. */
  readonly #unsure = new Set<number>();
  readonly #words = new SessionWords();
  readonly #turns = new SessionTurns();
  readonly #changes = new ChangedFilesOfSession();
  readonly #places = new OutsidePlaces();
  readonly #notes = new TimeList<SessionFact>();
  #until = 0;
  #lastAt = Number.NEGATIVE_INFINITY;
  readonly #exposed: FirstTime;
  readonly #unknown: FirstTime;
  /**
   * Time of the latest derived event that may have read from the session, for events from before this context was
   * built.
   */
  #askedUntil: number;
  readonly #derivedUntil: number;
  /** Times of such events derived since then, by their number in the log. */
  readonly #askedAt = new Map<number, number>();
  /** The snapshot that it was built from: of earlier events it knows only what later ones need. */
  readonly #origin: ContextPosition | undefined;
  /** The position of the stored snapshot. */
  #stored: ContextPosition | undefined;
  #isOutdated = false;
  #news = 0;

  /** `derivedUntil`: the time up to which events of the session were derived before. */
  constructor(derivedUntil = Number.NEGATIVE_INFINITY, snapshot?: ContextSnapshot) {
    this.#askedUntil = derivedUntil;
    this.#derivedUntil = derivedUntil;
    this.#exposed = new FirstTime(({ exposes }) => exposes === true, snapshot?.exposedAt);
    this.#unknown = new FirstTime(({ unknown }) => unknown === true, snapshot?.unknownAt);
    if (snapshot === undefined) return;
    const { until, lastAt, count, words, facts } = snapshot;
    this.#words.restore(words, lastAt);
    for (const fact of facts) this.#turns.add(fact);
    for (const fact of facts) this.#changes.add(fact);
    for (const fact of facts) this.#places.add(fact);
    this.#until = until;
    this.#lastAt = lastAt;
    this.#origin = { until, lastAt, count };
    this.#stored = this.#origin;
  }

  /** Number of shingles and facts in memory, as a measure of size. */
  get size(): number {
    return this.#words.size + this.#facts.size;
  }

  /** Facts added since the snapshot was stored. */
  get news(): number {
    return this.#news;
  }

  /** Approximate number of the session's facts; those not in memory were counted when the snapshot was stored. */
  get facts(): number {
    return this.#facts.size + (this.#origin?.count ?? 0);
  }

  /** Number in the log of the last event read. */
  get until(): number {
    return this.#until;
  }

  /** When the session first read text from outside, milliseconds since 1970. */
  get exposedAt(): number {
    return this.#exposed.at;
  }

  /** When the session first read words that are not known any more: they may be repeated without being recognised. */
  get unknownAt(): number {
    return Math.min(this.#unknown.at, this.#words.unknownAt);
  }

  /** False for a time or an event whose past this context may not know completely. */
  reaches({ at, seq = Number.POSITIVE_INFINITY }: { at: number; seq?: number }): boolean {
    return this.#origin === undefined || (seq > this.#origin.until && at > this.#origin.lastAt);
  }

  /** What later events need to know of the session. */
  snapshot(): ContextSnapshot {
    const facts = [...new Set([...this.#turns.facts(), ...this.#changes.facts(), ...this.#places.facts()])];
    const words = this.#words.heard();
    const { exposedAt, unknownAt } = this;
    return { until: this.#until, lastAt: this.#lastAt, count: this.facts, exposedAt, unknownAt, words, facts };
  }

  /** Records that the snapshot was stored. */
  stored(): void {
    this.#stored = { until: this.#until, lastAt: this.#lastAt, count: this.facts };
    this.#isOutdated = false;
    this.#news = 0;
  }

  /** True once after the stored snapshot became outdated. */
  takeOutdated(): boolean {
    const isOutdated = this.#isOutdated;
    if (isOutdated) this.#stored = undefined;
    this.#isOutdated = false;
    return isOutdated;
  }

  /** Adds the fact of an event; true when it changes something. `unsure`: adding it again may still count as a change. */
  add(seq: number, given: SessionFact | undefined, unsure = false): boolean {
    const fact = given === undefined ? undefined : this.#placed(given);
    const isOther = !sameFact(this.#facts.get(seq), fact);
    const isNews = this.#unsure.delete(seq) || isOther;
    if (unsure) this.#unsure.add(seq);
    if (isOther) this.#put(seq, fact);
    this.#until = Math.max(this.#until, seq);
    return isNews;
  }

  /** The context that the rules need for one event of the session; call `learn` afterwards. */
  contextOf(event: StoredEvent, known: Pick<DeriveContext, 'projectRoot' | 'expected'>): DeriveContext {
    const [turns, changes] = [this.#turns, this.#changes];
    return {
      ...known,
      get wanted() {
        return turns.wantedOf(event);
      },
      readings: this.#readings(event.at, event.id),
      isUnknown: this.unknownAt <= event.at,
      changes: (amends) => changes.before(event, amends),
      holdsOutside: (places) => this.#places.hold(places, { at: event.at, event: event.id }),
    };
  }

  /**
   * Adds the fact of an event that was just derived. Returns the change to what was derived before it, `undefined` when
   * nothing changes. Events derived afterwards see the fact.
   */
  learn(
    { seq, at, body }: Pick<StoredEvent, 'seq' | 'at' | 'body'>,
    fact: SessionFact | undefined,
  ): LateNews | undefined {
    const former = this.#facts.get(seq);
    const isNews = this.add(seq, fact);
    const facts = [former, fact].filter((one) => one !== undefined);
    const since = Math.min(at, ...facts.map((one) => one.at));
    const isLate = isNews && since <= this.#askedUntil;
    if (ASKING_KINDS.has(body.kind)) {
      this.#askedUntil = Math.max(this.#askedUntil, at);
      this.#askedAt.set(seq, at);
    }
    const isHeard = facts.some(
      ({ read, said, exposes, unknown }) =>
        read !== undefined || said !== undefined || exposes === true || unknown === true,
    );
    const notes = isNews && isHeard ? this.#notesSince(since) : [];
    return isLate || notes.length > 0 ? { since, notes } : undefined;
  }

  /**
   * The first number in the log of an event, outside `except`, that may have read from the session at or after a time;
   * `undefined` for none.
   */
  firstAsking(since: number, except: ReadonlySet<number>): number | undefined {
    if (since <= this.#derivedUntil) return 0;
    let first: number | undefined;
    for (const [seq, at] of this.#askedAt) {
      if (at >= since && !except.has(seq)) first = Math.min(seq, first ?? seq);
    }
    return first;
  }

  /** What the session had read up to a time, without the words that a person had said in it. */
  readings(at: number): Readings {
    return this.#readings(at);
  }

  #readings(at: number, own?: EventId): Readings {
    return { ...this.#words.readings(at, own), hasOutside: this.exposedAt <= at };
  }

  /** Notes that calls of the session stated at or after a time. */
  #notesSince(since: number): string[] {
    const notes = this.#notes.from(since).map(({ note }) => note);
    return notes.filter((note) => note !== undefined).toArray();
  }

  /** Replaces the fact of an event. */
  #put(seq: number, fact: SessionFact | undefined): void {
    const former = this.#facts.get(seq);
    const both = [former, fact].filter((one) => one !== undefined);
    this.#noteNews(seq, both);
    if (former !== undefined) this.#takeOut(seq, former);
    const kept = this.#words.replace(former, fact);
    if (kept !== undefined) this.#takeIn(seq, kept);
    if (both.some(({ flow }) => flow?.moves !== undefined)) this.#placeAgain(Math.min(...both.map(({ at }) => at)));
  }

  /** The fact of an event as one from outside, when it read a place that held such text by then. */
  #placed(fact: SessionFact): SessionFact {
    const shows = fact.exposes === true ? undefined : fact.flow?.shows;
    return shows !== undefined && this.#places.hold(shows, fact) ? asExposing(fact) : fact;
  }

  /** Text was moved at a time: facts from then on that were added before may have read it. */
  #placeAgain(since: number): void {
    if (this.#places.isEmpty) return;
    const later = [...this.#facts].filter(([, { at, flow }]) => at >= since && flow?.shows !== undefined);
    for (const [seq, fact] of later) {
      const placed = this.#placed(fact);
      if (placed !== fact) this.#put(seq, placed);
    }
  }

  #noteNews(seq: number, facts: readonly SessionFact[]): void {
    this.#news += 1;
    const isStored = ({ at }: SessionFact): boolean =>
      this.#stored !== undefined && (seq <= this.#stored.until || at <= this.#stored.lastAt);
    this.#isOutdated ||= facts.some(isStored);
    this.#lastAt = Math.max(this.#lastAt, ...facts.map(({ at }) => at));
  }

  #takeIn(seq: number, fact: SessionFact): void {
    this.#facts.set(seq, fact);
    this.#turns.add(fact);
    this.#changes.add(fact);
    this.#places.add(fact);
    if (fact.note !== undefined) this.#notes.add(fact);
    this.#exposed.add(fact);
    this.#unknown.add(fact);
  }

  #takeOut(seq: number, fact: SessionFact): void {
    this.#facts.delete(seq);
    this.#turns.remove(fact);
    this.#changes.remove(fact);
    this.#places.remove(fact);
    if (fact.note !== undefined) this.#notes.remove(fact);
    this.#exposed.remove(fact, this.#facts.values());
    this.#unknown.remove(fact, this.#facts.values());
  }
}
