// memory/models: the worker's use of a language model, where one is set: words for summaries in the background and on
// demand, answers from passages, and their cost. `llm` has the prompts and the checks of answers.

import type { Settings } from '../../config/settings.ts';
import { CairnError, toCairnError } from '../../core/errors.ts';
import type { Item } from '../../core/model/item.ts';
import { MODEL_PURPOSES, type ModelBudget, type ModelPurpose } from '../../core/model/model-usage.ts';
import { refinedAsBefore } from '../../jobs/refine-summaries.ts';
import type { Runner } from '../../jobs/runner.ts';
import { type MeteredModel, type ModelPrices, meteredModel } from '../../llm/metered-model.ts';
import { type CommandEnvironment, openModel } from '../../llm/open-model.ts';
import { now } from '../../platform/clock.ts';
import { createCircuitBreaker } from '../../platform/http/circuit-breaker.ts';
import { ignore } from '../../platform/ignored.ts';
import type { Store } from '../../store/contract/store.ts';
import { answerQuestion, type Question, type QuestionAnswer } from './answer-question.ts';
import { REFINE, Refining } from './refining.ts';

/** All that a worker does with a language model. Without a model it does nothing, and answers bought before stay valid. */
export interface ModelWork extends OpenedModel {
  /** Absent when no model is set or summaries are none of its purposes. */
  refining?: Refining;
  /** A summary by the rules in the words bought for it; unchanged when none were. */
  refined(item: Item): Promise<Item>;
  /** Looks for new summaries after sessions were distilled. */
  wake(): void;
  /** Answers a question from passages; `undefined` without a model or a valid sentence. */
  answer(question: Question): Promise<QuestionAnswer | undefined>;
}

/** Builds the model work. No call is made before there is something to ask. */
export function createModelWork(
  store: Store,
  settings: LlmSettings,
  { place, runner }: { place: CommandEnvironment; runner: Runner },
): ModelWork {
  const opened = openMeteredModel(settings, { meter: store.models, place });
  const { model, purposes } = opened;
  const wordsObservations = purposes.has('observations');
  const refining =
    model !== undefined && purposes.has('summary')
      ? new Refining({ store, model, wordsObservations, runner })
      : undefined;
  if (refining !== undefined) runner.handle(REFINE.kind, refining.run);
  return {
    ...opened,
    ...(refining === undefined ? {} : { refining }),
    async refined(item) {
      const isBought = item.kind === 'summary' && (await store.models.answers()) > 0;
      return isBought ? refinedAsBefore(store, item) : item;
    },
    wake: () => refining?.wake(),
    async answer(question) {
      if (model === undefined || !purposes.has('answer')) return undefined;
      return answerQuestion({ store, model }, question, (error) => {
        ignore(error, 'a language model could not answer');
        refining?.note(error);
      });
    },
  };
}

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
function openMeteredModel(
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
