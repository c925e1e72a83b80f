import { ITEM_KINDS, type ItemKind } from '../../../core/model/kinds.ts';
import type { Figures, QuarterHour, SessionActivity } from '../../contract/figures.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import { ITEM_CODES, SORT_CODES } from '../engine/codes.ts';
import type { Engine } from '../engine/engine.ts';
import { allOf, conditionsOf, projectsOf, type Sql, toSql } from '../items/filter.ts';

const QUARTER_MS = 900_000;
const PART_MS = 300_000;
/** Kinds that record what happened in a session, as opposed to aggregates. */
const HAPPENED: readonly ItemKind[] = ['observation', 'knowledge', 'prompt', 'message', 'commit'];
const OBSERVATION = ITEM_CODES.toCode('observation');
const COMMAND = SORT_CODES.toCode('command');
const WRITE = SORT_CODES.toCode('file-write');

const BY_TIME = `SELECT i.at / ${QUARTER_MS} AS quarter, i.kind, count(*) AS memories,
    count(CASE WHEN i.kind = ${OBSERVATION} AND i.detail ->> '$.success' = 0 THEN 1 END) AS failures,
    count(CASE WHEN i.kind = ${OBSERVATION} AND i.sort = ${COMMAND} THEN 1 END) AS commands,
    count(CASE WHEN i.kind = ${OBSERVATION} AND i.sort = ${WRITE} THEN 1 END) AS edits,
    CAST(total(i.detail ->> '$.tokens') AS INTEGER) AS tokens
  FROM items AS i INDEXED BY items_by_project`;
const ACTIVITY = `SELECT s.id AS session, i.at / ${QUARTER_MS} AS quarter, count(DISTINCT i.at / ${PART_MS}) AS parts
  FROM items AS i INDEXED BY items_by_project JOIN sessions AS s ON s.seq = i.session`;
const CONCEPTS = `SELECT c.name, count(*) AS memories FROM items AS i INDEXED BY items_by_project
  JOIN item_concepts AS ic ON ic.item = i.seq JOIN concepts AS c ON c.seq = ic.concept`;

interface QuarterRow extends Omit<QuarterHour, 'at' | 'kind'> {
  quarter: number;
  kind: number;
}

type ActivityRow = Omit<SessionActivity, 'at'> & { quarter: number };

/**
 * Builds the contract `Figures` over one SQLite file; queries run project by project because the time index begins with
 * the project.
 */
export function createFigures(engine: Engine): Figures {
  const all = <Row>(select: string, filter: ItemFilter, group: string): Row[] =>
    engine.read(() =>
      wheresOf(engine, filter).flatMap(({ sql, values }) =>
        engine.db.all<Row>(`${select} WHERE ${sql} GROUP BY ${group}`, ...values),
      ),
    );
  return {
    byTime: async (filter) =>
      all<QuarterRow>(BY_TIME, filter, 'quarter, i.kind')
        .map(({ quarter, kind, ...row }) => ({ at: quarter * QUARTER_MS, kind: ITEM_CODES.toWord(kind), ...row }))
        .sort((one, other) => one.at - other.at || (one.kind < other.kind ? -1 : 1)),
    activity: async (filter) =>
      all<ActivityRow>(ACTIVITY, { ...filter, kinds: HAPPENED }, 'i.session, quarter').map(
        ({ session, quarter, parts }) => ({ session, at: quarter * QUARTER_MS, parts }),
      ),
    async concepts(filter, limit) {
      const sums = new Map<string, number>();
      for (const { name, memories } of all<{ name: string; memories: number }>(CONCEPTS, filter, 'c.seq')) {
        sums.set(name, (sums.get(name) ?? 0) + memories);
      }
      return [...sums]
        .map(([name, memories]) => ({ name, memories }))
        .sort((one, other) => other.memories - one.memories || (one.name < other.name ? -1 : 1))
        .slice(0, limit);
    },
  };
}

/** The conditions of a filter, once for each project that it can match. */
function wheresOf(engine: Engine, filter: ItemFilter): Sql[] {
  const others = conditionsOf(engine, { ...filter, kinds: filter.kinds ?? ITEM_KINDS }, ['project']);
  return projectsOf(engine, filter).map((project) => allOf([toSql('i.project IS ?', project), ...others]));
}
