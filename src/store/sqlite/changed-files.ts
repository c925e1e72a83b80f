import type { ItemId } from '../../core/ids.ts';
import type { Item } from '../../core/item.ts';
import type { LaterChange } from '../contract.ts';
import { ITEM_CODES, SORT_CODES } from './codes.ts';
import { toPublicId } from './compact-id.ts';
import { findFiles } from './files.ts';
import type { ItemParts } from './write-items.ts';

/** Of a file so many of the items that came last are looked at, and of an item so many files. */
const LOOKED_AT = 64;
const FILES_MAX = 8;

/** The latest changes of a file that an agent made, those that came last into the store first. Exported for its plan. */
export const CHANGES_OF = `SELECT i.id, i.at FROM (
    SELECT item FROM item_files WHERE file = ? AND changed = 1 ORDER BY item DESC LIMIT ${LOOKED_AT}
  ) AS latest JOIN items AS i ON i.seq = latest.item
  WHERE i.kind = ${ITEM_CODES.toCode('observation')} AND i.sort = ${SORT_CODES.toCode('file-write')}
  ORDER BY i.at DESC, i.id LIMIT 1`;

interface ChangeRow {
  id: Uint8Array;
  at: number;
}

/** For each item whose files were changed after it: the latest such change. Each file is looked up once. */
export function changedSince(
  { engine: { db }, interned }: ItemParts,
  items: readonly Item[],
): Map<ItemId, LaterChange> {
  const latest = new Map<string, ChangeRow | undefined>();
  const latestOf = (path: string, project: number): ChangeRow | undefined => {
    const key = `${project} ${path}`;
    if (!latest.has(key)) {
      const changes = findFiles(db, path, project).flatMap((file) => db.all<ChangeRow>(CHANGES_OF, file));
      latest.set(
        key,
        changes.reduce<ChangeRow | undefined>(
          (last, one) => (last === undefined || one.at > last.at ? one : last),
          undefined,
        ),
      );
    }
    return latest.get(key);
  };
  const out = new Map<ItemId, LaterChange>();
  for (const item of items) {
    const project = item.project === undefined ? 0 : (interned.project(item.project) ?? 0);
    for (const path of pathsOf(item)) {
      const change = latestOf(path, project);
      if (change === undefined || change.at <= item.at || change.at <= (out.get(item.id)?.since ?? 0)) continue;
      out.set(item.id, { since: change.at, by: toPublicId(change.id) as ItemId });
    }
  }
  return out;
}

function pathsOf({ detail }: Item): string[] {
  const { filesRead = [], filesChanged = [], snippet } = detail;
  const shown = snippet?.file === undefined ? [] : [snippet.file];
  return [...new Set([...shown, ...filesRead, ...filesChanged])].slice(0, FILES_MAX);
}
