import type { ModelStatus } from '../../api/model-answers.ts';
import { type ModelUse, type ModelUseKey, sumOfUses } from '../../core/model/model-usage.ts';
import { DAY_MS, localDay } from '../../core/text/calendar.ts';
import { now } from '../../platform/clock.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ModelWork } from './model-work.ts';

/** Upper bound on the count of waiting summaries. */
const WAITING_MAX = 10_000;

/** The part of a worker's model work from which `readModels` reads its state. */
export type ModelState = Pick<ModelWork, 'model' | 'problem' | 'refining' | 'budget'>;

/** The state of the worker's language model, its use today, and what is left of the day's budget. */
export async function readModels(store: Pick<Store, 'models'>, work: ModelState): Promise<ModelStatus> {
  const today = localDay(now());
  const uses = await store.models.uses(today);
  const used = sumOfUses(uses.filter(({ day }) => day === today));
  const { model, problem, refining, budget } = work;
  const progress = refining?.progress();
  const failure = progress?.failure ?? (problem === undefined ? undefined : { error: problem, at: now() });
  const isOver = isSpent(used, work);
  return {
    state: stateOf(work, { isOver, isFailed: failure !== undefined }),
    ...(model === undefined ? {} : { model: model.name }),
    waiting: refining === undefined ? 0 : await countWaiting(store),
    today: used,
    ...(budget.tokens === undefined ? {} : { tokensLeft: left(budget.tokens, used.inputTokens + used.outputTokens) }),
    ...(budget.cost === undefined ? {} : { costLeft: left(budget.cost, used.cost) }),
    ...(failure === undefined ? {} : { error: { ...failure.error.toJSON(), at: new Date(failure.at).toISOString() } }),
  };
}

/** Use in the last thirty days, by day, purpose and model. */
export async function readUses(store: Pick<Store, 'models'>): Promise<(ModelUseKey & ModelUse)[]> {
  return store.models.uses(localDay(now() - 30 * DAY_MS));
}

function stateOf(
  { model, problem, refining }: ModelState,
  { isOver, isFailed }: { isOver: boolean; isFailed: boolean },
): ModelStatus['state'] {
  if (problem !== undefined) return 'failed';
  if (model === undefined) return 'off';
  const state = refining?.progress().state ?? 'idle';
  if (state === 'working') return state;
  if (isFailed) return 'failed';
  if (isOver) return 'over-budget';
  return state === 'over-budget' ? 'idle' : state;
}

function isSpent({ inputTokens, outputTokens, cost }: ModelUse, { budget }: ModelState): boolean {
  return inputTokens + outputTokens >= (budget.tokens ?? Infinity) || cost >= (budget.cost ?? Infinity);
}

async function countWaiting(store: Pick<Store, 'models'>): Promise<number> {
  return (await store.models.unrefined({ kind: 'summary', until: now() }, WAITING_MAX)).length;
}

function left(most: number, used: number): number {
  return Math.max(most - used, 0);
}
