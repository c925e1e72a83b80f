import type { ProjectId } from '../../core/model/ids.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';

/** A filter with its `file` as items carry paths, or as the end of one. */
export async function withStoredPath(store: Store, filter: ItemFilter): Promise<ItemFilter> {
  if (filter.file === undefined) return filter;
  return { ...filter, file: await storedPath(store, filter.file, filter.project), fileEnd: true };
}

/** Longest end of a path that is looked up, in parts. */
const MAX_PARTS = 12;

/**
 * A path as items carry it: relative to the root of its project. For a path in another working tree, the longest end of
 * it (at least two parts) that an item carries; otherwise the path as given.
 */
export async function storedPath(store: Store, path: string, project?: ProjectId): Promise<string> {
  const plain = path.replaceAll('\\', '/').replace(/^\.\//, '');
  if (!/^(?:\/|[A-Za-z]:\/)/.test(plain)) return plain;
  for (const { id, root } of await store.log.projects()) {
    const base = root?.replaceAll('\\', '/').replace(/\/+$/, '');
    if (base === undefined || base === '' || (project !== undefined && id !== project)) continue;
    if (plain.startsWith(`${base}/`)) return plain.slice(base.length + 1);
  }
  const parts = plain.split('/').filter((part) => part !== '');
  const filter = project === undefined ? {} : { project };
  for (let from = Math.max(1, parts.length - MAX_PARTS); from <= parts.length - 2; from += 1) {
    const end = parts.slice(from).join('/');
    if ((await store.items.list({ ...filter, file: end }, { limit: 1 })).length > 0) return end;
  }
  return plain;
}
