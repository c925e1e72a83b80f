// Vectors of items: storing them, and which items wait for one. What a vector means or which model computes it is not
// decided here.

import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';

/** A vector for an item, with the `contentHash` of the text that was embedded. */
export interface ItemVector {
  id: ItemId;
  contentHash: number;
  /** Normalised to unit length. */
  vector: Float32Array;
}

/**
 * Vectors of items, of one model at a time. Computing them is expensive: a rebuild keeps the vectors of unchanged
 * texts.
 * @example
 * await store.vectors.useModel({ name: embedder.model, dimensions: embedder.dimensions });
 * const waiting = await store.vectors.waiting(32);
 */
export interface Vectors {
  /**
   * Selects the model whose vectors count from now on; with another model than before, every item waits to be embedded
   * again.
   */
  useModel(model: { name: string; dimensions: number } | undefined): Promise<void>;
  /** Items that wait for a vector, newest first (`core/model/embed-text.ts` says which kinds are embedded). */
  waiting(limit: number): Promise<Item[]>;
  /**
   * Stores vectors of a model; skips them when another model is in use, and skips items that were removed or changed
   * meanwhile.
   */
  put(model: string, vectors: readonly ItemVector[]): Promise<void>;
  /** Marks every item that has a vector as waiting for a new one, in short steps; the old vector counts until then. */
  markAll(): Promise<void>;
  counts(): Promise<{ model?: string; stored: number; waiting: number }>;
}
