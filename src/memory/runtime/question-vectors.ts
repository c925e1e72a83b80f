import { dropOldest } from '../../core/drop-oldest.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import type { QuestionVector } from '../../core/model/question-vector.ts';
import type { Embedder } from '../../embeddings/embedder/embedder.ts';
import type { Clock } from '../../platform/clock.ts';
import { ignore } from '../../platform/ignored.ts';
import { withTimeLimit } from '../../platform/in-time.ts';

/** Upper bound on questions whose vectors are kept, and the milliseconds for which each is. */
const KEPT = 64;
const KEPT_MS = 60_000;

/** A question's vector, or why there is none. Neither: no embedder is set, or the question is empty. */
export interface AskedVector {
  vector?: QuestionVector;
  missing?: string;
}

/** Embeds questions. */
export interface QuestionVectors {
  /** The vector of a question within `ms` milliseconds; one that comes too late is kept for the next call. Throws only `cancelled`. */
  of(text: string, limit: { ms: number; signal?: AbortSignal | undefined }): Promise<AskedVector>;
  /** Drops all kept questions. */
  clear(): void;
}

/** The dependencies of embedding questions. */
export interface QuestionVectorsDeps {
  embedder: Pick<Embedder, 'model' | 'embed'>;
  now: Clock;
  /** Called when the embedder has answered. */
  onAnswer: () => void;
}

/** Builds the embedding of questions; an equal question within a minute is embedded once. */
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
    // The caller may have given up by then.
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

/** Embeds nothing: search goes by words, and says why unless the settings ask for that. */
export function noQuestionVectors(missing?: string): QuestionVectors {
  const told = missing === undefined ? {} : { missing };
  return { of: async (text) => (text.trim() === '' ? {} : told), clear: () => undefined };
}
