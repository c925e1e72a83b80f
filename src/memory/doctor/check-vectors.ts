import type { HealthFinding } from '../../core/model/check.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { readVectors } from '../runtime/vector-status.ts';
import type { DoctorDeps } from './doctor-deps.ts';

/** Checks that memories can be found by meaning: the embedder works, and few items wait for it. */
export async function checkVectors({ store, worker }: DoctorDeps): Promise<HealthFinding[]> {
  const name = 'vectors';
  if (worker === undefined) {
    const { model, stored, waiting } = await store.vectors.counts();
    const message = model === undefined ? 'No memory is found by meaning.' : amounts({ model, stored, waiting });
    return [{ name, status: 'ok', message }];
  }
  const status = await readVectors(store.vectors, worker.embedding);
  const { state, error, stored, waiting, model } = status;
  if (state === 'off') {
    return [{ name, status: 'ok', message: 'Memories are found by words alone: embed.model is none.' }];
  }
  if (error === undefined) return [{ name, status: 'ok', message: amounts({ model, stored, waiting }) }];
  const message = `${amounts({ model, stored, waiting })} Embedding failed, last ${formatMinute(error.at)}: ${error.message}`;
  return [{ name, status: 'warning', message, ...(error.fix === undefined ? {} : { fix: error.fix }) }];
}

function amounts({ model, stored, waiting }: { model: string | undefined; stored: number; waiting: number }): string {
  const by = model === undefined ? '' : ` by ${model}`;
  return `Found by meaning${by}: ${formatCounted(stored, 'memory')}; to be embedded: ${formatCount(waiting)}.`;
}
