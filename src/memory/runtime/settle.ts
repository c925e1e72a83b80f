import { CairnError, toCairnError } from '../../core/errors.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import type { Deriver } from '../../pipeline/deriver.ts';
import { now } from '../../platform/clock.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Embedding } from './embedding.ts';

/**
 * Resolves when nothing is left to derive, and to embed but for an embedder that fails; rejects with `timeout`, which says
 * what is left.
 */
export async function settle(
  {
    deriver,
    embedding,
    store,
  }: {
    deriver: Pick<Deriver, 'settled'>;
    embedding: Pick<Embedding, 'settled'>;
    store: Pick<Store, 'log' | 'vectors'>;
  },
  timeoutMs: number,
): Promise<void> {
  const until = now() + timeoutMs;
  try {
    await deriver.settled(timeoutMs);
    await embedding.settled(until - now());
  } catch (error) {
    if (toCairnError(error).code !== 'timeout') throw error;
    const { pending } = await store.log.counts();
    const { waiting } = await store.vectors.counts();
    const left = `still to be derived: ${formatCounted(pending, 'event')}; to be embedded: ${formatCounted(waiting, 'memory')}`;
    throw new CairnError('timeout', `It took longer than ${formatCount(timeoutMs)} ms: ${left}.`, {
      fix: 'Wait longer, or go on: search finds by words meanwhile. cairn status shows how far it is.',
      cause: error,
    });
  }
}
