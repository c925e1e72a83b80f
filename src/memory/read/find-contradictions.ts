import type { ContradictionsResult } from '../../api/review-answers.ts';
import * as LIMITS from '../../core/limits.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { mayContradict } from '../../derive/claim/may-contradict.ts';
import { agentsOf, toEntry } from '../../retrieval/entries/entry.ts';
import { type FilterEnvironment, resolveFilter } from '../../retrieval/query/resolve-filter.ts';
import { isValid, validityOf } from '../../retrieval/validity/validity.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';

const LISTED = 20;
/** Upper bounds on the statements compared, and on the newest messages and prompts compared with them. */
const COMPARED = { statements: 100, said: 100 } as const;

interface Pair {
  older: Item;
  newer: Item;
  sure: boolean;
}

/**
 * Statements that a newer one contradicts, and pairs that differ but may both hold, until a person confirms both.
 * Computed at reading time, so forgetting either side removes the contradiction.
 */
export async function findContradictions(
  store: Store,
  input: ReadInput<'contradictions'>,
  place: FilterEnvironment,
): Promise<ContradictionsResult> {
  const filter = await resolveFilter(store, omitUndefined({ project: input.project ?? input.cwd }), place);
  const stated = await store.items.list(
    { ...filter, kinds: ['knowledge'], status: ['stated', 'proposed', 'confirmed'] },
    { limit: COMPARED.statements },
  );
  const said = await store.items.list({ ...filter, kinds: ['prompt', 'observation'] }, { limit: COMPARED.said });
  const marks = await validityOf(store, stated, said);
  const byId = new Map([...stated, ...said].map((item) => [item.id, item]));
  const sure = stated.flatMap((older): Pair[] => {
    const newer = byId.get(marks.get(older.id)?.supersededBy ?? ('' as ItemId));
    return newer === undefined ? [] : [{ older, newer, sure: true }];
  });
  const standing = stated.filter((item) => isValid(marks.get(item.id)));
  const possible = mayContradict(standing)
    .filter(({ older, newer }) => older.detail.status !== 'confirmed' || newer.detail.status !== 'confirmed')
    .map((pair): Pair => ({ ...pair, sure: false }));
  const shown = [...sure.sort(byNewest), ...possible.sort(byNewest)].slice(
    0,
    Math.min(Math.max(input.limit ?? LISTED, 1), LIMITS.hitsMax),
  );
  const agents = await agentsOf(
    store,
    shown.flatMap(({ older, newer }) => [older, newer]),
  );
  const contradictions = shown.map(({ older, newer, sure: isSure }) => ({
    older: toEntry(older, { agents, marks: marks.get(older.id) }),
    newer: toEntry(newer, { agents, marks: marks.get(newer.id) }),
    sure: isSure,
  }));
  const tokens = contradictions.reduce((sum, { older, newer }) => sum + older.tokens + newer.tokens, 0);
  return { contradictions, tokens, notes: [] };
}

function byNewest(one: Pair, other: Pair): number {
  return other.newer.at - one.newer.at || (one.older.id < other.older.id ? -1 : 1);
}
