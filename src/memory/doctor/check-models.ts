import type { HealthFinding } from '../../core/model/check.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { formatCount, formatCounted } from '../../core/text/format-count.ts';
import { readModels } from '../models/model-status.ts';
import { readVectors } from '../runtime/embedding.ts';
import type { DoctorDeps } from './doctor-deps.ts';

/** Checks whether the language model works, where one is set. */
export async function checkModels({ store, worker }: DoctorDeps): Promise<HealthFinding[]> {
  if (worker === undefined) return [];
  const name = 'language-model';
  const { state, model, error } = await readModels(store, worker.models);
  if (state === 'off') return [{ name, status: 'ok', message: 'No language model is set: all is made by rules.' }];
  if (error !== undefined) {
    const message = `The language model failed, last ${formatMinute(error.at)}: ${error.message}`;
    return [{ name, status: 'warning', message, ...(error.fix === undefined ? {} : { fix: error.fix }) }];
  }
  const { budget, prices } = worker.models;
  if (budget.cost !== undefined && prices.in + prices.out === 0) {
    const message = 'What a day may cost is set, but no prices are: it bounds nothing.';
    const fix = 'cairn config set llm.priceIn PRICE; cairn config set llm.priceOut PRICE';
    return [{ name, status: 'warning', message, fix }];
  }
  const spent = state === 'over-budget' ? ' What a day may use is used up.' : '';
  return [{ name, status: 'ok', message: `${model} words summaries.${spent}` }];
}

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
