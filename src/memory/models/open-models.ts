// memory/models: what an owner does with a language model, where one is set — words for summaries in the background and on
// demand, answers from passages, and what it came to. What is asked and how it is read stands in `llm`.

import type { Settings } from '../../config/settings.ts';
import { type CairnError, toCairnError } from '../../core/errors.ts';
import type { ModelBudget, ModelPurpose } from '../../core/model-use.ts';
import { type MeteredModel, type ModelPrices, meteredModel } from '../../llm/metered-model.ts';
import { type CommandPlace, openModel } from '../../llm/open-model.ts';
import { createCircuit } from '../../platform/circuit.ts';
import { now } from '../../platform/clock.ts';
import type { Store } from '../../store/contract.ts';

/** The settings that are about models. */
export type ModelSettings = Pick<Settings, Extract<keyof Settings, `llm.${string}`>>;

/** A model as the settings have it, or why there is none though one was asked for, or neither. */
export interface OpenedModel {
  model?: MeteredModel;
  problem?: CairnError;
  prices: ModelPrices;
  budget: ModelBudget;
  purposes: ReadonlySet<ModelPurpose>;
}

/** Opens what the settings name; one that cannot be opened is no reason not to go on by the rules. */
export function openMeteredModel(
  settings: ModelSettings,
  { meter, place }: { meter: Store['models']; place: CommandPlace },
): OpenedModel {
  const prices = { in: settings['llm.priceIn'], out: settings['llm.priceOut'] };
  const budget = budgetOf(settings);
  const purposes = new Set(settings['llm.purposes'] as readonly ModelPurpose[]);
  try {
    const model = openModel(settings, place);
    if (model === undefined) return { prices, budget, purposes };
    const parts = { model, meter, circuit: createCircuit(now), prices, budget, now };
    return { model: meteredModel(parts), prices, budget, purposes };
  } catch (error) {
    return { problem: toCairnError(error), prices, budget, purposes };
  }
}

function budgetOf(settings: ModelSettings): ModelBudget {
  const tokens = settings['llm.dailyTokens'];
  const cost = settings['llm.dailyCost'];
  return { ...(tokens > 0 ? { tokens } : {}), ...(cost > 0 ? { cost } : {}) };
}
