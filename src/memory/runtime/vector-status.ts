import type { VectorStatus } from '../../api/answers.ts';
import type { Vectors } from '../../store/contract/vectors.ts';
import type { Embedding } from './embedding.ts';

/** How far the memories are that are to be found by meaning. */
export async function readVectors(
  vectors: Pick<Vectors, 'counts'>,
  embedding: Pick<Embedding, 'progress'>,
): Promise<VectorStatus> {
  const { state, perSecond, failure } = embedding.progress();
  const { model, stored, waiting } = await vectors.counts();
  return {
    state,
    ...(model === undefined ? {} : { model }),
    stored,
    waiting,
    ...(perSecond === undefined || waiting === 0 ? {} : { perSecond, secondsLeft: Math.ceil(waiting / perSecond) }),
    ...(failure === undefined ? {} : { error: { ...failure.error.toJSON(), at: new Date(failure.at).toISOString() } }),
  };
}
