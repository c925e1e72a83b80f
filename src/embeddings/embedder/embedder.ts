// embeddings/embedder: the contract of what makes vectors, and what every implementation of it needs.
// Nothing here knows a model.

/** What a text is embedded for: some models embed questions and what answers them differently. */
export type EmbedPurpose = 'memory' | 'question';

/** Options of one call. */
export interface EmbedOptions {
  purpose: EmbedPurpose;
  signal?: AbortSignal;
}

/**
 * What makes vectors. Questions go before memories that wait.
 * @example
 * const [vector] = await embedder.embed(['do we use pnpm?'], { purpose: 'question' });
 */
export interface Embedder {
  /** Name of the model with all that its vectors depend on: vectors of two names are never compared. */
  readonly model: string;
  /** Numbers of a vector; 0 until the first answer of a server that chooses the number. */
  readonly dimensions: number;
  /** A vector of unit length for each text, in order. Throws `embedder_failed` with a fix, `timeout` or `cancelled`. */
  embed(texts: readonly string[], options: EmbedOptions): Promise<Float32Array[]>;
  /** Gives memory and threads back; the next call takes them again. */
  rest(): Promise<void>;
  close(): Promise<void>;
}
