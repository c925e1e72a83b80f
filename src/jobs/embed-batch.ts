import { DEADLINES } from '../core/deadlines.ts';
import { CairnError } from '../core/errors.ts';
import { embedTextOf } from '../core/model/embed-text.ts';
import type { ItemId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import type { Embedder } from '../embeddings/embedder/embedder.ts';
import { withTimeLimit } from '../platform/in-time.ts';
import type { Vectors } from '../store/contract/vectors.ts';

/** Target duration of a batch in milliseconds, and upper bound on its texts. */
const BATCH_MS = 500;
const BATCH_TEXTS = 64;

/** The dependencies of a batch. */
export interface EmbedBatchDeps {
  vectors: Vectors;
  embedder: Pick<Embedder, 'model' | 'dimensions' | 'embed'>;
  /** Milliseconds that the embedder may take for one batch; default the embedder's own limit. */
  limitMs?: number | undefined;
}

/** Takes pending items, newest first, in batches sized to take about half a second. */
export class EmbedBatch {
  readonly #deps: EmbedBatchDeps;
  /** Items on which the embedder failed even when each was tried alone. */
  readonly #aside = new Set<ItemId>();
  #texts = 1;
  /** Dimensions of the vectors that the store was last configured with. */
  #dimensions = 0;

  constructor(deps: EmbedBatchDeps) {
    this.#deps = deps;
  }

  get aside(): number {
    return this.#aside.size;
  }

  /** Sets the store's current embedding model; a server's dimensions are known after its first answer. */
  async useModel(closing: AbortSignal): Promise<void> {
    const { vectors, embedder } = this.#deps;
    if (embedder.dimensions === 0) {
      if ((await vectors.counts()).model === embedder.model) return;
      await this.#embed([' '], closing);
    }
    this.#dimensions = embedder.dimensions;
    await vectors.useModel({ name: embedder.model, dimensions: this.#dimensions });
  }

  /** Makes the items that failed eligible again. */
  tryAll(): void {
    this.#aside.clear();
  }

  /** The items of the next batch; empty when only failed ones are pending. */
  async next(): Promise<Item[]> {
    const items = await this.#deps.vectors.waiting(this.#texts + this.#aside.size);
    return items.filter(({ id }) => !this.#aside.has(id)).slice(0, this.#texts);
  }

  /**
   * Embeds items and stores their vectors; returns the milliseconds it took. After a failure the next batch is a single
   * text, to find the one at fault; one that fails alone is set aside.
   */
  async make(items: readonly Item[], closing: AbortSignal): Promise<number> {
    const began = performance.now();
    try {
      const vectors = await this.#embed(
        items.map((item) => embedTextOf(item) ?? item.title),
        closing,
      );
      const made = items.flatMap(({ id, contentHash }, i) => {
        const vector = vectors[i];
        return vector === undefined ? [] : [{ id, contentHash, vector }];
      });
      // A server may serve another model under the same name by now.
      if (this.#deps.embedder.dimensions !== this.#dimensions) await this.useModel(closing);
      await this.#deps.vectors.put(this.#deps.embedder.model, made);
    } catch (error) {
      const [first] = items;
      if (first !== undefined && items.length === 1 && !closing.aborted) this.#aside.add(first.id);
      this.#texts = 1;
      throw error;
    }
    const workedMs = performance.now() - began;
    const share = Math.min(Math.max(BATCH_MS / workedMs, 0.5), 2);
    this.#texts = Math.min(Math.max(Math.floor(this.#texts * share), 1), BATCH_TEXTS);
    return workedMs;
  }

  #embed(texts: string[], closing: AbortSignal): Promise<Float32Array[]> {
    const { embedder, limitMs = DEADLINES.embedMs } = this.#deps;
    const tooLong = new AbortController();
    const signal = AbortSignal.any([closing, tooLong.signal]);
    const late = (): CairnError => {
      const message = `Its embedder took longer than ${limitMs / 1_000} seconds.`;
      const error = new CairnError('timeout', message, { fix: 'cairn doctor' });
      tooLong.abort(error);
      return error;
    };
    const work = embedder.embed(texts, { purpose: 'memory', signal });
    return withTimeLimit(work, { ms: limitMs, late, signal: closing });
  }
}
