import type { JsonObject } from '../core/json.ts';
import type { ItemId } from '../core/model/ids.ts';
import { detailOfKind, type Item } from '../core/model/item.ts';
import { askModel, requestFor } from '../llm/ask-model.ts';
import { type MeteredModel, tokensOf } from '../llm/metered-model.ts';
import type { ModelRequest } from '../llm/model/language-model.ts';
import { answerKey, type Subject } from '../llm/purposes/material.ts';
import { versionOf } from '../llm/purposes/purpose.ts';
import { SUMMARY, type WordedSummary } from '../llm/purposes/summary.ts';
import type { Clock } from '../platform/clock.ts';
import type { BoughtAnswer } from '../store/contract/models.ts';
import type { Store } from '../store/contract/store.ts';
import { citedIn, summaryMaterial, withWords } from './summary-material.ts';

/** The dependencies of refining. */
export interface RefineDeps {
  store: Pick<Store, 'items' | 'models'>;
  model: MeteredModel;
  now: Clock;
}

/** A summary that a model may reword. */
export interface Refinable {
  item: Item;
  subject: Subject;
  exposed: boolean;
  key: string;
  /** Its current version by another model, whose answer must not be used again. */
  was?: Pick<Item, 'id' | 'contentHash'>;
}

/** True when a bought answer can be used; for a summary that is asked about again, only this model's own answer. */
export function isBoughtFor({ was }: Pick<Refinable, 'was'>, model: string, bought: BoughtAnswer | undefined): boolean {
  return bought !== undefined && (was === undefined || bought.model === model);
}

/** The result of a batch: summaries with new words, and those that keep the words of the rules. */
export interface Refined {
  refined: ItemId[];
  kept: ItemId[];
}

/** Upper bounds in tokens and sessions on one call; its first session may be longer. */
const CALL_TOKENS = 6_000;
const CALL_SESSIONS = 6;

/** A summary by the rules in the words bought for it before; unchanged when none were. */
export async function refinedAsBefore(store: RefineDeps['store'], item: Item): Promise<Item> {
  const work = await toRefinable(store, item);
  const bought = work === undefined ? undefined : await store.models.answer(work.key);
  return work === undefined || bought === undefined ? item : worded(work, bought);
}

/** Those of some summaries that a model may reword; the others are recorded as examined. */
export async function refinable(store: RefineDeps['store'], ids: readonly ItemId[]): Promise<Refinable[]> {
  const found: Refinable[] = [];
  for (const item of await store.items.get(ids)) {
    const work =
      detailOfKind(item, 'summary').summary?.model === undefined ? await toRefinable(store, item) : undefined;
    if (work === undefined) await store.models.refine(item);
    else found.push(work);
  }
  return found;
}

/** Summaries in batches, one call each. */
export function batchesOf(works: readonly Refinable[]): Refinable[][] {
  const batches = new Batches();
  for (const work of works) batches.add(work);
  return batches.calls;
}

/** Batches that are filled one after the other. */
export class Batches {
  readonly calls: Refinable[][] = [];
  /** Tokens of the last batch. */
  #tokens = 0;

  add(work: Refinable): void {
    const { input } = tokensOf(requestFor(SUMMARY, [work.subject]));
    const last = this.calls.at(-1);
    this.#tokens += input;
    if (last === undefined || last.length >= CALL_SESSIONS || this.#tokens > CALL_TOKENS) {
      this.calls.push([work]);
      this.#tokens = input;
    } else {
      last.push(work);
    }
  }
}

/** The request for a batch as it is sent. */
export function requestOf(batch: readonly Refinable[]): ModelRequest {
  return requestFor(
    SUMMARY,
    batch.map(({ subject }) => subject),
  );
}

/**
 * Rewords a batch of summaries: with words bought before, otherwise by one call of the model. A summary without a valid
 * answer keeps its words and is not asked about again while it is unchanged. Throws what `askModel` throws, and then
 * changes nothing.
 */
export async function refineBatch(
  { store, model, now }: RefineDeps,
  batch: readonly Refinable[],
  signal: AbortSignal,
): Promise<Refined> {
  const answers = new Map<Refinable, BoughtAnswer>();
  for (const work of batch) {
    const bought = await store.models.answer(work.key);
    if (bought !== undefined && isBoughtFor(work, model.name, bought)) answers.set(work, bought);
  }
  const open = batch.filter((work) => !answers.has(work));
  if (open.length > 0) {
    const given = await askModel(model, SUMMARY, { subjects: open.map(({ subject }) => subject), signal });
    for (const work of open) {
      const answer = given.get(work.subject.id);
      if (answer !== undefined) answers.set(work, toBought(work, answer, { model: model.name, at: now() }));
    }
  }
  const result: Refined = { refined: [], kept: [] };
  for (const work of batch) {
    const isRefined = await keep(store, work, answers.get(work));
    (isRefined ? result.refined : result.kept).push(work.item.id);
  }
  return result;
}

/** The request of a summary by the rules; `undefined` when it has too little material. */
export async function toRefinable(store: RefineDeps['store'], item: Item): Promise<Refinable | undefined> {
  const { summary } = detailOfKind(item, 'summary');
  if (summary === undefined) return undefined;
  const material = summaryMaterial(item, await store.items.get(citedIn(summary)));
  if (material === undefined) return undefined;
  return { item, ...material, key: answerKey(versionOf(SUMMARY), material.subject) };
}

async function keep(store: RefineDeps['store'], work: Refinable, answer: BoughtAnswer | undefined): Promise<boolean> {
  const was = work.was ?? work.item;
  if (answer === undefined) {
    // Without a valid answer the words of the rules stay, and no former answer returns.
    if (work.was !== undefined) await store.models.dropAnswers(work.key);
    await store.models.refine(was, work.was === undefined ? undefined : work.item);
    return false;
  }
  // An answer about memories that were forgotten during the call is dropped.
  if (!(await store.models.putAnswer(answer))) return false;
  return store.models.refine(was, worded(work, answer));
}

function worded({ item, exposed }: Refinable, { answer, model }: BoughtAnswer): Item {
  return withWords(item, answer as unknown as WordedSummary, { model, exposed });
}

function toBought(
  { key, subject }: Refinable,
  answer: WordedSummary,
  { model, at }: { model: string; at: number },
): BoughtAnswer {
  const sources = subject.pieces.map(({ id }) => id as ItemId);
  return { key, purpose: SUMMARY.name, model, at, answer: answer as unknown as JsonObject, sources };
}
