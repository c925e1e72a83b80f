import type { Item } from '../core/item.ts';
import type { Entry, ListResult } from '../memory/answers.ts';
import type { ItemFilter, PageOptions, SessionFilter, Store } from '../store/contract.ts';
import { agentsOf, toEntry } from './entry.ts';
import { marksInMemory } from './marks.ts';
import { projectEntry, sessionEntries } from './place-entry.ts';
import { storedPath } from './stored-path.ts';

/** Items of a filter, newest first. */
export async function listItems(store: Store, filter: ItemFilter, page: PageOptions): Promise<ListResult> {
  const { file, ...rest } = filter;
  const stored =
    file === undefined ? rest : { ...rest, file: await storedPath(store, file, filter.project), fileEnd: true };
  const { rows, next } = await store.items.page(stored, page);
  return toResult(await itemEntries(store, rows), next);
}

/** Sessions of a filter, the one that was active last first. */
export async function listSessions(store: Store, filter: SessionFilter, page: PageOptions): Promise<ListResult> {
  const { rows, next } = await store.log.sessionPage(filter, page);
  return toResult(await sessionEntries(store, rows), next);
}

/** All projects, by name. There are few: they come on one page. */
export async function listProjects(store: Store): Promise<ListResult> {
  const projects = await store.log.projects();
  const entries: Entry[] = [];
  for (const project of projects) entries.push(await projectEntry(store, project));
  return toResult(
    entries.sort((one, other) => (one.at < other.at ? 1 : -1)),
    undefined,
  );
}

/** Items in short, in their order. */
export async function itemEntries(store: Store, items: readonly Item[]): Promise<Entry[]> {
  const agents = await agentsOf(store, items);
  const marks = await marksInMemory(store, items);
  return items.map((item) => toEntry(item, { agents, marks: marks.get(item.id) }));
}

function toResult(entries: Entry[], next: string | undefined): ListResult {
  return {
    entries,
    ...(next === undefined ? {} : { nextCursor: next }),
    tokens: entries.reduce((sum, entry) => sum + entry.tokens, 0),
  };
}
