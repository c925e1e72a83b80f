import type { EventId } from '../../core/model/ids.ts';
import { partsOf } from '../../core/parts-of.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { type HomeSearch, removeJournalsWith, searchHome } from './search-home.ts';

/** The parts whose files can hold words of erased events. */
export type TraceDeps = Pick<
  MemoryParts,
  'store' | 'deriver' | 'embedding' | 'paths' | 'backups' | 'code' | 'dropReader' | 'finishForgetting'
>;

/** Finds in a copy of the database, over which a store is open, what is looked for. */
export type FindInCopy = NonNullable<Parameters<MemoryParts['backups']['replaceThose']>[0]>;

/** What was found when erased words had gone. `isEmptied`: nothing of them waits in the write-ahead file for an older reader to end. */
export interface Traces {
  freed: number;
  isEmptied: boolean;
  search: HomeSearch;
}

const SETTLED_MS = 600_000;
const IDS_AT_ONCE = 500;

/**
 * Makes the words of erased events go from every file of the home: what was derived from them, free pages, backups, journals, the
 * indexes of source files and the write-ahead file. Searches the files for passages of them afterwards. What can be brought back
 * stays until somebody says otherwise: it may be of another forgetting; so does a backup in which `find` finds nothing.
 */
export async function leaveNoTrace(deps: TraceDeps, passages: readonly string[], find?: FindInCopy): Promise<Traces> {
  const { store, deriver, embedding, paths, backups } = deps;
  // What removes files comes first: it takes no room, and gives some.
  removeJournalsWith(paths, passages);
  await embedding.forget();
  await deps.dropReader();
  await deriver.derived(SETTLED_MS);
  await deps.code.forget();
  const freed = await store.giveBack();
  await backups.replaceThose(find);
  const isEmptied = await store.checkpoint();
  if (!isEmptied) deps.finishForgetting();
  return { freed, isEmptied, search: await searchUntilGone(deps, passages, isEmptied) };
}

/** Finds events by their ids. */
export function findEvents(ids: readonly EventId[]): FindInCopy {
  return async ({ log }) => {
    for (const part of partsOf(ids, IDS_AT_ONCE)) if ((await log.events(part)).length > 0) return true;
    return false;
  };
}

/** Searches the home; a database in which a page still holds the bytes of an erased row is written again first. */
async function searchUntilGone(
  { store, paths }: TraceDeps,
  passages: readonly string[],
  isEmptied: boolean,
): Promise<HomeSearch> {
  const search = await searchHome(paths.home, store, passages);
  if (!isEmptied || !search.found.includes('cairn.db') || !(await store.rewrite())) return search;
  await store.checkpoint();
  return searchHome(paths.home, store, passages);
}
