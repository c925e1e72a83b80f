import type { ItemId } from '../core/ids.ts';
import type { Store } from '../store/contract.ts';
import type { BlockRequest } from './block-request.ts';
import type { ContextLine } from './context-line.ts';
import { failureLine, knownFailure } from './known-failure.ts';
import { askedFor, refusalOf, type Tripped, tripped, trippedLine } from './tripwires.ts';
import { trustOf } from './trust.ts';

const MAX_LINES = 3;

/** What speaks up at a tool call: confirmed tripwires that it meets, and what is known of its failure. */
export async function callLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const met = await trippedBy(store, request);
  return [...met.slice(0, MAX_LINES).map(trippedLine), ...(await failureLines(store, request))];
}

/** What speaks up at a prompt: confirmed tripwires that it asks to run into, and what is known of an error that it holds. */
export async function askedLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const { prompt = '', project, tripwires } = request;
  const met = tripwires === true ? await askedFor(store, { project, prompt }) : [];
  return [...met.slice(0, MAX_LINES).map(trippedLine), ...(await failureLines(store, request))];
}

async function failureLines(store: Store, { project, session, failure }: BlockRequest): Promise<ContextLine[]> {
  if (project === undefined || failure === undefined) return [];
  const known = await knownFailure(store, { project, session, key: failure });
  const line = known === undefined ? undefined : await failureLine(store, known, project);
  return line === undefined ? [] : [line];
}

/** Why a call is not to run, where a constraint forbids it that a person stated or confirmed. */
export async function refusalFor(
  store: Store,
  request: BlockRequest,
): Promise<{ id: ItemId; why: string } | undefined> {
  for (const found of await trippedBy(store, request)) {
    const rules = found.rules.filter((rule) => rule.detail.knowledge === 'constraint' && trustOf(rule) === 'whole');
    if (rules.length > 0) return { id: found.item.id, why: refusalOf({ ...found, rules }) };
  }
  return undefined;
}

async function trippedBy(store: Store, { project, action }: BlockRequest): Promise<Tripped[]> {
  return action === undefined ? [] : tripped(store, { project, actions: [action], confirmed: true });
}
