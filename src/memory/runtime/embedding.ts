import type { VectorStatus } from '../../api/answers.ts';
import type { CairnError } from '../../core/errors.ts';
import { lazy } from '../../core/lazy.ts';
import type { Embedder } from '../../embeddings/embedder/embedder.ts';
import { type EmbedProgress, EmbedWaiting, type EmbedWaitingDeps } from '../../jobs/embed-waiting.ts';
import { now } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import { isBatteryLow } from '../../platform/power.ts';
import type { Vectors } from '../../store/contract/vectors.ts';
import { createQuestionVectors, noQuestionVectors, type QuestionVectors } from './question-vectors.ts';

/** All that an owner does with an embedder: it makes the vectors of memories in the background, and those of questions. */
export interface Embedding {
  questions: QuestionVectors;
  /** There may be memories that wait for vectors. */
  wake(): void;
  settled(timeoutMs: number): Promise<void>;
  /** `off`: nothing is embedded here. */
  progress(): Omit<EmbedProgress, 'state'> & { state: EmbedProgress['state'] | 'off' };
  /** Keeps nothing of what was embedded or asked. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** What embeds: an embedder, or why there is none though one was asked for, or neither. */
export interface EmbedWith {
  embedder?: Embedder | undefined;
  problem?: CairnError | undefined;
}

/** Builds it over what keeps the vectors. */
export function createEmbedding(
  { embedder, problem }: EmbedWith,
  deps: Pick<EmbedWaitingDeps, 'vectors' | 'onWork' | 'limitMs'>,
): Embedding {
  if (embedder === undefined) return noEmbedding(problem, deps.vectors);
  const waiting = new EmbedWaiting({ ...deps, embedder, isBatteryLow });
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

/** Words alone. Vectors that are there stay: those of a model that cannot be opened now count again when it can. */
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
