import type { Entry, ListResult } from '../../api/answers.ts';
import type { Item } from '../../core/model/item.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { SessionFilter } from '../../store/contract/log.ts';
import type { PageOptions } from '../../store/contract/page.ts';
import type { Store } from '../../store/contract/store.ts';
import { withStoredPath } from '../query/resolve-path.ts';
import { withStaleOnDisk } from '../validity/stale-on-disk.ts';
import { validityInMemory } from '../validity/validity.ts';
import { agentsOf, toEntry } from './entry.ts';
import { pageOfSessions, type SummaryFilter } from './filter-sessions.ts';
import { projectEntry, sessionEntries } from './place-entry.ts';

/** Lists the items of a filter, newest first. */
export async function listItems(store: Store, filter: ItemFilter, page: PageOptions): Promise<ListResult> {
  const { rows, next } = await store.items.page(await withStoredPath(store, filter), page);
  return toResult(await itemEntries(store, rows), next);
}

/** Lists the sessions of a filter, last active first. */
export async function listSessions(
  store: Store,
  filter: SessionFilter & SummaryFilter,
  page: PageOptions,
): Promise<ListResult> {
  // Who asks for a surface by name gets its sessions.
  const { rows, next } = await pageOfSessions(store, { ...filter, work: filter.agent === undefined }, page);
  return toResult(await sessionEntries(store, rows), next);
}

/** Lists all projects by name, on one page since there are few. */
export async function listProjects(store: Store): Promise<ListResult> {
  const projects = await store.log.projects();
  const entries: Entry[] = [];
  for (const project of projects) entries.push(await projectEntry(store, project));
  entries.sort((one, other) => (one.at < other.at ? 1 : -1));
  return toResult(entries);
}

/** Items as entries, in their order. */
export async function itemEntries(store: Store, items: readonly Item[]): Promise<Entry[]> {
  const agents = await agentsOf(store, items);
  const marks = await withStaleOnDisk(store, items, await validityInMemory(store, items));
  return items.map((item) => toEntry(item, { agents, marks: marks.get(item.id) }));
}

function toResult(entries: Entry[], next?: string): ListResult {
  return {
    entries,
    ...(next === undefined ? {} : { nextCursor: next }),
    tokens: entries.reduce((sum, entry) => sum + entry.tokens, 0),
  };
}
