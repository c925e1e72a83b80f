import type { HealthFinding } from '../../core/model/check.ts';
import { formatMinute } from '../../core/text/calendar.ts';
import { readModels } from '../models/model-status.ts';
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
    return [
      {
        name,
        status: 'warning',
        message,
        fix: 'cairn config set llm.priceIn PRICE; cairn config set llm.priceOut PRICE',
      },
    ];
  }
  const spent = state === 'over-budget' ? ' What a day may use is used up.' : '';
  return [{ name, status: 'ok', message: `${model} words summaries.${spent}` }];
}
