import type { ItemId } from '../../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../../core/model/item.ts';
import type { LaterChange } from '../../contract/items.ts';
import { ITEM_CODES, SORT_CODES } from '../engine/codes.ts';
import { toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';

/** Upper bounds on the latest items looked at for one file, and on the files looked at for one item. */
const LOOKED_AT = 64;
const FILES_MAX = 8;

/**
 * Parameter: a JSON list of [path, project, time]. Selects, by position in the list, the latest change that an agent
 * made to the file after that time. Kinds and times come from an index; rows are read from the latest on until one is a
 * change.
 */
const CHANGES_OF = `SELECT one.place, i.id, i.at
  FROM (SELECT j.key AS place, j.value ->> 2 AS since, f.seq AS file FROM json_each(?) AS j
    CROSS JOIN files AS f ON f.path = j.value ->> 0 AND f.project = j.value ->> 1) AS one
  CROSS JOIN items AS i ON i.seq = (
    SELECT w.seq FROM (
        SELECT p.seq FROM (
          SELECT item FROM item_files WHERE file = one.file AND changed = 1 ORDER BY item DESC LIMIT ${LOOKED_AT}
        ) AS latest CROSS JOIN items AS p INDEXED BY items_places ON p.seq = latest.item
        WHERE p.kind = ${ITEM_CODES.toCode('observation')} AND p.at > one.since ORDER BY p.at DESC LIMIT ${LOOKED_AT}
      ) AS later CROSS JOIN items AS w ON w.seq = later.seq
    WHERE w.sort = ${SORT_CODES.toCode('file-write')} LIMIT 1)`;

interface ChangeRow {
  place: number;
  id: Uint8Array;
  at: number;
}

/** Finds for each item the latest later change of one of its files. All files are looked up at once, each once. */
export function changedSince({ db, interned }: Engine, items: readonly Item[]): Map<ItemId, LaterChange> {
  const asked = new Map<string, [path: string, project: number, since: number]>();
  const shown = items.map((item) => {
    const project = item.project === undefined ? 0 : (interned.project(item.project) ?? 0);
    const keys = pathsOf(item).map((path) => {
      const key = `${project} ${path}`;
      asked.set(key, [path, project, Math.min(asked.get(key)?.[2] ?? item.at, item.at)]);
      return key;
    });
    return { item, keys };
  });
  const out = new Map<ItemId, LaterChange>();
  if (asked.size === 0) return out;
  const keys = [...asked.keys()];
  const rows = db.all<ChangeRow>(CHANGES_OF, JSON.stringify([...asked.values()]));
  const latest = new Map(rows.map((row) => [keys[row.place], row]));
  for (const { item, keys: own } of shown) {
    for (const key of own) {
      const change = latest.get(key);
      if (change === undefined || change.at <= item.at || change.at <= (out.get(item.id)?.since ?? 0)) continue;
      out.set(item.id, { since: change.at, by: toPublicId(change.id) as ItemId });
    }
  }
  return out;
}

function pathsOf(item: Item): string[] {
  const { filesRead = [], filesChanged = [] } = item.detail;
  const { snippet } = detailOfKind(item, 'snippet');
  const shown = snippet?.file === undefined ? [] : [snippet.file];
  return [...new Set([...shown, ...filesRead, ...filesChanged])].slice(0, FILES_MAX);
}
