import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import { detailOfKind } from '../../../core/model/item.ts';
import type { ItemKind, ObservationKind } from '../../../core/model/kinds.ts';
import { MCP_SESSION, NO_SESSION } from '../../../core/model/own-sessions.ts';
import type {
  ActivitySpan,
  Figures,
  FileChangeCount,
  QuarterHour,
  SessionActivity,
  SummaryFigures,
} from '../../contract/figures.ts';
import type { ItemFilter } from '../../contract/item-filter.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { raw, type Sql, sql } from '../engine/sql.ts';
import { whereOf } from '../items/filter.ts';
import { readItems } from '../items/item-rows.ts';
import { projectGroup } from '../log/projects.ts';

const QUARTER_MS = 900_000;
const PART_MS = 300_000;

/** The number of a span of time that a time is in; times before 1970 are rounded towards it, as SQLite does. */
const spanOf = (ms: number): Sql => raw(`i.at / ${ms}`);

/** Builds the contract `Figures` over PostgreSQL. */
export function createFigures({ read }: Engine): Figures {
  return {
    byTime: (filter) => read((tx) => byTime(tx, filter)),
    activity: (span) => read((tx) => activity(tx, span)),
    concepts: (filter, limit) => read((tx) => concepts(tx, filter, limit)),
    files: (filter, limit) => read((tx) => files(tx, filter, limit)),
    summaries: (ids) => read((tx) => summaries(tx, ids)),
  };
}

interface QuarterRow extends Omit<QuarterHour, 'at' | 'observation'> {
  quarter: number;
  kind: ItemKind;
  sort: ObservationKind | '';
}

async function byTime(tx: Tx, filter: ItemFilter): Promise<QuarterHour[]> {
  const rows = await tx.all<QuarterRow>(sql`SELECT ${spanOf(QUARTER_MS)} AS quarter, i.kind,
      CASE WHEN i.kind = 'observation' THEN i.sort ELSE '' END AS sort, count(*) AS memories,
      count(*) FILTER (WHERE i.kind = 'observation' AND i.success = false) AS failures, sum(i.tokens) AS tokens
    FROM items AS i WHERE ${await whereOf(tx, filter)} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`);
  return rows.map(({ quarter, kind, sort, ...row }) => ({
    at: quarter * QUARTER_MS,
    kind,
    ...(sort === '' ? {} : { observation: sort }),
    ...row,
  }));
}

async function activity(tx: Tx, { project, agent, since, until }: ActivitySpan): Promise<SessionActivity[]> {
  const ofAgent = agent === undefined ? raw('true') : sql`s.agent = ${agent}`;
  const ofProject =
    project === undefined ? raw('true') : sql`s.project_id = ANY(${await projectGroup(tx, project)}::text[])`;
  const rows = await tx.all<{ session: SessionId; quarter: number; parts: number }>(sql`SELECT s.id AS session,
      ${spanOf(QUARTER_MS)} AS quarter, count(DISTINCT ${spanOf(PART_MS)}) AS parts
    FROM sessions AS s JOIN items AS i ON i.tenant_id = ${tx.tenant} AND i.session_id = s.id
    WHERE s.tenant_id = ${tx.tenant} AND i.at BETWEEN ${since} AND ${until} AND ${ofAgent} AND ${ofProject}
      AND s.agent_session <> ${NO_SESSION} AND NOT (s.agent = 'mcp' AND starts_with(s.agent_session, ${MCP_SESSION}))
    GROUP BY 1, 2`);
  return rows.map(({ session, quarter, parts }) => ({ session, at: quarter * QUARTER_MS, parts }));
}

async function concepts(tx: Tx, filter: ItemFilter, limit: number): Promise<{ name: string; memories: number }[]> {
  return tx.all<{ name: string; memories: number }>(sql`SELECT n.concept AS name, count(*) AS memories
    FROM items AS i JOIN item_concepts AS n ON n.tenant_id = ${tx.tenant} AND n.item_id = i.id
    WHERE ${await whereOf(tx, filter)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`);
}

async function files(tx: Tx, filter: ItemFilter, limit: number): Promise<FileChangeCount[]> {
  const where = await whereOf(tx, { ...filter, kinds: ['observation'] });
  return tx.all<FileChangeCount>(sql`SELECT n.path, count(*) AS changes,
      count(DISTINCT i.session_id) FILTER (WHERE i.session_id <> '') AS sessions
    FROM items AS i JOIN item_files AS n ON n.tenant_id = ${tx.tenant} AND n.item_id = i.id AND n.changed
    WHERE ${where} AND i.sort = 'file-write' GROUP BY n.project_id, n.path ORDER BY 2 DESC, 1 LIMIT ${limit}`);
}

async function summaries(tx: Tx, ids: readonly ItemId[]): Promise<SummaryFigures[]> {
  const found = await readItems(tx, sql`i.id = ANY(${ids}::text[]) AND i.session_id <> ''`);
  return found.flatMap(({ item }) => summaryOf(item));
}

function summaryOf(item: Item): SummaryFigures[] {
  const { summary } = detailOfKind(item, 'summary');
  if (summary === undefined || item.session === undefined) return [];
  const { outcome, counts, technologies } = summary;
  return [{ session: item.session, outcome, counts: { ...counts }, technologies: [...technologies] }];
}
