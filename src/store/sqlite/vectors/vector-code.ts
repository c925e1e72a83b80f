import { CairnError } from '../../../core/errors.ts';

/** A vector as a row holds it: `data` times `scale` has unit length. */
export interface VectorCode {
  scale: number;
  data: Uint8Array;
}

const MOST = 127;

/** A vector as one signed byte a number. Throws `invalid_input` for one of other length than `dimensions`, not finite or zero. */
export function encodeVector(vector: Float32Array, dimensions: number): VectorCode {
  if (vector.length !== dimensions) {
    throw new CairnError('invalid_input', `A vector has ${vector.length} numbers instead of ${dimensions}.`);
  }
  let most = 0;
  for (const value of vector) {
    if (!Number.isFinite(value)) throw new CairnError('invalid_input', 'A vector holds what is no finite number.');
    most = Math.max(most, Math.abs(value));
  }
  if (most === 0) throw new CairnError('invalid_input', 'A vector has no direction: all its numbers are 0.');
  const data = new Int8Array(dimensions);
  let square = 0;
  for (let i = 0; i < dimensions; i += 1) {
    const value = Math.round(((vector[i] ?? 0) / most) * MOST);
    data[i] = value;
    square += value * value;
  }
  return { scale: 1 / Math.sqrt(square), data: new Uint8Array(data.buffer) };
}

/** The cosine of a vector of unit length and one that is stored. */
export function cosineOf(vector: Float32Array, { scale, data }: VectorCode): number {
  const stored = new Int8Array(data.buffer, data.byteOffset, data.length);
  let sum = 0;
  for (let i = 0; i < vector.length; i += 1) sum += (vector[i] ?? 0) * (stored[i] ?? 0);
  return sum * scale;
}
