const FIRST_SLOTS = 1_024;
/** Share of the slots that is filled at most. */
const FULL = 0.8;

/**
 * A map from hashes of 32 bits to values, for hundreds of thousands of hashes with few values: ten bytes a hash where a `Map`
 * takes forty, and nothing that the garbage collector has to look through.
 */
export class SeenTable<Value> {
  #hashes: Int32Array;
  /** By slot the number of its value, from 1 on; 0 for a free one. */
  #numbers: Int32Array;
  readonly #values: Value[] = [];
  #size = 0;

  /** Room for so many hashes; it grows beyond. */
  constructor(expected = 0) {
    let slots = FIRST_SLOTS;
    while (slots * FULL <= expected) slots *= 2;
    this.#hashes = new Int32Array(slots);
    this.#numbers = new Int32Array(slots);
  }

  /** Hashes that it holds. */
  get size(): number {
    return this.#size;
  }

  get(hash: number): Value | undefined {
    return this.#values[(this.#numbers[this.#slotOf(hash)] ?? 0) - 1];
  }

  /** Calls back with every hash and its value. */
  each(use: (hash: number, value: Value) => void): void {
    for (let slot = 0; slot < this.#numbers.length; slot += 1) {
      const number = this.#numbers[slot] ?? 0;
      if (number !== 0) use(this.#hashes[slot] ?? 0, this.#values[number - 1] as Value);
    }
  }

  /** Sets one value for those of some hashes for which `isNewer` says so of the value they have; `undefined` for none. */
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

  /** The slot that holds a hash, or the free one where it would be. */
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
