import { CairnError } from '../../../core/errors.ts';
import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { ItemKind } from '../../../core/model/kinds.ts';
import { fromCursor, type Position, toPage } from '../../common/cursor.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import type { Page, PageOptions } from '../../contract/page.ts';
import { ITEM_CODES } from '../engine/codes.ts';
import { toCompactId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { branchesOf, NOT_RETIRED } from './filter.ts';
import { readBySeq } from './item-rows.ts';

/** Which part of a list of items, and in which order. */
interface ListPart {
  limit: number;
  oldestFirst?: boolean;
  after?: Position;
}

/** Lists the items of a filter, newest first unless `oldestFirst`. */
export function listItems(engine: Engine, filter: ItemFilter, part: ListPart): Item[] {
  return itemsAt(engine, positionsOf(engine, filter, part));
}

/** Reads one page of the items of a filter. A `from` that does not exist is `not_found`. */
export function pageItems(
  engine: Engine,
  filter: ItemFilter,
  { limit, cursor, oldestFirst = false, from }: PageOptions & { from?: ItemId },
): Page<Item> {
  const after = cursor === undefined ? positionOf(engine, from) : fromCursor('items', cursor);
  const part = { limit: limit + 1, oldestFirst, ...(after === undefined ? {} : { after }) };
  const { rows, ...next } = toPage('items', positionsOf(engine, filter, part), limit);
  return { rows: itemsAt(engine, rows), ...next };
}

function positionsOf(engine: Engine, filter: ItemFilter, part: ListPart): Position[] {
  const rows = branchesOf(engine, filter, part).flatMap(({ sql, values }) => engine.db.all<Position>(sql, ...values));
  const sign = part.oldestFirst === true ? 1 : -1;
  return rows.sort((a, b) => sign * (a.at - b.at || a.seq - b.seq)).slice(0, part.limit);
}

function positionOf({ db }: Engine, id: ItemId | undefined): Position | undefined {
  if (id === undefined) return undefined;
  const found = db.get<Position>('SELECT at, seq FROM items WHERE id = ?', toCompactId(id) ?? null);
  if (found === undefined) throw new CairnError('not_found', `There is no memory ${id}.`);
  return found;
}

function itemsAt(engine: Engine, positions: readonly Position[]): Item[] {
  const seqs = positions.map(({ seq }) => seq);
  return readBySeq(engine, seqs).map(({ item }) => item);
}

/** Parameter: a JSON list of ids of sessions. */
const COUNT_BY_KIND = `SELECT s.id, i.kind, count(*) AS n FROM sessions AS s JOIN items AS i ON i.session = s.seq
  WHERE s.id IN (SELECT value FROM json_each(?)) AND ${NOT_RETIRED.sql} GROUP BY s.seq, i.kind`;

/** Counts the items of each session by kind; sessions without items are absent. */
export function countBySession(
  { db }: Engine,
  ids: readonly SessionId[],
): Map<SessionId, Partial<Record<ItemKind, number>>> {
  const counts = new Map<SessionId, Partial<Record<ItemKind, number>>>();
  for (const { id, kind, n } of db.all<{ id: SessionId; kind: number; n: number }>(COUNT_BY_KIND, JSON.stringify(ids)))
    counts.set(id, { ...counts.get(id), [ITEM_CODES.toWord(kind)]: n });
  return counts;
}
