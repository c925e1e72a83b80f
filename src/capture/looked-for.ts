import type { EventId } from '../core/ids.ts';
import { HashTable } from './hash-table.ts';

const FIRST = 1_024;

/** What the rules asked of a session to derive one of its events. */
export interface Use {
  event: EventId;
  /** Milliseconds since 1970. */
  at: number;
  /** True once the event was derived again: another use is in its place. */
  isOver: boolean;
}

/** Which events looked for which words: eight bytes for each hash that was looked for, and a table of all hashes. */
export class LookedFor {
  readonly #last = new HashTable();
  readonly #uses: Use[] = [];
  /** By number from 1: the number in `#uses` of who looked for a hash, and the entry of the same hash before. */
  #by = new Int32Array(FIRST);
  #before = new Int32Array(FIRST);
  #size = 0;

  /** Hashes that were looked for. */
  get size(): number {
    return this.#size;
  }

  add(use: Use, hashes: readonly number[]): void {
    if (hashes.length === 0) return;
    const by = this.#uses.push(use) - 1;
    for (const hash of hashes) {
      this.#size += 1;
      if (this.#size === this.#by.length) this.#grow();
      this.#by[this.#size] = by;
      this.#before[this.#size] = this.#last.get(hash);
      this.#last.set(hash, this.#size);
    }
  }

  /** Who looked for a hash, the last first. */
  *of(hash: number): Generator<Use> {
    for (let entry = this.#last.get(hash); entry !== 0; entry = this.#before[entry] ?? 0) {
      const use = this.#uses[this.#by[entry] ?? -1];
      if (use !== undefined && !use.isOver) yield use;
    }
  }

  #grow(): void {
    const [by, before] = [this.#by, this.#before];
    this.#by = new Int32Array(by.length * 2);
    this.#before = new Int32Array(before.length * 2);
    this.#by.set(by);
    this.#before.set(before);
  }
}
