import type { StoredEvent } from '../core/event.ts';
import type { DeriveContext } from '../derive/derive-event.ts';
import type { SessionChanges } from './session-changes.ts';
import type { SessionTurns, TurnUse } from './session-turns.ts';
import type { SessionWords } from './session-words.ts';

/** Events whose questions are remembered, and words that they looked for: of a session that asked more all are forgotten. */
const MAX_USES = 150_000;
const MAX_ASKED = 1_500_000;

/** An event that asked something: what its turn is about, the files changed before, or only words. */
type EventUse = TurnUse & { turn: boolean; changes: boolean };

/** Times between which, both inclusive, it is not known what events asked. */
export interface UnknownTimes {
  since: number;
  until: number;
}

/** What the events of a session asked of it, so that news derives anew only those that it answers otherwise. Bounded. */
export class SessionUses {
  readonly #words: SessionWords;
  readonly #turns: SessionTurns;
  readonly #changes: SessionChanges;
  readonly #uses = new Map<number, EventUse>();
  /** The event that is being derived, and what it asked so far. */
  #asking: { seq: number; use: EventUse; shingles: number[] } | undefined;
  /** Of events up to a time it is not known what they asked, but for those that were derived again since. */
  #unknownUntil = Number.NEGATIVE_INFINITY;
  #knownAgain = new Set<number>();
  #beganAt = Number.NEGATIVE_INFINITY;
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(parts: { words: SessionWords; turns: SessionTurns; changes: SessionChanges }) {
    this.#words = parts.words;
    this.#turns = parts.turns;
    this.#changes = parts.changes;
  }

  /** Events that asked something. */
  get size(): number {
    return this.#uses.size;
  }

  /** Events up to a time were derived before anything was remembered. */
  beginAfter(at: number): void {
    this.#beganAt = at;
    this.#unknownUntil = at;
    this.#knownAgain = new Set();
  }

  /** What the rules need to know of the session for one of its events; what they ask is remembered with `end`. */
  begin(event: StoredEvent, root: { projectRoot?: string }): DeriveContext {
    const { id, at, seq, subagent, prompt } = event;
    const place = { event: id, at, subagent, prompt };
    const use: EventUse = { ...place, isOver: false, wanted: undefined, turn: false, changes: false };
    const shingles: number[] = [];
    this.#asking = { seq, use, shingles };
    const readings = this.#words.readings(at, id);
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

  /** The event is derived. */
  end({ seq, at }: Pick<StoredEvent, 'seq' | 'at'>): void {
    if (at <= this.#beganAt) this.#knownAgain.add(seq);
    const asking = this.#asking;
    this.#asking = undefined;
    const former = this.#uses.get(seq);
    if (former !== undefined) this.#forget(seq, former);
    if (asking?.seq === seq) this.#remember(asking);
  }

  /** True for an event of which it is known what it asked, whatever is not known of those of its time. */
  isKnown(seq: number): boolean {
    return this.#knownAgain.has(seq);
  }

  /**
   * The times since one of which it is not known what their events asked; `undefined` where all is known. Who asks sees to it
   * that they are derived again: from then on they count as known.
   */
  takeUnknown(since: number): UnknownTimes | undefined {
    if (since > this.#unknownUntil) return undefined;
    const until = this.#unknownUntil;
    this.#unknownUntil = since - 1;
    return { since, until };
  }

  #remember({ seq, use, shingles }: { seq: number; use: EventUse; shingles: number[] }): void {
    if (!use.turn && !use.changes && shingles.length === 0) return;
    this.#uses.set(seq, use);
    if (use.turn) this.#turns.ask(use);
    if (use.changes) this.#changes.ask(use);
    this.#words.ask(use, shingles);
    this.#lastAt = Math.max(this.#lastAt, use.at);
    if (this.#uses.size > MAX_USES || this.#words.asked > MAX_ASKED) this.#forgetAll();
  }

  #forget(seq: number, use: EventUse): void {
    use.isOver = true;
    this.#uses.delete(seq);
    if (use.turn) this.#turns.forget(use);
    if (use.changes) this.#changes.forget(use);
  }

  #forgetAll(): void {
    this.#uses.clear();
    this.#words.forgetAsked();
    this.#turns.forgetAsked();
    this.#changes.forgetAsked();
    this.beginAfter(Math.max(this.#unknownUntil, this.#lastAt));
  }
}
