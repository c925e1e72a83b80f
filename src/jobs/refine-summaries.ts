import type { JsonObject } from '../core/json.ts';
import type { ItemId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
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

/** What refining needs. */
export interface RefineDeps {
  store: Pick<Store, 'items' | 'models'>;
  model: MeteredModel;
  now: Clock;
}

/** A summary that a model may word better. */
export interface Refinable {
  item: Item;
  subject: Subject;
  exposed: boolean;
  key: string;
  /** What it is now, in the words of another model, which is not to be believed again. */
  was?: Pick<Item, 'id' | 'contentHash'>;
}

/** What a model said of it before; of one that is asked again only what this model said. */
export function isBoughtFor({ was }: Pick<Refinable, 'was'>, model: string, bought: BoughtAnswer | undefined): boolean {
  return bought !== undefined && (was === undefined || bought.model === model);
}

/** What came of a batch: summaries that have new words, and those that stay as the rules made them. */
export interface Refined {
  refined: ItemId[];
  kept: ItemId[];
}

/** Tokens and sessions of one call at most; the first session of a call may be longer. */
const CALL_TOKENS = 6_000;
const CALL_SESSIONS = 6;

/** What was bought before for a summary by the rules, as its words; the summary itself when nothing was. */
export async function refinedAsBefore(store: RefineDeps['store'], item: Item): Promise<Item> {
  const work = await toRefinable(store, item);
  const bought = work === undefined ? undefined : await store.models.answer(work.key);
  return work === undefined || bought === undefined ? item : worded(work, bought);
}

/** Of some summaries those that a model may word better; the others are noted as looked at. */
export async function refinable(store: RefineDeps['store'], ids: readonly ItemId[]): Promise<Refinable[]> {
  const found: Refinable[] = [];
  for (const item of await store.items.get(ids)) {
    const work = item.detail.summary?.model === undefined ? await toRefinable(store, item) : undefined;
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

/** Batches that fill one after the other. */
export class Batches {
  readonly calls: Refinable[][] = [];
  /** Of the last one. */
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

/** The request for a batch, as it is sent. */
export function requestOf(batch: readonly Refinable[]): ModelRequest {
  return requestFor(
    SUMMARY,
    batch.map(({ subject }) => subject),
  );
}

/**
 * Has a batch of summaries worded: by what was bought before, else by one call of the model. What it says nothing sound of
 * stays, and is not asked again while it is the same. Throws what `askModel` throws; then nothing has changed.
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
    const said = await askModel(model, SUMMARY, { subjects: open.map(({ subject }) => subject), signal });
    for (const work of open) {
      const answer = said.get(work.subject.id);
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

/** What a model is asked of a summary by the rules; `undefined` when it says too little. */
export async function toRefinable(store: RefineDeps['store'], item: Item): Promise<Refinable | undefined> {
  const { summary } = item.detail;
  if (summary === undefined) return undefined;
  const material = summaryMaterial(item, await store.items.get(citedIn(summary)));
  if (material === undefined) return undefined;
  return { item, ...material, key: answerKey(versionOf(SUMMARY), material.subject) };
}

async function keep(store: RefineDeps['store'], work: Refinable, answer: BoughtAnswer | undefined): Promise<boolean> {
  const was = work.was ?? work.item;
  if (answer === undefined) {
    // Nothing sound: what the rules made stands, and no former answer comes back.
    if (work.was !== undefined) await store.models.dropAnswers(work.key);
    await store.models.refine(was, work.was === undefined ? undefined : work.item);
    return false;
  }
  // What was forgotten while the model was at work is not kept in its words.
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
