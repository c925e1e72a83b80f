import type { ItemId } from '../../../core/model/ids.ts';
import type { ObservationKind } from '../../../core/model/kinds.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import type { ItemHead } from '../../contract/items.ts';
import { ITEM_CODES, SORT_CODES } from '../engine/codes.ts';
import { toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { branchesOf } from './filter.ts';

/** The facts are a JSON list, in which files are numbers. */
const COLUMNS = `i.seq, i.at, i.id, i.kind, i.sort,
  json_extract(i.detail, '$.filesRead', '$.filesChanged', '$.success') AS facts`;

interface HeadRow {
  seq: number;
  at: number;
  id: Uint8Array;
  kind: number;
  sort: number | null;
  facts: string | null;
}

type Facts = [filesRead: number[] | null, filesChanged: number[] | null, success: boolean | null];

const NO_FACTS: Facts = [null, null, null];

/** Lists the heads of the items of a filter, newest first. */
export function listHeads(engine: Engine, filter: ItemFilter, { limit }: { limit: number }): ItemHead[] {
  const rows = branchesOf(engine, filter, { limit, columns: COLUMNS })
    .flatMap(({ sql, values }) => engine.db.all<HeadRow>(sql, ...values))
    .sort((one, other) => other.at - one.at || other.seq - one.seq)
    .slice(0, limit);
  const facts = rows.map((row) => (row.facts === null ? NO_FACTS : (JSON.parse(row.facts) as Facts)));
  const pathOf = engine.interned.paths(facts.flatMap(([read, changed]) => [...(read ?? []), ...(changed ?? [])]));
  return rows.map((row, i) => toHead(row, facts[i] ?? NO_FACTS, pathOf));
}

function toHead(row: HeadRow, [read, changed, success]: Facts, pathOf: (file: number) => string): ItemHead {
  const kind = ITEM_CODES.toWord(row.kind);
  const sort = kind === 'observation' && row.sort !== null ? SORT_CODES.toWord(row.sort) : undefined;
  return {
    id: toPublicId(row.id) as ItemId,
    kind,
    ...(sort === undefined ? {} : { observation: sort as ObservationKind }),
    at: row.at,
    ...(success === null ? {} : { success }),
    filesRead: (read ?? []).map(pathOf),
    filesChanged: (changed ?? []).map(pathOf),
  };
}
