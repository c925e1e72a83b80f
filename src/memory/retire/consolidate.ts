import type { Caller } from '../../api/contract.ts';
import type { ConsolidateInput } from '../../api/requests.ts';
import type { RetireResult } from '../../api/retire-answers.ts';
import { now } from '../../platform/clock.ts';
import { parsePast } from '../../retrieval/query/parse-time.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import { citedIds } from './cited.ts';
import type { PruneDeps } from './prune.ts';
import { planOf, restore, retire } from './retire.ts';
import { selectRepeats } from './select-repeats.ts';

/** What happened since then may still be looked for one by one. */
const OLDER_THAN = '7d';

/** Plans what only repeats, and with the plan's token lets the newest of it stand for all; `undo` brings a batch back. */
export async function consolidate(deps: PruneDeps, input: ConsolidateInput, caller: Caller): Promise<RetireResult> {
  const { store, environment, retention } = deps;
  if (input.undo !== undefined) return restore(deps, { batch: input.undo, caller, call: 'consolidate' });
  const before = parsePast(input.olderThan ?? OLDER_THAN, 'olderThan', now());
  const project = await selectProject(store, input.project === '*' ? undefined : input.project, environment.home);
  const groups = await selectRepeats(store, { before, project }, await citedIds(store));
  const chosen = {
    call: 'consolidate' as const,
    items: groups.flatMap(({ others }) => others),
    reason: 'repeats' as const,
    standing: groups.map(({ stands, count, firstAt, lastAt }) => ({ id: stands.id, count, firstAt, lastAt })),
  };
  const { graceDays } = retention;
  if (input.confirm === undefined) return planOf(store, chosen, { graceDays, notes: [] });
  return retire(deps, chosen, { token: input.confirm, caller, graceDays });
}
