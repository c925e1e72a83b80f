import type { Caller } from '../../api/contract.ts';
import type { ConsolidateInput } from '../../api/requests.ts';
import type { RetireResult } from '../../api/retire-answers.ts';
import { now } from '../../platform/clock.ts';
import { parsePast } from '../../retrieval/query/parse-time.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import { type PruneParts, planOf, restore, retire } from './retire.ts';
import { citedIds } from './select-aged.ts';
import { selectRepeats } from './select-repeats.ts';

/** Younger items are kept, since a person may still look for a single one. */
const OLDER_THAN = '7d';

/**
 * Plans the consolidation of repetitions; with the plan's token the newest replaces the others; `undo` restores a
 * batch.
 */
export async function consolidate(deps: PruneParts, input: ConsolidateInput, caller: Caller): Promise<RetireResult> {
  const { store, environment, retention } = deps;
  if (input.undo !== undefined) return restore(deps, { batch: input.undo, caller, call: 'consolidate' });
  const before = parsePast(input.olderThan ?? OLDER_THAN, 'olderThan', now());
  const project = await selectProject(store, input.project === '*' ? undefined : input.project, environment.home);
  const groups = await selectRepeats(store, { before, project }, await citedIds(store));
  const chosen = {
    call: 'consolidate' as const,
    items: groups.flatMap(({ others }) => others),
    reason: 'repeats' as const,
    standing: groups.map(({ newest, count, firstAt, lastAt }) => ({ id: newest.id, count, firstAt, lastAt })),
  };
  const { graceDays } = retention;
  if (input.confirm === undefined) return planOf(store, chosen, { graceDays, notes: [] });
  return retire(deps, chosen, { token: input.confirm, caller, graceDays });
}
