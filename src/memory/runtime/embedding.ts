import type { VectorStatus } from '../../api/model-answers.ts';
import type { CairnError } from '../../core/errors.ts';
import { lazy } from '../../core/lazy.ts';
import type { Embedder } from '../../embeddings/embedder/embedder.ts';
import { type EmbedProgress, EmbedWaiting, type EmbedWaitingDeps } from '../../jobs/embed-waiting.ts';
import { now } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import { isBatteryLow, isOnMains, processorTimes } from '../../platform/machine-state.ts';
import type { Vectors } from '../../store/contract/vectors.ts';
import { createQuestionVectors, noQuestionVectors, type QuestionVectors } from './question-vectors.ts';

/** What the worker does with an embedder: it makes the vectors of memories in the background, and those of questions. */
export interface Embedding {
  questions: QuestionVectors;
  /** Looks for memories that wait for vectors. */
  wake(): void;
  settled(timeoutMs: number): Promise<void>;
  /** `off`: nothing is embedded here. */
  progress(): Omit<EmbedProgress, 'state'> & { state: EmbedProgress['state'] | 'off' };
  /** Drops what is kept in memory of embedded texts and questions. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** The embedder, or why the one of the settings cannot be opened, or neither. */
export interface EmbedWith {
  embedder?: Embedder | undefined;
  problem?: CairnError | undefined;
}

/** Builds the embedding over the stored vectors. */
export function createEmbedding(
  { embedder, problem }: EmbedWith,
  deps: Pick<EmbedWaitingDeps, 'vectors' | 'onWork' | 'limitMs'>,
): Embedding {
  if (embedder === undefined) return noEmbedding(problem, deps.vectors);
  const waiting = new EmbedWaiting({ ...deps, embedder, isBatteryLow, isOnMains, processorTimes });
  const questions = createQuestionVectors({ embedder, now, onAnswer: () => waiting.recover() });
  return {
    questions,
    wake: () => waiting.wake(),
    settled: (timeoutMs) => waiting.settled(timeoutMs),
    progress: () => waiting.progress(),
    async forget() {
      questions.clear();
      await embedder.rest();
    },
    async close() {
      await waiting.stop();
      await embedder.close();
    },
  };
}

/** Embeds nothing. Stored vectors stay: those of a model that cannot be opened now count again once it can. */
function noEmbedding(problem: CairnError | undefined, vectors: Vectors): Embedding {
  const since = now();
  const useNone = lazy(async () => {
    try {
      if (problem === undefined) await vectors.useModel(undefined);
    } catch (error) {
      ignore(error, 'vectors could not be put aside');
    }
  });
  return {
    questions: noQuestionVectors(problem?.message),
    wake: () => void useNone(),
    settled: async () => undefined,
    progress: () =>
      problem === undefined ? { state: 'off' } : { state: 'failed', failure: { error: problem, at: since } },
    forget: async () => undefined,
    close: async () => undefined,
  };
}

/** The number of memories with and without vectors, the rate, and the last failure. */
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
