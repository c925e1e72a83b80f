import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ClaimChecker, openChecker } from '../proof/check-claims.ts';
import type { ValidityMarks } from './validity.ts';

/** A tool call that removed its file: that the file is not there says nothing against it. */
const DELETES = /^Delete /;

/**
 * Adds to the marks of memories what the disk says against them: the file that they show has another content by its
 * hash, or it is not there, or the commit was amended or reset away. Looked up below the root of each memory's project,
 * within the limits of a block; what cannot be decided leaves no mark.
 */
export async function withStaleOnDisk(
  store: Store,
  items: readonly Item[],
  marks: ReadonlyMap<ItemId, ValidityMarks>,
): Promise<ReadonlyMap<ItemId, ValidityMarks>> {
  const shown = items.filter(isOnDisk);
  if (shown.length === 0) return marks;
  const checkers = await checkersOf(store, shown);
  const all = new Map(marks);
  for (const item of shown) {
    const checker = checkers.get(item.project ?? '');
    const gone = checker && goneOnDisk(item, checker);
    if (gone !== undefined) all.set(item.id, { ...all.get(item.id), gone });
  }
  return all;
}

async function checkersOf(store: Store, items: readonly Item[]): Promise<ReadonlyMap<string, ClaimChecker>> {
  const wanted = new Set(items.map(({ project }) => project));
  const checkers = new Map<string, ClaimChecker>();
  for (const { id, root } of await store.log.projects()) {
    const checker = root === undefined || !wanted.has(id) ? undefined : openChecker(root);
    if (checker !== undefined) checkers.set(id, checker);
  }
  return checkers;
}

/** True for a memory that shows a file or a commit. */
function isOnDisk({ kind, detail, project }: Item): boolean {
  if (project === undefined) return false;
  if (kind === 'commit' || kind === 'snippet') return true;
  return kind === 'observation' && (detail.observation === 'file-read' || detail.observation === 'file-write');
}

function goneOnDisk(item: Item, { check }: ClaimChecker): ValidityMarks['gone'] | undefined {
  if (item.kind === 'commit') {
    const hash = item.detail.commit?.hash;
    return hash !== undefined && check({ kind: 'commit', hash }) === 'fails' ? 'gone' : undefined;
  }
  if (DELETES.test(item.title)) return undefined;
  const paths = pathsOf(item);
  if (paths.length === 0) return undefined;
  if (paths.every((path) => check({ kind: 'path', path }) === 'fails')) return 'gone';
  const hash = item.kind === 'observation' ? item.detail.fileHash : undefined;
  const [path = ''] = paths;
  return hash !== undefined && check({ kind: 'content', path, hash, at: item.at }) === 'fails' ? 'changed' : undefined;
}

function pathsOf(item: Item): readonly string[] {
  if (item.kind === 'snippet') return item.detail.snippet?.file === undefined ? [] : [item.detail.snippet.file];
  return item.detail.filesChanged ?? item.detail.filesRead ?? [];
}
