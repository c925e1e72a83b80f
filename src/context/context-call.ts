import type { ItemId } from '../core/model/ids.ts';
import { detailOfKind } from '../core/model/item.ts';
import { trustOf } from '../retrieval/validity/trust.ts';
import type { Store } from '../store/contract/store.ts';
import type { BlockRequest } from './lines/block-request.ts';
import type { ContextLine } from './lines/context-line.ts';
import { failureLine, knownFailure } from './lines/known-failure.ts';
import { refusalOf, type TrippedTripwire, trippedLine } from './lines/tripwires.ts';

const MAX_LINES = 3;

/** Lines at a tool call or a prompt: the tripwires that it trips, and what is known of a failure that it reports. */
export async function callLines(store: Store, request: BlockRequest): Promise<ContextLine[]> {
  const { tripped = [], project, session, failure } = request;
  const lines = tripped.slice(0, MAX_LINES).map(trippedLine);
  if (project === undefined || failure === undefined) return lines;
  const known = await knownFailure(store, { project, session, key: failure });
  const line = known === undefined ? undefined : await failureLine(store, known, project);
  return line === undefined ? lines : [...lines, line];
}

/** The refusal of a call that a constraint forbids, when a person stated or confirmed that constraint. */
export function refusalFor(tripped: readonly TrippedTripwire[]): { id: ItemId; why: string } | undefined {
  for (const found of tripped) {
    const rules = found.rules.filter(
      (rule) => detailOfKind(rule, 'knowledge').knowledge === 'constraint' && trustOf(rule) === 'whole',
    );
    if (rules.length > 0) return { id: found.item.id, why: refusalOf({ ...found, rules }) };
  }
  return undefined;
}
