import type { ItemId } from '../../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../../core/model/item.ts';
import type { LaterChange } from '../../contract/items.ts';
import type { Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';

/** Upper bounds on the latest items looked at for one file, and on the files looked at for one item. */
const LOOKED_AT = 64;
const FILES_MAX = 8;

/** A file of a project, and the earliest time since which its changes are asked for. */
interface AskedFile {
  path: string;
  project: string;
  since: number;
}

/** Finds for each item the latest later change of one of its files. All files are looked up at once, each once. */
export async function changedSince(tx: Tx, items: readonly Item[]): Promise<Map<ItemId, LaterChange>> {
  const asked = new Map<string, AskedFile>();
  const shown = items.map((item) => {
    const { project = '' } = item;
    const keys = pathsOf(item).map((path) => {
      const key = `${project} ${path}`;
      asked.set(key, { path, project, since: Math.min(asked.get(key)?.since ?? item.at, item.at) });
      return key;
    });
    return { item, keys };
  });
  const out = new Map<ItemId, LaterChange>();
  if (asked.size === 0) return out;
  const latest = await latestChanges(tx, asked);
  for (const { item, keys } of shown) {
    for (const key of keys) {
      const change = latest.get(key);
      if (change === undefined || change.at <= item.at || change.at <= (out.get(item.id)?.since ?? 0)) continue;
      out.set(item.id, { since: change.at, by: change.id });
    }
  }
  return out;
}

/** The latest change that an agent made to each file after its time, by the file's key. */
async function latestChanges(
  tx: Tx,
  asked: ReadonlyMap<string, AskedFile>,
): Promise<Map<string, { id: ItemId; at: number }>> {
  const files = [...asked.values()];
  const rows = await tx.all<{ place: number; id: ItemId; at: number }>(sql`SELECT one.place, w.id, w.at
    FROM unnest(${files.map(({ path }) => path)}::text[], ${files.map(({ project }) => project)}::text[],
      ${files.map(({ since }) => since)}::bigint[]) WITH ORDINALITY AS one (path, project, since, place)
    CROSS JOIN LATERAL (SELECT i.id, i.at FROM (
        SELECT f.item_id FROM item_files AS f
          WHERE f.tenant_id = ${tx.tenant} AND f.project_id = one.project AND f.path = one.path AND f.changed
          ORDER BY f.seq DESC LIMIT ${LOOKED_AT}) AS late
      JOIN items AS i ON i.tenant_id = ${tx.tenant} AND i.id = late.item_id
      WHERE i.kind = 'observation' AND i.sort = 'file-write' AND i.at > one.since
      ORDER BY i.at DESC LIMIT 1) AS w`);
  const keys = [...asked.keys()];
  return new Map(
    rows.flatMap(({ place, ...change }) => {
      const key = keys[place - 1];
      return key === undefined ? [] : [[key, change] as const];
    }),
  );
}

function pathsOf(item: Item): string[] {
  const { filesRead = [], filesChanged = [] } = item.detail;
  const { snippet } = detailOfKind(item, 'snippet');
  const shown = snippet?.file === undefined ? [] : [snippet.file];
  return [...new Set([...shown, ...filesRead, ...filesChanged])].slice(0, FILES_MAX);
}
