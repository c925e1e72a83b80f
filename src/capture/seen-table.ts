import { HashTable } from './hash-table.ts';

/** A map from hashes of 32 bits to values, for hundreds of thousands of hashes with few values. */
export class SeenTable<Value> {
  readonly #numbers = new HashTable();
  readonly #values: Value[] = [];

  /** Hashes that it holds. */
  get size(): number {
    return this.#numbers.size;
  }

  get(hash: number): Value | undefined {
    const number = this.#numbers.get(hash);
    return number === 0 ? undefined : this.#values[number - 1];
  }

  /** Sets one value for those of some hashes for which `isNewer` says so of the value they have; `undefined` for none. */
  setAll(hashes: Int32Array, value: Value, isNewer: (known: Value | undefined, hash: number) => boolean): void {
    let number = 0;
    for (const hash of hashes) {
      if (!isNewer(this.get(hash), hash)) continue;
      if (number === 0) number = this.#values.push(value);
      this.#numbers.set(hash, number);
    }
  }
}
