import type { Settings } from '../config/settings.ts';
import { toCairnError } from '../core/errors.ts';
import { type EmbeddingPaths, openEmbedder } from '../embeddings/open-embedder.ts';
import type { EmbedWith } from '../memory/runtime/embedding.ts';

/** The embedder of the settings; one that cannot be opened is no reason not to go on by words. */
export function embedWith(settings: Settings, places: EmbeddingPaths): EmbedWith {
  try {
    return { embedder: openEmbedder(settings, places) };
  } catch (error) {
    return { problem: toCairnError(error) };
  }
}
