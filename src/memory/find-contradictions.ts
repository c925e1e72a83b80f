import { given } from '../core/given.ts';
import type { ItemId } from '../core/ids.ts';
import type { Item } from '../core/item.ts';
import { LIMITS } from '../core/limits.ts';
import { agentsOf, toEntry } from '../recall/entry.ts';
import { marksOf } from '../recall/marks.ts';
import type { Store } from '../store/contract.ts';
import type { ContradictionsResult } from './contradiction-answers.ts';
import type { ContradictionsInput } from './requests.ts';
import { type FilterPlace, resolveFilter } from './resolve-filter.ts';

const LISTED = 20;
/** Statements that are compared, and the newest of what was said beside them: together as many as are compared at all. */
const COMPARED = { statements: 100, said: 100 } as const;

/** Whose statements, and the folder of whoever asks. */
export type PlacedContradictions = ContradictionsInput & { cwd?: string };

/** Statements against which a newer one stands, those with the newest first; found when read, so that forgetting either ends it. */
export async function findContradictions(
  store: Store,
  input: PlacedContradictions,
  place: FilterPlace,
): Promise<ContradictionsResult> {
  const filter = await resolveFilter(store, given({ project: input.project ?? input.cwd }), place);
  const stated = await store.items.list(
    { ...filter, kinds: ['knowledge'], status: ['stated', 'proposed', 'confirmed'] },
    { limit: COMPARED.statements },
  );
  const said = await store.items.list({ ...filter, kinds: ['prompt', 'observation'] }, { limit: COMPARED.said });
  const marks = await marksOf(store, stated, said);
  const byId = new Map([...stated, ...said].map((item) => [item.id, item]));
  const pairs = stated.flatMap((older): { older: Item; newer: Item }[] => {
    const newer = byId.get(marks.get(older.id)?.supersededBy ?? ('' as ItemId));
    return newer === undefined ? [] : [{ older, newer }];
  });
  pairs.sort((one, other) => other.newer.at - one.newer.at || (one.older.id < other.older.id ? -1 : 1));
  const shown = pairs.slice(0, Math.min(Math.max(input.limit ?? LISTED, 1), LIMITS.hitsMax));
  const agents = await agentsOf(
    store,
    shown.flatMap(({ older, newer }) => [older, newer]),
  );
  const contradictions = shown.map(({ older, newer }) => ({
    older: toEntry(older, { agents, marks: marks.get(older.id) }),
    newer: toEntry(newer, { agents, marks: marks.get(newer.id) }),
  }));
  const tokens = contradictions.reduce((sum, { older, newer }) => sum + older.tokens + newer.tokens, 0);
  return { contradictions, tokens, notes: [] };
}
