import { dropOldest } from '../../core/drop-oldest.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';
import type { Embedder } from '../../embeddings/embedder/embedder.ts';
import type { Clock } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import { withTimeLimit } from '../../platform/in-time.ts';

/** Questions whose vectors are kept, and for how many milliseconds. */
const KEPT = 64;
const KEPT_MS = 60_000;

/** A question's vector, or why there is none. Neither: nothing is embedded here, or the question says nothing. */
export interface AskedVector {
  vector?: QuestionVector;
  missing?: string;
}

/** Makes vectors of questions. */
export interface QuestionVectors {
  /** The vector of a question within a time; one that comes too late is there for the next time. Throws `cancelled` alone. */
  of(text: string, limit: { ms: number; signal?: AbortSignal | undefined }): Promise<AskedVector>;
  /** Keeps no question any more. */
  clear(): void;
}

/** What vectors of questions are made with. */
export interface QuestionVectorsDeps {
  embedder: Pick<Embedder, 'model' | 'embed'>;
  now: Clock;
  /** Called when the embedder has answered. */
  onAnswer: () => void;
}

/** Builds it. The same question asked again within a minute is embedded once. */
export function createQuestionVectors({ embedder, now, onAnswer }: QuestionVectorsDeps): QuestionVectors {
  const kept = new Map<string, { until: number; vector: Promise<QuestionVector> }>();
  const embed = async (text: string): Promise<QuestionVector> => {
    const [vector] = await embedder.embed([text], { purpose: 'question' });
    if (vector === undefined) throw new CairnError('embedder_failed', 'The embedder gave no vector.');
    onAnswer();
    return { model: embedder.model, vector };
  };
  const keep = (text: string): Promise<QuestionVector> => {
    const vector = embed(text);
    // Who asked may be gone by then.
    vector.catch((error: unknown) => {
      ignore(error, 'the vector of a question could not be made');
      if (kept.get(text)?.vector === vector) kept.delete(text);
    });
    kept.delete(text);
    kept.set(text, { until: now() + KEPT_MS, vector });
    dropOldest(kept, KEPT);
    return vector;
  };
  return {
    async of(text, { ms, signal }) {
      if (text.trim() === '') return {};
      const known = kept.get(text);
      const vector = known !== undefined && known.until > now() ? known.vector : keep(text);
      const late = (): CairnError => new CairnError('timeout', 'The model is still loading or busy.');
      try {
        return { vector: await withTimeLimit(vector, { ms, late, signal }) };
      } catch (error) {
        if (signal?.aborted) throw new CairnError('cancelled', 'The call was cancelled.', { cause: error });
        return { missing: toCairnError(error).message };
      }
    },
    clear: () => kept.clear(),
  };
}

/** Where nothing is embedded: words alone, and why, unless that was wanted. */
export function noQuestionVectors(missing?: string): QuestionVectors {
  const told = missing === undefined ? {} : { missing };
  return { of: async (text) => (text.trim() === '' ? {} : told), clear: () => undefined };
}
