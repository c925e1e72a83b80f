import * as LIMITS from '../../../src/core/limits.ts';
import type { QuestionVector } from '../../../src/core/model/question-vector.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { BENCH_MODEL } from './bench-model.ts';
import { createMixtures, type VectorMixtures } from './vector-mixtures.ts';

const AT_ONCE = 2_000;
/** Questions have other vectors than memories. */
const QUESTIONS_FROM = 100_000_000;

/** Vectors that stand for a model's: clustered, as those of real texts are. */
export function benchVectors(): VectorMixtures {
  return createMixtures(undefined);
}

/** The vector of the question of a number. */
export function questionVector(mixtures: VectorMixtures, n: number): QuestionVector {
  return { model: BENCH_MODEL.name, vector: mixtures.of(QUESTIONS_FROM + n) };
}

/** Gives each memory of a store that waits for a vector one; gives how many have one then. */
export async function fillVectors(path: string, mixtures: VectorMixtures): Promise<number> {
  const store = openSqliteStore({ path });
  await store.vectors.useModel(BENCH_MODEL);
  let { stored } = await store.vectors.counts();
  for (;;) {
    const waiting = await store.vectors.waiting(AT_ONCE);
    if (waiting.length === 0) break;
    const put = waiting.map(({ id, contentHash }, n) => ({ id, contentHash, vector: mixtures.of(stored + n) }));
    for (let from = 0; from < put.length; from += LIMITS.batchEvents) {
      await store.vectors.put(BENCH_MODEL.name, put.slice(from, from + LIMITS.batchEvents));
    }
    stored += put.length;
  }
  await store.checkpoint();
  await store.close();
  return stored;
}
