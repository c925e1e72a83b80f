import type { Caller, CallOptions } from '../../api/contract.ts';
import type { LlmResult, PlannedCall } from '../../api/model-answers.ts';
import type { LlmInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { ItemId, SessionId } from '../../core/model/ids.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { type AgainDeps, refinableAgain, wordedByOthers } from '../../jobs/refine-again.ts';
import { batchesOf, type Refinable, refinable, requestOf } from '../../jobs/refine-summaries.ts';
import { costOf, tokensOf } from '../../llm/metered-model.ts';
import type { Deriver } from '../../pipeline/deriver.ts';
import { now } from '../../platform/clock.ts';
import { resolveIds, sessionOf } from '../../retrieval/query/resolve-id.ts';
import type { Store } from '../../store/contract/store.ts';
import { readModels, readUses } from './model-status.ts';
import type { ModelWork } from './model-work.ts';

/** Upper bounds of one plan or run: summaries; when asking again, calls. */
const PLANNED = { summaries: 50, calls: 20 };

/** The dependencies of asking models. */
export interface AskDeps {
  store: Store;
  models: ModelWork;
  deriver: Pick<Deriver, 'summaryOf'>;
}

/**
 * Reports what the model does and did; with `plan` what would be sent, and with `run` makes the next call at once.
 * Throws for an agent with `run`, since a call costs a person's money.
 */
export async function askModels(
  deps: AskDeps,
  input: LlmInput,
  { caller, signal }: { caller: Caller } & CallOptions,
): Promise<LlmResult> {
  const { store, models } = deps;
  if (input.run === true && caller.agent === true) {
    throw new CairnError('not_allowed', 'An agent may not run a model: that would spend your budget.', {
      fix: 'cairn llm run, typed by a person',
    });
  }
  const isAsked = input.plan === true || input.run === true;
  const ids = isAsked || input.again === true ? await summariesOf(deps, input) : [];
  const run = input.run === true ? await runNext(deps, ids, { ...input, signal }) : undefined;
  const plan = input.plan === true ? await planOf(deps, ids, input) : undefined;
  return {
    ...(await readModels(store, models)),
    purposes: [...models.purposes],
    answers: await store.models.answers(),
    uses: await readUses(store),
    ...(input.again === true ? { older: ids.length - (run?.refined.length ?? 0) - (run?.kept.length ?? 0) } : {}),
    ...omitUndefined({ run, plan }),
  };
}

async function runNext(
  deps: AskDeps,
  ids: readonly ItemId[],
  { again, signal = new AbortController().signal }: LlmInput & { signal: AbortSignal | undefined },
): Promise<LlmResult['run']> {
  const { problem, refining } = deps.models;
  if (problem !== undefined) throw problem;
  if (refining === undefined) {
    throw new CairnError('invalid_input', 'No model is set that could word summaries.', {
      fix: 'cairn config set llm.model ollama:MODEL, then cairn worker restart',
    });
  }
  if (again !== true) return refining.next(ids, signal);
  const [batch = []] = await refinableAgain(againParts(deps), ids, { calls: 1 });
  const done = await refining.again(batch, signal);
  return { ...done, left: ids.length - batch.length };
}

async function planOf(deps: AskDeps, ids: readonly ItemId[], { again }: LlmInput): Promise<PlannedCall[]> {
  const { store, models } = deps;
  const batches =
    again === true ? await refinableAgain(againParts(deps), ids, PLANNED) : batchesOf(await open(store, ids));
  return batches.map((batch) => {
    const request = requestOf(batch);
    const { input, output } = tokensOf(request);
    return {
      sessions: batch.map(({ subject }) => subject.id),
      system: request.system,
      prompt: request.prompt,
      inputTokens: input,
      outputTokensMost: output,
      costMost: costOf({ inputTokens: input, outputTokens: output }, models.prices),
    };
  });
}

/** Those of some summaries without a bought answer. */
async function open(store: Store, ids: readonly ItemId[]): Promise<Refinable[]> {
  const works: Refinable[] = [];
  for (const work of await refinable(store, ids)) {
    if ((await store.models.answer(work.key)) === undefined) works.push(work);
  }
  return works;
}

function againParts({ store, deriver }: AskDeps): AgainDeps {
  return { store, made: (session) => deriver.summaryOf(session) };
}

/**
 * The summaries that wait for a model, or those of one session whether asked about or not; with `again`, those that
 * other models worded.
 */
async function summariesOf({ store, models }: AskDeps, { session, again }: LlmInput): Promise<ItemId[]> {
  if (again === true) {
    const named = session === undefined ? undefined : await idOf(store, session);
    return models.model === undefined ? [] : wordedByOthers(store.items, { model: models.model.name, session: named });
  }
  if (session === undefined) return store.models.unrefined({ kind: 'summary', until: now() }, PLANNED.summaries);
  const id = await idOf(store, session);
  const found = await store.items.list({ kinds: ['summary'], session: id }, { limit: PLANNED.summaries });
  return found
    .filter((item) => item.event === undefined && detailOfKind(item, 'summary').summary !== undefined)
    .map((item) => item.id);
}

async function idOf(store: Store, session: string): Promise<SessionId> {
  const named = (await resolveIds(store, [session])).get(session);
  const id: SessionId | undefined = named === undefined ? undefined : sessionOf(named);
  if (id === undefined) {
    throw new CairnError('not_found', `There is no session ${session}.`, { fix: 'cairn sessions' });
  }
  return id;
}
