import type { SessionId } from '../../core/ids.ts';
import type { ItemKind } from '../../core/item.ts';
import type { Figures, QuarterHour } from '../contract/figures.ts';
import { ITEM_CODES, SORT_CODES } from './codes.ts';
import type { FilterParts } from './filter.ts';
import { conditionsOf } from './filter.ts';

const QUARTER_MS = 900_000;
const PART_MS = 300_000;
/** What happened in a session, rather than was made of it. */
const HAPPENED: readonly ItemKind[] = ['observation', 'knowledge', 'prompt', 'message', 'commit'];
const OBSERVATION = ITEM_CODES.toCode('observation');
const COMMAND = SORT_CODES.toCode('command');
const WRITE = SORT_CODES.toCode('file-write');

const BY_TIME = `SELECT i.at / ${QUARTER_MS} AS quarter, i.kind, count(*) AS memories,
    count(CASE WHEN i.kind = ${OBSERVATION} AND i.detail ->> '$.success' = 0 THEN 1 END) AS failures,
    count(CASE WHEN i.kind = ${OBSERVATION} AND i.sort = ${COMMAND} THEN 1 END) AS commands,
    count(CASE WHEN i.kind = ${OBSERVATION} AND i.sort = ${WRITE} THEN 1 END) AS edits,
    CAST(total(i.detail ->> '$.tokens') AS INTEGER) AS tokens
  FROM items AS i`;

interface QuarterRow extends Omit<QuarterHour, 'at' | 'kind'> {
  quarter: number;
  kind: number;
}

/** Sums over one SQLite file. */
export function createFigures(parts: FilterParts): Figures {
  const { engine } = parts;
  const whereOf = (filter: Parameters<Figures['byTime']>[0]) => {
    const conditions = conditionsOf(parts, filter);
    return {
      where: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
      values: conditions.flatMap(({ values }) => values),
    };
  };
  return {
    byTime: async (filter) =>
      engine.read(() => {
        const { where, values } = whereOf(filter);
        const sql = `${BY_TIME} WHERE ${where} GROUP BY quarter, i.kind ORDER BY quarter, i.kind`;
        return engine.db.all<QuarterRow>(sql, ...values).map(({ quarter, kind, ...row }) => ({
          at: quarter * QUARTER_MS,
          kind: ITEM_CODES.toWord(kind),
          ...row,
        }));
      }),
    activity: async (filter) =>
      engine.read(() => {
        const { where, values } = whereOf({ ...filter, kinds: HAPPENED });
        const sql = `SELECT s.id AS session, i.at / ${QUARTER_MS} AS quarter, count(DISTINCT i.at / ${PART_MS}) AS parts
          FROM items AS i JOIN sessions AS s ON s.seq = i.session WHERE ${where} GROUP BY i.session, quarter`;
        return engine.db
          .all<{ session: SessionId; quarter: number; parts: number }>(sql, ...values)
          .map(({ session, quarter, parts: n }) => ({ session, at: quarter * QUARTER_MS, parts: n }));
      }),
    concepts: async (filter, limit) =>
      engine.read(() => {
        const { where, values } = whereOf(filter);
        const sql = `SELECT c.name, count(*) AS memories FROM items AS i JOIN item_concepts AS ic ON ic.item = i.seq
          JOIN concepts AS c ON c.seq = ic.concept WHERE ${where} GROUP BY c.seq ORDER BY memories DESC, c.name LIMIT ?`;
        return engine.db.all<{ name: string; memories: number }>(sql, ...values, limit).map((row) => ({ ...row }));
      }),
  };
}
