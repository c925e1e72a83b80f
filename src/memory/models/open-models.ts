// memory/models: the worker's use of a language model, where one is set: words for summaries in the background and on
// demand, answers from passages, and their cost. `llm` has the prompts and the checks of answers.

import type { Settings } from '../../config/settings.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import { MODEL_PURPOSES, type ModelBudget, type ModelPurpose } from '../../core/model/model-usage.ts';
import { type MeteredModel, type ModelPrices, meteredModel } from '../../llm/metered-model.ts';
import { type CommandEnvironment, openModel } from '../../llm/open-model.ts';
import { now } from '../../platform/clock.ts';
import { createCircuitBreaker } from '../../platform/http/circuit-breaker.ts';
import type { Store } from '../../store/contract/store.ts';

/** The settings that are about models. */
export type LlmSettings = Pick<Settings, Extract<keyof Settings, `llm.${string}`>>;

/** The model of the settings, or the reason why it cannot be opened, or neither. */
export interface OpenedModel {
  model?: MeteredModel;
  problem?: CairnError;
  prices: ModelPrices;
  budget: ModelBudget;
  purposes: ReadonlySet<ModelPurpose>;
}

/** Opens the model that the settings name; when that fails, the rules go on without it. */
export function openMeteredModel(
  settings: LlmSettings,
  { meter, place }: { meter: Store['models']; place: CommandEnvironment },
): OpenedModel {
  const prices = { in: settings['llm.priceIn'], out: settings['llm.priceOut'] };
  const budget = budgetOf(settings);
  const purposes = new Set(settings['llm.purposes'] as readonly ModelPurpose[]);
  try {
    checkPurposes(settings['llm.purposes']);
    const model = openModel(settings, place);
    if (model === undefined) return { prices, budget, purposes };
    const parts = { model, meter, circuit: createCircuitBreaker(now), prices, budget, now };
    return { model: meteredModel(parts), prices, budget, purposes };
  } catch (error) {
    return { problem: toCairnError(error), prices, budget, purposes };
  }
}

function checkPurposes(given: readonly string[]): void {
  const known: readonly string[] = MODEL_PURPOSES;
  const wrong = given.find((name) => !known.includes(name));
  if (wrong === undefined) return;
  const message = `llm.purposes has ${JSON.stringify(wrong.slice(0, 40))}; it takes ${known.join(', ')}.`;
  throw new CairnError('invalid_input', message, { fix: 'cairn config set llm.purposes summary,answer' });
}

function budgetOf(settings: LlmSettings): ModelBudget {
  const tokens = settings['llm.dailyTokens'];
  const cost = settings['llm.dailyCost'];
  return { ...(tokens > 0 ? { tokens } : {}), ...(cost > 0 ? { cost } : {}) };
}
