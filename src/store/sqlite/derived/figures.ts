import type { ItemId } from '../../../core/model/ids.ts';
import { ITEM_KINDS, type ObservationKind } from '../../../core/model/kinds.ts';
import type {
  ActivitySpan,
  Figures,
  FileChangeCount,
  QuarterHour,
  SessionActivity,
  SummaryFigures,
} from '../../contract/figures.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import { ITEM_CODES, SORT_CODES } from '../engine/codes.ts';
import { toHexList } from '../engine/compact-id.ts';
import type { Engine } from '../engine/engine.ts';
import { allOf, conditionsOf, oneOf, projectsOf, type Sql, toSql } from '../items/filter.ts';
import { ofWork } from '../items/of-work.ts';

const QUARTER_MS = 900_000;
const PART_MS = 300_000;
const OBSERVATION = ITEM_CODES.toCode('observation');
const WRITE = SORT_CODES.toCode('file-write');
const OBSERVED = `CASE WHEN i.kind = ${OBSERVATION} THEN i.sort END`;

const BY_TIME = `SELECT i.at / ${QUARTER_MS} AS quarter, i.kind, ${OBSERVED} AS sort, count(*) AS memories,
    count(CASE WHEN i.kind = ${OBSERVATION} AND i.detail ->> '$.success' = 0 THEN 1 END) AS failures,
    CAST(total(i.detail ->> '$.tokens') AS INTEGER) AS tokens
  FROM items AS i INDEXED BY items_by_project`;
// The index by session and time holds all that is asked here: no row is read.
const ACTIVITY = `SELECT s.id AS session, i.at / ${QUARTER_MS} AS quarter, count(DISTINCT i.at / ${PART_MS}) AS parts
  FROM sessions AS s JOIN items AS i INDEXED BY items_by_session ON i.session = s.seq`;
const CONCEPTS = `SELECT c.name, count(*) AS memories FROM items AS i INDEXED BY items_by_project
  JOIN item_concepts AS ic ON ic.item = i.seq JOIN concepts AS c ON c.seq = ic.concept`;
const CHANGES = `SELECT f.path, count(*) AS changes, count(DISTINCT i.session) AS sessions
  FROM items AS i INDEXED BY items_by_project JOIN json_each(i.detail, '$.filesChanged') AS j
  JOIN files AS f ON f.seq = j.value`;
const SUMMARIES = `SELECT s.id AS session, i.detail -> '$.summary' ->> '$.outcome' AS outcome,
    i.detail -> '$.summary' -> '$.counts' AS counts, i.detail -> '$.summary' -> '$.technologies' AS technologies
  FROM items AS i JOIN sessions AS s ON s.seq = i.session
  WHERE i.id IN (SELECT unhex(value) FROM json_each(?)) AND i.detail -> '$.summary' IS NOT NULL`;

interface QuarterRow extends Omit<QuarterHour, 'at' | 'kind' | 'observation'> {
  quarter: number;
  kind: number;
  sort: number | null;
}

type ConceptRow = { name: string; memories: number };

type SummaryRow = Omit<SummaryFigures, 'counts' | 'technologies'> & { counts: string; technologies: string };

type ActivityRow = Omit<SessionActivity, 'at'> & { quarter: number };

/**
 * Builds the contract `Figures` over one SQLite file; queries run project by project because the time index begins with
 * the project.
 */
export function createFigures(engine: Engine): Figures {
  const all = <Row>(select: string, filter: ItemFilter, { group, also = [] }: { group: string; also?: Sql[] }): Row[] =>
    engine.read(() =>
      wheresOf(engine, filter, also).flatMap(({ sql, values }) =>
        engine.db.all<Row>(`${select} WHERE ${sql} GROUP BY ${group}`, ...values),
      ),
    );
  return {
    byTime: async (filter) =>
      all<QuarterRow>(BY_TIME, filter, { group: 'quarter, i.kind, sort' })
        .map(toQuarterHour)
        .sort((one, other) => one.at - other.at || (one.kind < other.kind ? -1 : 1)),
    activity: async (span) => engine.read(() => activity(engine, span)),
    async concepts(filter, limit) {
      const sums = new Map<string, number>();
      for (const { name, memories } of all<ConceptRow>(CONCEPTS, filter, { group: 'c.seq' })) {
        sums.set(name, (sums.get(name) ?? 0) + memories);
      }
      return [...sums]
        .map(([name, memories]) => ({ name, memories }))
        .sort((one, other) => other.memories - one.memories || (one.name < other.name ? -1 : 1))
        .slice(0, limit);
    },
    async files(filter, limit) {
      const observed = { ...filter, kinds: ['observation' as const] };
      return all<FileChangeCount>(CHANGES, observed, { group: 'f.seq', also: [toSql('i.sort = ?', WRITE)] })
        .sort((one, other) => other.changes - one.changes || (one.path < other.path ? -1 : 1))
        .slice(0, limit);
    },
    summaries: async (ids) => engine.read(() => summaries(engine, ids)),
  };
}

function toQuarterHour({ quarter, kind, sort, ...row }: QuarterRow): QuarterHour {
  return {
    at: quarter * QUARTER_MS,
    kind: ITEM_CODES.toWord(kind),
    ...(sort === null ? {} : { observation: SORT_CODES.toWord(sort) as ObservationKind }),
    ...row,
  };
}

function activity(engine: Engine, { project, agent, since, until }: ActivitySpan): SessionActivity[] {
  const { sql, values } = allOf([
    toSql('i.at BETWEEN ? AND ?', since, until),
    ofWork(),
    ...(agent === undefined ? [] : [toSql('s.agent = ?', agent)]),
    ...(project === undefined ? [] : [oneOf('s.project', projectsOf(engine, { project }))]),
  ]);
  return engine.db
    .all<ActivityRow>(`${ACTIVITY} WHERE ${sql} GROUP BY i.session, quarter`, ...values)
    .map(({ session, quarter, parts }) => ({ session, at: quarter * QUARTER_MS, parts }));
}

function summaries({ db }: Engine, ids: readonly ItemId[]): SummaryFigures[] {
  return db.all<SummaryRow>(SUMMARIES, toHexList(ids)).map(({ counts, technologies, ...row }) => ({
    ...row,
    counts: JSON.parse(counts) as Record<string, number>,
    technologies: JSON.parse(technologies) as string[],
  }));
}

/** The conditions of a filter, once for each project that it can match. */
function wheresOf(engine: Engine, filter: ItemFilter, also: readonly Sql[]): Sql[] {
  const others = conditionsOf(engine, { ...filter, kinds: filter.kinds ?? ITEM_KINDS }, ['project']);
  return projectsOf(engine, filter).map((project) => allOf([toSql('i.project IS ?', project), ...others, ...also]));
}
