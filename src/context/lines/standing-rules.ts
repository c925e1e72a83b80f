import type { ProjectId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { patternId } from '../../derive/item/pattern-id.ts';
import { isStanding } from '../../retrieval/validity/is-standing.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';

/** Upper bounds on the statements that are looked through: a person's, confirmed ones, and an agent's. */
const MOST = { ofPersons: 200, confirmed: 60, ofAgents: 100, wishes: 20 } as const;

/** The standing rules of a project, or of none, newest first, whatever counts against them. */
export async function standingRules(store: Store, filter: Pick<ItemFilter, 'project'>): Promise<Item[]> {
  const list = (more: ItemFilter, limit: number) =>
    store.items.list({ ...filter, kinds: ['knowledge'], ...more }, { limit });
  const found = [
    ...(await list({ authors: ['person'] }, MOST.ofPersons)),
    // However much a person decides later, it pushes none of these out.
    ...(await list({ authors: ['person'], knowledge: ['constraint'] }, MOST.ofPersons)),
    ...(await list({ status: ['confirmed'] }, MOST.confirmed)),
    ...(await list({ authors: ['agent'], status: ['proposed'] }, MOST.ofAgents)),
    ...(await confirmedWishes(store, filter.project)),
  ].filter(isStanding);
  return [...new Map(found.map((item) => [item.id, item])).values()].sort((one, other) => other.at - one.at);
}

/** The wishes that returned in several sessions and that a person made a rule. */
async function confirmedWishes(store: Store, project: ProjectId | undefined): Promise<Item[]> {
  if (project === undefined) return [];
  const found = await store.distilled.find({
    kinds: ['preference'],
    project,
    confirmed: 'only',
    limit: MOST.wishes,
  });
  return store.items.get([...new Set(found.map((one) => patternId(one)))]);
}
