import { CairnError } from '../core/errors.ts';
import type { Embedder, EmbedPurpose } from './embedder/embedder.ts';
import { DIMENSIONS_MAX, toUnitVectors } from './embedder/unit-vectors.ts';

/** An embedder that a caller of the SDK brings. */
export interface GivenEmbedder {
  /** Name of the model; vectors of two names are never compared. */
  model: string;
  /** Numbers of a vector. */
  dimensions: number;
  /** A vector for each text, in order, of any length but 0. */
  embed(
    texts: readonly string[],
    options: { purpose: EmbedPurpose; signal?: AbortSignal },
  ): Promise<readonly ArrayLike<number>[]>;
  /** Called when the memory is closed. */
  close?(): Promise<void> | void;
}

const MODEL_CHARS = 200;
const FIX = 'Look at what the embedder given to openMemory returns.';

/** True for what `toEmbedder` takes. */
export function isGivenEmbedder(value: unknown): value is GivenEmbedder {
  if (typeof value !== 'object' || value === null) return false;
  const { model, dimensions, embed } = value as Partial<GivenEmbedder>;
  const isNamed = typeof model === 'string' && model.trim() !== '' && model.length <= MODEL_CHARS;
  const isSized = Number.isInteger(dimensions) && Number(dimensions) >= 1 && Number(dimensions) <= DIMENSIONS_MAX;
  return isNamed && isSized && typeof embed === 'function';
}

/** A caller's embedder, whose vectors are checked and brought to unit length. What it throws becomes `embedder_failed`. */
export function toEmbedder(given: GivenEmbedder): Embedder {
  const { model, dimensions } = given;
  const from = `The embedder ${model}`;
  return {
    model: `given:${model}`,
    dimensions,
    async embed(texts, options) {
      if (options.signal?.aborted) throw new CairnError('cancelled', 'The call was cancelled.');
      if (texts.length === 0) return [];
      return toUnitVectors(await call(given, texts, options), { count: texts.length, dimensions, from, fix: FIX });
    },
    rest: async () => undefined,
    close: async () => given.close?.(),
  };
}

async function call(given: GivenEmbedder, ...[texts, options]: Parameters<GivenEmbedder['embed']>): Promise<unknown> {
  try {
    return await given.embed(texts, options);
  } catch (cause) {
    if (options.signal?.aborted) throw new CairnError('cancelled', 'The call was cancelled.', { cause });
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CairnError('embedder_failed', `The embedder ${given.model} failed: ${why}`, { fix: FIX, cause });
  }
}
