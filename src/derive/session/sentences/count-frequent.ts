/** How often something was seen, and when last (milliseconds since 1970). */
export interface SeenCount {
  count: number;
  at: number;
}

/** Counts by name. Bounded: beyond twice `most` names, the least frequent and oldest are dropped. */
export class FrequencyCounter<Value extends SeenCount> {
  readonly #most: number;
  readonly #values: Map<string, Value> = new Map();

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string): Value | undefined {
    return this.#values.get(name);
  }

  set(name: string, value: Value): void {
    this.#values.set(name, value);
    if (this.#values.size > this.#most * 2) this.#shrink();
  }

  delete(name: string): void {
    this.#values.delete(name);
  }

  /** Names with their values, the most frequent first, of equals the latest. */
  top(limit: number): [string, Value][] {
    return [...this.#values].sort(compare).slice(0, limit);
  }

  #shrink(): void {
    const kept = this.top(this.#most);
    this.#values.clear();
    for (const [name, value] of kept) this.#values.set(name, value);
  }
}

function compare<Value extends SeenCount>(one: [string, Value], other: [string, Value]): number {
  return other[1].count - one[1].count || other[1].at - one[1].at || (one[0] < other[0] ? -1 : 1);
}
