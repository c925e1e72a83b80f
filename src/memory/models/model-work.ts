import type { Item } from '../../core/model/item.ts';
import { refinedAsBefore } from '../../jobs/refine-summaries.ts';
import type { Runner } from '../../jobs/runner.ts';
import type { CommandEnvironment } from '../../llm/open-model.ts';
import { ignore } from '../../platform/ignored.ts';
import { isBatteryLow } from '../../platform/power.ts';
import type { Store } from '../../store/contract/store.ts';
import { answerQuestion, type Question, type QuestionAnswer } from './answer-question.ts';
import { type LlmSettings, type OpenedModel, openMeteredModel } from './open-models.ts';
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

/** The dependencies of model work. */
export interface ModelWorkDeps {
  store: Store;
  settings: LlmSettings;
  place: CommandEnvironment;
  runner: Runner;
}

/** Builds the model work. No call is made before there is something to ask. */
export function createModelWork({ store, settings, place, runner }: ModelWorkDeps): ModelWork {
  const opened = openMeteredModel(settings, { meter: store.models, place });
  const { model, purposes } = opened;
  const refining =
    model === undefined || !purposes.has('summary')
      ? undefined
      : new Refining({
          store,
          model,
          wordsObservations: purposes.has('observations'),
          isBatteryLow,
          later: (job) => runner.add(job),
        });
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
