import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../generated/varied-text.ts';

/** Numbers of a vector, as all-MiniLM-L6-v2 has them. */
export const DIMENSIONS = 384;
/** Number of generated vectors that take the place of real ones when there are none. */
const CENTRES = 8_000;
const GROUPS = 200;
const NOISE = 0.5;

/** Vectors of unit length whose neighbourhoods are like those of memories, the same for the same number in each run. */
export interface VectorMixtures {
  /** True when they are made of vectors of real texts. */
  readonly isReal: boolean;
  of(number: number): Float32Array;
}

/**
 * Mixtures of two of the vectors in a folder (`vectors.f32`, rows of 384 numbers), the first weighing more, with noise of
 * half their length; without a folder of generated vectors in 200 groups.
 */
export function createMixtures(folder: string | undefined): VectorMixtures {
  const rows = folder === undefined ? generated() : readRows(folder);
  const count = rows.length / DIMENSIONS;
  return {
    isReal: folder !== undefined,
    of(number) {
      const random = createRandom(number * 7 + 1);
      const [one, two, weight] = [pick(random, count), pick(random, count), 0.5 + random() / 2];
      return toUnit((i) => {
        const noise = (NOISE * normal(random)) / Math.sqrt(DIMENSIONS);
        return weight * (rows[one + i] ?? 0) + (1 - weight) * (rows[two + i] ?? 0) + noise;
      });
    },
  };
}

function pick(random: () => number, count: number): number {
  return Math.floor(random() * count) * DIMENSIONS;
}

function readRows(folder: string): Float32Array {
  const bytes = readFileSync(join(folder, 'vectors.f32'));
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function generated(): Float32Array {
  const random = createRandom(1);
  const groups = Array.from({ length: GROUPS }, () => toUnit(() => normal(random)));
  const rows = new Float32Array(CENTRES * DIMENSIONS);
  for (let row = 0; row < CENTRES; row += 1) {
    const group = groups[row % GROUPS];
    const centre = toUnit((i) => (group?.[i] ?? 0) + normal(random) / Math.sqrt(DIMENSIONS));
    rows.set(centre, row * DIMENSIONS);
  }
  return rows;
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function toUnit(numberOf: (i: number) => number): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, i) => numberOf(i));
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
