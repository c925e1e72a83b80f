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

/** All that an owner does with a language model. Without one it does nothing, and what was bought before still counts. */
export interface ModelWork extends OpenedModel {
  /** Absent where no model is set or summaries are none of its purposes. */
  refining?: Refining;
  /** A summary by the rules in the words that were bought for it, if any were; else as it is. */
  refined(item: Item): Promise<Item>;
  /** Sessions were distilled: their summaries may be worded. */
  wake(): void;
  /** An answer to a question from passages; `undefined` when there is no model, or nothing sound came of it. */
  answer(question: Question): Promise<QuestionAnswer | undefined>;
}

/** What it is made of. */
export interface ModelWorkDeps {
  store: Store;
  settings: LlmSettings;
  place: CommandEnvironment;
  runner: Runner;
}

/** Builds it. Nobody is asked before there is something to ask. */
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
