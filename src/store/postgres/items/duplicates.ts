import { DUPLICATE_WINDOWS_MS, LONGEST_DUPLICATE_WINDOW_MS } from '../../../core/model/duplicate-window.ts';
import type { ItemId, ProjectId } from '../../../core/model/ids.ts';
import type { ObservationKind } from '../../../core/model/kinds.ts';
import type { Tx } from '../engine/engine.ts';
import { compareIds } from '../engine/ids.ts';
import { insertRows } from '../engine/rows.ts';
import { sql } from '../engine/sql.ts';
import type { ItemsChanged } from './item-follower.ts';
import { LINKS } from './links.ts';

/** A content of one project that changed, and the time span of the changes. */
interface ChangedContent {
  project: ProjectId | '';
  hash: number;
  from: number;
  to: number;
}

/** An observation with one of these contents; `place` is that of the content in the list. */
interface EqualRow {
  place: number;
  id: ItemId;
  at: number;
  sort: ObservationKind;
}

/**
 * Links each observation that repeats another within its kind's window to the earliest such one. The links depend on the
 * stored observations only, not on the order of writing.
 */
export async function followRepeats(tx: Tx, { removed, put }: ItemsChanged): Promise<void> {
  const contents = contentsOf({ removed, put });
  if (contents.length === 0) return;
  const rows = await tx.all<EqualRow>(sql`SELECT c.place, i.id, i.at, i.sort
    FROM unnest(${contents.map(({ project }) => project)}::text[], ${contents.map(({ hash }) => hash)}::bigint[],
      ${contents.map(({ from }) => from - LONGEST_DUPLICATE_WINDOW_MS)}::bigint[],
      ${contents.map(({ to }) => to + LONGEST_DUPLICATE_WINDOW_MS)}::bigint[])
      WITH ORDINALITY AS c (project, hash, first, last, place)
    JOIN items AS i ON i.tenant_id = ${tx.tenant} AND i.content_hash = c.hash AND i.project_id = c.project
      AND i.kind = 'observation' AND i.at BETWEEN c.first AND c.last`);
  const links = [...Map.groupBy(rows, ({ place }) => place)].flatMap(([place, equals]) =>
    linksOf(equals, contents[place - 1]?.from ?? 0),
  );
  const ids = links.map(({ from_id }) => from_id);
  await tx.run(sql`DELETE FROM links WHERE tenant_id = ${tx.tenant} AND from_id = ANY(${ids}::text[])
    AND relation = 'repeats'`);
  const kept = links.flatMap(({ to_id, ...link }) => (to_id === undefined ? [] : [{ ...link, to_id }]));
  await insertRows(tx, LINKS, kept);
}

function contentsOf({ removed, put }: ItemsChanged): ChangedContent[] {
  const contents = new Map<string, ChangedContent>();
  for (const { item } of [...removed, ...put]) {
    if (item.kind !== 'observation' || windowOf(item.detail.observation) === undefined) continue;
    const { project = '', contentHash: hash, at } = item;
    const key = `${hash} ${project}`;
    const { from, to } = contents.get(key) ?? { from: at, to: at };
    contents.set(key, { project, hash, from: Math.min(from, at), to: Math.max(to, at) });
  }
  return [...contents.values()];
}

function windowOf(kind: ObservationKind | undefined): number | undefined {
  return kind === undefined ? undefined : DUPLICATE_WINDOWS_MS[kind];
}

/** The links of the observations of one content from a time on; without `to_id` for one that repeats nothing. */
function linksOf(
  rows: readonly EqualRow[],
  from: number,
): { from_id: ItemId; relation: 'repeats'; to_id: ItemId | undefined }[] {
  const equals = rows.toSorted((one, other) => one.at - other.at || compareIds(one.id, other.id));
  return equals
    .filter(({ at }) => at >= from)
    .map((row) => ({ from_id: row.id, relation: 'repeats', to_id: earliestEqual(row, equals)?.id }));
}

function earliestEqual(row: EqualRow, equals: readonly EqualRow[]): EqualRow | undefined {
  const window = windowOf(row.sort);
  if (window === undefined) return undefined;
  const first = equals.find((other) => other === row || (other.sort === row.sort && other.at >= row.at - window));
  return first === row ? undefined : first;
}
