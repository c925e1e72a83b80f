import type { SessionFact } from '../../derive/event/session-fact.ts';

/** The time of the earliest fact of a kind, milliseconds since 1970; infinite for none. */
export class FirstTime {
  readonly #isOne: (fact: SessionFact) => boolean;
  /** The time of facts that are not in memory. */
  readonly #earlier: number;
  #at: number;

  constructor(isOne: (fact: SessionFact) => boolean, earlier = Number.POSITIVE_INFINITY) {
    this.#isOne = isOne;
    this.#earlier = earlier;
    this.#at = earlier;
  }

  get at(): number {
    return this.#at;
  }

  add(fact: SessionFact): void {
    if (this.#isOne(fact)) this.#at = Math.min(this.#at, fact.at);
  }

  /** Removes a fact; `others` are those that are left. */
  remove(fact: SessionFact, others: Iterable<SessionFact>): void {
    if (!this.#isOne(fact) || fact.at > this.#at) return;
    this.#at = this.#earlier;
    for (const other of others) this.add(other);
  }
}
