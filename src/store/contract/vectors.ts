// store/contract: parts of the store's contract that stand alone; `../contract.ts` holds the rest. No engine, no code.
// What a vector means or who makes it is not said here.

import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';

/** A vector for an item, as it was when its text was embedded. */
export interface ItemVector {
  id: ItemId;
  contentHash: number;
  /** Of unit length. */
  vector: Float32Array;
}

/**
 * Vectors of items, of one model at a time. They are bought: a rebuild keeps those of contents that stay.
 * @example
 * await store.vectors.useModel({ name: embedder.model, dimensions: embedder.dimensions });
 * const waiting = await store.vectors.waiting(32);
 */
export interface Vectors {
  /** Names the model whose vectors count from now on; of another one than before, each item waits to be embedded again. */
  useModel(model: { name: string; dimensions: number } | undefined): Promise<void>;
  /** Items that wait for a vector (`core/model/embed-text.ts` says which ever do), newest first. */
  waiting(limit: number): Promise<Item[]>;
  /** Keeps vectors of a model; left out: of another model, and of items that went or changed their words meanwhile. */
  put(model: string, vectors: readonly ItemVector[]): Promise<void>;
  /** Has every item that has a vector wait for another one, in short steps; until it is made the former one counts. */
  makeAnew(): Promise<void>;
  counts(): Promise<{ model?: string; stored: number; waiting: number }>;
}
