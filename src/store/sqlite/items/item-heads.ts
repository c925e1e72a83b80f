import type { ItemId } from '../../../core/model/ids.ts';
import type { ObservationKind } from '../../../core/model/kinds.ts';
import type { ItemHead } from '../../contract/items.ts';
import { ITEM_CODES, SORT_CODES } from '../engine/codes.ts';
import { toPublicId } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';

/** Parameter: a JSON list of row numbers. The facts are a JSON list, in which files are numbers. */
const HEADS = `SELECT seq, id, kind, sort, at, json_extract(detail, '$.filesRead', '$.filesChanged', '$.success') AS facts
  FROM items WHERE seq IN (SELECT value FROM json_each(?))`;

interface HeadRow {
  seq: number;
  id: Uint8Array;
  kind: number;
  sort: number | null;
  at: number;
  facts: string | null;
}

type Facts = [filesRead: number[] | null, filesChanged: number[] | null, success: boolean | null];

/** Reads the heads of items by row number, in the given order. */
export function readHeads({ db, interned }: Engine, seqs: readonly number[]): ItemHead[] {
  if (seqs.length === 0) return [];
  const rows = db.all<HeadRow>(HEADS, JSON.stringify(seqs.toSorted((a, b) => a - b)));
  const facts = rows.map((row): Facts => (row.facts === null ? [null, null, null] : (JSON.parse(row.facts) as Facts)));
  const pathOf = interned.paths(facts.flatMap(([read, changed]) => [...(read ?? []), ...(changed ?? [])]));
  const heads = new Map(rows.map((row, i) => [row.seq, toHead(row, facts[i] ?? [null, null, null], pathOf)]));
  return seqs.flatMap((seq) => heads.get(seq) ?? []);
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
