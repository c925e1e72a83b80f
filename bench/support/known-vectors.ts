import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../src/core/hash.ts';
import type { QuestionVector } from '../../src/core/question-vector.ts';

/** Vectors of texts that were embedded before, by the text. */
export interface KnownVectors {
  model: string;
  dimensions: number;
  of(text: string): Float32Array | undefined;
  question(text: string): QuestionVector | undefined;
}

/**
 * Vectors from a folder: `keys.txt`, the SHA-256 of each trimmed text in hex, a line each, and `vectors.f32`, a row of 384
 * numbers each, in the same order. `undefined` without such a folder.
 */
export function readKnownVectors(folder: string | undefined): KnownVectors | undefined {
  if (folder === undefined || !existsSync(join(folder, 'keys.txt'))) return undefined;
  const keys = readFileSync(join(folder, 'keys.txt'), 'utf8').split('\n').filter(Boolean);
  const bytes = readFileSync(join(folder, 'vectors.f32'));
  const numbers = new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const dimensions = numbers.length / keys.length;
  const model = 'known';
  const places = new Map(keys.map((key, place) => [key, place]));
  const of = (text: string): Float32Array | undefined => {
    const place = places.get(sha256Hex(text.trim()));
    return place === undefined ? undefined : numbers.slice(place * dimensions, (place + 1) * dimensions);
  };
  const question = (text: string): QuestionVector | undefined => {
    const vector = of(text);
    return vector === undefined ? undefined : { model, vector };
  };
  return { model, dimensions, of, question };
}
