import type { ImportProgress } from '../../api/answers.ts';
import type { Vectors } from '../../store/contract/vectors.ts';

/** Progress of an import whose end says how many memories are found by words alone until their vectors are made. */
export async function* withWaitingVectors(
  steps: AsyncIterable<ImportProgress>,
  vectors: Pick<Vectors, 'counts'>,
): AsyncGenerator<ImportProgress> {
  for await (const step of steps) {
    const isEnd = step.done && step.agents === undefined;
    const waiting = isEnd ? (await vectors.counts()).waiting : 0;
    yield waiting === 0 ? step : { ...step, waiting };
  }
}
