import { lazy } from './lazy.ts';

const BLOCK = 64;
const WORD_BITS = 32;

/** The first 32 bits of the fractional parts of the square roots of 8 primes and the cube roots of 64 (FIPS 180-4). */
const constants = lazy(() => {
  const primes: number[] = [];
  for (let number = 2; primes.length < BLOCK; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  const bits = (root: number): number => (root % 1) * 2 ** WORD_BITS;
  return {
    start: primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime))),
    rounds: primes.map((prime) => bits(Math.cbrt(prime))),
  };
});

/**
 * SHA-256 (FIPS 180-4) in JavaScript, of less than 512 MB: for the few short texts that a hook hashes, since it takes a
 * sixth of the time of a hook to load `node:crypto`.
 */
export function portableSha256(data: Uint8Array): Buffer {
  const bytes = new Uint8Array(((data.length + 8) / BLOCK + 1) * BLOCK - ((data.length + 8) % BLOCK));
  bytes.set(data);
  bytes[data.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 4, data.length * 8);
  const state = Int32Array.from(constants().start, (word) => word | 0);
  const schedule = new Int32Array(BLOCK);
  for (let at = 0; at < bytes.length; at += BLOCK) addBlock(state, schedule, (word) => view.getInt32(at + word * 4));
  const digest = Buffer.alloc(state.length * 4);
  for (const [index, word] of state.entries()) digest.writeInt32BE(word, index * 4);
  return digest;
}

/** One block of sixteen words into the state; `w` is room for the message schedule. The names are those of the standard. */
function addBlock(state: Int32Array, w: Int32Array, wordAt: (index: number) => number): void {
  const { rounds } = constants();
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < BLOCK; t += 1) {
    const [w2 = 0, w15 = 0] = [w[t - 2], w[t - 15]];
    const s0 = rotated(w15, 7) ^ rotated(w15, 18) ^ (w15 >>> 3);
    const s1 = rotated(w2, 17) ^ rotated(w2, 19) ^ (w2 >>> 10);
    w[t] = t < 16 ? wordAt(t) : s1 + (w[t - 7] as number) + s0 + (w[t - 16] as number);
    const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = h + sum1 + ((e & f) ^ (~e & g)) + ((rounds[t] as number) | 0) + (w[t] as number);
    const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) state[index] = (state[index] as number) + word;
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (WORD_BITS - bits));
}
