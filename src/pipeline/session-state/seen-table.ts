const FIRST_SLOTS = 1_024;
/** Largest share of filled slots. */
const FULL = 0.8;

/**
 * A map from 32-bit hashes to values, for hundreds of thousands of hashes with few distinct values: ten bytes a hash
 * where a `Map` takes forty, and nothing for the garbage collector to trace.
 */
export class SeenTable<Value> {
  #hashes: Int32Array;
  /** For each slot the number of its value, from 1 on; 0 for a free slot. */
  #numbers: Int32Array;
  readonly #values: Value[] = [];
  #size = 0;

  /** Reserves room for `expected` hashes; it grows beyond. */
  constructor(expected = 0) {
    let slots = FIRST_SLOTS;
    while (slots * FULL <= expected) slots *= 2;
    this.#hashes = new Int32Array(slots);
    this.#numbers = new Int32Array(slots);
  }

  /** Number of hashes. */
  get size(): number {
    return this.#size;
  }

  get(hash: number): Value | undefined {
    return this.#values[(this.#numbers[this.#slotOf(hash)] ?? 0) - 1];
  }

  /** Calls `use` with every hash and its value. */
  each(use: (hash: number, value: Value) => void): void {
    for (let slot = 0; slot < this.#numbers.length; slot += 1) {
      const number = this.#numbers[slot] ?? 0;
      if (number !== 0) use(this.#hashes[slot] ?? 0, this.#values[number - 1] as Value);
    }
  }

  /** Sets one value for those of the hashes whose known value (`undefined` for none) `isNewer` accepts for replacement. */
  setAll(hashes: ArrayLike<number>, value: Value, isNewer: (known: Value | undefined) => boolean): void {
    let number = 0;
    for (let i = 0; i < hashes.length; i += 1) {
      const hash = hashes[i] ?? 0;
      if (!isNewer(this.get(hash))) continue;
      if (number === 0) number = this.#values.push(value);
      this.#set(hash, number);
    }
  }

  #set(hash: number, number: number): void {
    let slot = this.#slotOf(hash);
    if (this.#numbers[slot] === 0) {
      this.#size += 1;
      if (this.#size > this.#hashes.length * FULL) {
        this.#grow();
        slot = this.#slotOf(hash);
      }
    }
    this.#hashes[slot] = hash;
    this.#numbers[slot] = number;
  }

  /** The slot of a hash, or the free slot for it. */
  #slotOf(hash: number): number {
    const last = this.#hashes.length - 1;
    let slot = (Math.imul(hash, 0x9e3779b1) >>> 7) & last;
    while (this.#numbers[slot] !== 0 && this.#hashes[slot] !== (hash | 0)) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const [hashes, numbers] = [this.#hashes, this.#numbers];
    this.#hashes = new Int32Array(hashes.length * 2);
    this.#numbers = new Int32Array(hashes.length * 2);
    for (const [i, number] of numbers.entries()) {
      if (number === 0) continue;
      const slot = this.#slotOf(hashes[i] ?? 0);
      this.#hashes[slot] = hashes[i] ?? 0;
      this.#numbers[slot] = number;
    }
  }
}
