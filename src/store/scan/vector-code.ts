import { CairnError } from '../../core/errors.ts';

/** A vector as stored: `data` times `scale` has unit length. */
export interface VectorCode {
  scale: number;
  data: Uint8Array;
}

const MOST = 127;

/**
 * Quantizes a vector to one signed byte a dimension. Throws `invalid_input` when its length is not `dimensions`, or it
 * is zero or not finite.
 */
export function encodeVector(vector: Float32Array, dimensions: number): VectorCode {
  if (vector.length !== dimensions) {
    throw new CairnError('invalid_input', `A vector has ${vector.length} numbers instead of ${dimensions}.`);
  }
  let most = 0;
  for (const value of vector) {
    if (!Number.isFinite(value))
      throw new CairnError('invalid_input', 'A vector holds a value that is not a finite number.');
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

/** The cosine of a vector of unit length and a stored one. */
export function cosineOf(vector: Float32Array, { scale, data }: VectorCode): number {
  const stored = new Int8Array(data.buffer, data.byteOffset, data.length);
  let sum = 0;
  for (let i = 0; i < vector.length; i += 1) sum += (vector[i] ?? 0) * (stored[i] ?? 0);
  return sum * scale;
}
