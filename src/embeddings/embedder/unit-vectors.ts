import { CairnError } from '../../core/errors.ts';

/** Numbers of a vector at most. */
export const DIMENSIONS_MAX = 4_096;

/** What vectors must be to be taken: how many, of how many numbers (0: of any, but all alike), and who gave them. */
export interface WantedVectors {
  count: number;
  dimensions: number;
  /** The subject of the sentence that says what is wrong: "The server 127.0.0.1". */
  from: string;
  fix: string;
}

/**
 * Vectors that came from outside, as copies of unit length. Throws `embedder_failed` when there are more or fewer than
 * wanted, or one has another number of dimensions, a number that is none, or no length.
 */
export function toUnitVectors(rows: unknown, { count, dimensions, from, fix }: WantedVectors): Float32Array[] {
  const refuse = (what: string): CairnError => new CairnError('embedder_failed', `${from} gave ${what}.`, { fix });
  if (!Array.isArray(rows)) throw refuse('no list of vectors');
  if (rows.length !== count) throw refuse(`${rows.length} vectors for ${count} texts`);
  let wanted = dimensions;
  return rows.map((row: unknown) => {
    if (!isNumbers(row)) throw refuse('a vector that is no list of numbers');
    wanted ||= row.length;
    if (row.length !== wanted) throw refuse(`a vector of ${row.length} numbers where it is ${wanted}`);
    if (row.length === 0 || row.length > DIMENSIONS_MAX) {
      throw refuse(`a vector of ${row.length} numbers; it can be 1 to ${DIMENSIONS_MAX}`);
    }
    const unit = toUnit(row);
    if (unit === undefined) throw refuse('a vector with a number that is none, or without a length');
    return unit;
  });
}

function isNumbers(row: unknown): row is ArrayLike<number> {
  if (row instanceof Float32Array || row instanceof Float64Array) return true;
  return Array.isArray(row) && row.every((value) => typeof value === 'number');
}

/** The vector divided by its length; `undefined` when that is 0 or not finite. */
function toUnit(row: ArrayLike<number>): Float32Array | undefined {
  let sum = 0;
  for (let at = 0; at < row.length; at += 1) sum += (row[at] ?? 0) ** 2;
  const length = Math.sqrt(sum);
  if (!(length > 0 && Number.isFinite(length))) return undefined;
  return Float32Array.from({ length: row.length }, (_, at) => (row[at] ?? 0) / length);
}
