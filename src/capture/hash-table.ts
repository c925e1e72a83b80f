const FIRST_SLOTS = 1_024;
/** Of so many slots no more are filled. */
const FULL = 0.8;

/**
 * A map from hashes of 32 bits to numbers from 1 on: ten bytes a hash where a `Map` takes forty, and nothing that the garbage
 * collector has to look through.
 */
export class HashTable {
  #hashes: Int32Array;
  /** By slot the number of its hash; 0 for a free one. */
  #numbers: Int32Array;
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

  /** The number of a hash, 0 for none. */
  get(hash: number): number {
    return this.#numbers[this.#slotOf(hash)] ?? 0;
  }

  set(hash: number, number: number): void {
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

  /** Calls back with every hash and its number. */
  each(use: (hash: number, number: number) => void): void {
    for (let slot = 0; slot < this.#numbers.length; slot += 1) {
      const number = this.#numbers[slot] ?? 0;
      if (number !== 0) use(this.#hashes[slot] ?? 0, number);
    }
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
