import { CairnError } from '../../core/errors.ts';
import type { ItemId, SessionId } from '../../core/ids.ts';
import { batchesOf, type Refinable, refinable, requestOf } from '../../jobs/refine-summaries.ts';
import { costOf, tokensOf } from '../../llm/metered-model.ts';
import { now } from '../../platform/clock.ts';
import { resolveIds, sessionOf } from '../../recall/resolve-id.ts';
import type { Store } from '../../store/contract.ts';
import { checkInput } from '../check-input.ts';
import type { Caller, CallOptions } from '../contract.ts';
import type { LlmResult, PlannedCall } from '../model-answers.ts';
import type { LlmInput } from '../requests.ts';
import { readModels, readUses } from './model-status.ts';
import type { ModelWork } from './model-work.ts';

/** Summaries that one plan shows, and that one run takes on, at most. */
const PLANNED = 50;

/**
 * What the model does and did; with `plan` what would be sent, and with `run` the next call done at once. An agent may not
 * run it: it spends what is a person's.
 */
export async function askModels(
  { store, models }: { store: Store; models: ModelWork },
  given: LlmInput,
  { caller, signal }: { caller: Caller } & CallOptions,
): Promise<LlmResult> {
  const input = checkInput('llm', given);
  if (input.run === true && caller.agent === true) {
    throw new CairnError('not_allowed', 'An agent may not have a model run: that spends what is yours.', {
      fix: 'cairn llm run, typed by a person',
    });
  }
  const ids = input.plan === true || input.run === true ? await summariesOf(store, input.session) : [];
  const run = input.run === true ? await runNext(models, ids, signal ?? new AbortController().signal) : undefined;
  const plan = input.plan === true ? await planOf({ store, models }, ids) : undefined;
  return {
    ...(await readModels(store, models)),
    purposes: [...models.purposes],
    answers: await store.models.answers(),
    uses: await readUses(store),
    ...(run === undefined ? {} : { run }),
    ...(plan === undefined ? {} : { plan }),
  };
}

async function runNext(models: ModelWork, ids: readonly ItemId[], signal: AbortSignal): Promise<LlmResult['run']> {
  if (models.problem !== undefined) throw models.problem;
  if (models.refining === undefined) {
    throw new CairnError('invalid_input', 'No model is set that could word summaries.', {
      fix: 'cairn config set llm.model ollama:MODEL, then cairn worker restart',
    });
  }
  const { refined, kept, left } = await models.refining.next(ids, signal);
  return { refined, kept, left: left.length };
}

async function planOf(
  { store, models }: { store: Store; models: ModelWork },
  ids: readonly ItemId[],
): Promise<PlannedCall[]> {
  const open: Refinable[] = [];
  for (const work of await refinable(store, ids)) {
    if ((await store.models.answer(work.key)) === undefined) open.push(work);
  }
  return batchesOf(open).map((batch) => {
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

/** The summaries that wait for a model, or those of one session, asked about or not. */
async function summariesOf(store: Store, session: string | undefined): Promise<ItemId[]> {
  if (session === undefined) return store.models.unrefined({ kind: 'summary', until: now() }, PLANNED);
  const named = (await resolveIds(store, [session])).get(session);
  const id: SessionId | undefined = named === undefined ? undefined : sessionOf(named);
  if (id === undefined) {
    throw new CairnError('not_found', `There is no session ${session}.`, { fix: 'cairn sessions' });
  }
  const found = await store.items.list({ kinds: ['summary'], session: id }, { limit: PLANNED });
  return found.filter((item) => item.event === undefined && item.detail.summary !== undefined).map((item) => item.id);
}
