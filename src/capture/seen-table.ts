import { HashTable } from './hash-table.ts';

/** A map from hashes of 32 bits to values, for hundreds of thousands of hashes with few values. */
export class SeenTable<Value> {
  readonly #numbers: HashTable;
  readonly #values: Value[] = [];

  /** Room for so many hashes; it grows beyond. */
  constructor(expected = 0) {
    this.#numbers = new HashTable(expected);
  }

  /** Hashes that it holds. */
  get size(): number {
    return this.#numbers.size;
  }

  get(hash: number): Value | undefined {
    const number = this.#numbers.get(hash);
    return number === 0 ? undefined : this.#values[number - 1];
  }

  /** Calls back with every hash and its value. */
  each(use: (hash: number, value: Value) => void): void {
    this.#numbers.each((hash, number) => use(hash, this.#values[number - 1] as Value));
  }

  /** Sets one value for those of some hashes for which `isNewer` says so of the value they have; `undefined` for none. */
  setAll(hashes: ArrayLike<number>, value: Value, isNewer: (known: Value | undefined, hash: number) => boolean): void {
    let number = 0;
    for (let i = 0; i < hashes.length; i += 1) {
      const hash = hashes[i] ?? 0;
      if (!isNewer(this.get(hash), hash)) continue;
      if (number === 0) number = this.#values.push(value);
      this.#numbers.set(hash, number);
    }
  }
}
