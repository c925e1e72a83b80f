import type { JsonObject } from '../../core/json.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { ModelBudget, ModelPurpose, ModelUse, ModelUseKey } from '../../core/model/model-usage.ts';

/** An answer paid for at a language model. A rebuild keeps it; erasing any of its sources removes it. */
export interface BoughtAnswer {
  /** Hash of purpose, version of the prompt, and material. */
  key: string;
  purpose: ModelPurpose;
  model: string;
  /** Milliseconds since 1970. */
  at: number;
  answer: JsonObject;
  /** The items whose text the prompt contained. */
  sources: ItemId[];
}

/**
 * Answers of language models, and what they cost.
 * @example
 * const answer = (await store.models.answer(key))?.answer ?? (await ask());
 */
export interface Models {
  /** The latest answer under a key, of whatever model. */
  answer(key: string): Promise<BoughtAnswer | undefined>;
  /** The latest answer for a purpose that has the item among its sources. */
  answerAbout(source: ItemId, purpose: ModelPurpose): Promise<BoughtAnswer | undefined>;
  /** Stores an answer; returns false and stores nothing when one of its sources was erased meanwhile. */
  putAnswer(answer: BoughtAnswer): Promise<boolean>;
  /** Removes the answers under a key, of all models. */
  dropAnswers(key: string): Promise<void>;
  /**
   * Items of a kind, not hidden and not later than `until`, whose present text was not offered to a model yet; newest
   * first.
   */
  unrefined(of: { kind: Item['kind']; until: number }, limit: number): Promise<ItemId[]>;
  /**
   * Records that an item was offered to a model, and replaces it by `item` if given; returns false and changes nothing
   * when it changed (`contentHash`), was hidden or was removed meanwhile.
   */
  refine(was: Pick<Item, 'id' | 'contentHash'>, item?: Item): Promise<boolean>;
  /** Reserves what a call may use; returns false and reserves nothing when the day's budget would be exceeded. */
  reserve(of: ModelUseKey, use: ModelUse, most: ModelBudget): Promise<boolean>;
  /** Corrects the counted use by a difference, which may be negative. */
  count(of: ModelUseKey, difference: ModelUse): Promise<void>;
  /** Use by day from a day on, oldest first. */
  uses(since: string): Promise<(ModelUseKey & ModelUse)[]>;
  /** The number of stored answers. */
  answers(): Promise<number>;
}
