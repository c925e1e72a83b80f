import type { JsonObject } from '../../core/json.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { ModelBudget, ModelPurpose, ModelUse, ModelUseKey } from '../../core/model/model-usage.ts';

/** An answer that was bought from a model. Bought: a rebuild keeps it, and forgetting any of its sources takes it. */
export interface BoughtAnswer {
  /** Hash of purpose, version of the prompt, and material. */
  key: string;
  purpose: ModelPurpose;
  model: string;
  /** Milliseconds since 1970. */
  at: number;
  answer: JsonObject;
  /** What the material was taken from. */
  sources: ItemId[];
}

/**
 * What models were asked, answered and cost.
 * @example
 * const answer = (await store.models.answer(key))?.answer ?? (await ask());
 */
export interface Models {
  /** The answer under a key that was bought last, of whatever model. */
  answer(key: string): Promise<BoughtAnswer | undefined>;
  /** The answer for a purpose that was bought last and made of an item, among others. */
  answerAbout(source: ItemId, purpose: ModelPurpose): Promise<BoughtAnswer | undefined>;
  /** Keeps an answer; false, and keeps nothing, when a source of it was forgotten meanwhile. */
  putAnswer(answer: BoughtAnswer): Promise<boolean>;
  /** Drops what was answered under a key, of whatever model. */
  dropAnswers(key: string): Promise<void>;
  /** Items of a kind of which the words that they have now were not looked at yet, not later than a time, and not hidden; newest first. */
  unrefined(of: { kind: Item['kind']; until: number }, limit: number): Promise<ItemId[]>;
  /**
   * Says that an item was looked at, and puts it with other words if such are given; false, and changes nothing, when it is
   * not what it was (`contentHash`), hidden, or not there any more.
   */
  refine(was: Pick<Item, 'id' | 'contentHash'>, item?: Item): Promise<boolean>;
  /** Counts what a call may use; false, and counts nothing, when that would be more than the day may use. */
  reserve(of: ModelUseKey, use: ModelUse, most: ModelBudget): Promise<boolean>;
  /** Adds to what was counted, or takes from it. */
  count(of: ModelUseKey, difference: ModelUse): Promise<void>;
  /** What was used from a day on, oldest first. */
  uses(since: string): Promise<(ModelUseKey & ModelUse)[]>;
  /** Answers that are kept. */
  answers(): Promise<number>;
}
