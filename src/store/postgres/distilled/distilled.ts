// store/postgres/distilled: aggregates of sessions, findings, and figures over items.
// A rebuild drops the derived rows and derives them again.

import { sha256Hex } from '../../../core/hash.ts';
import type { Finding } from '../../../core/model/finding.ts';
import type { ItemId, ProjectId, SessionId } from '../../../core/model/ids.ts';
import type { Item } from '../../../core/model/item.ts';
import type { PatternKind } from '../../../core/model/kinds.ts';
import type {
  Distilled,
  DistilledBatch,
  MarkedAggregates,
  UndistilledSession,
  WaitingPattern,
} from '../../contract/distilled.ts';
import type { Tx } from '../engine/engine.ts';
import { idOrder, orderOf } from '../engine/ids.ts';
import { keepStamp } from '../engine/rows.ts';
import { joinSql, raw, type Sql, sql } from '../engine/sql.ts';
import { readItems } from '../items/item-rows.ts';
import type { ItemDeps } from '../items/items.ts';
import { createItemChange, lockItems } from '../items/write-items.ts';
import { projectGroup } from '../log/projects.ts';
import {
  dropUnfound,
  listedPatterns,
  markAll,
  markPatterns,
  markSessions,
  type PatternRow,
} from '../marks/distill-marks.ts';
import { isOfPattern, keyOf, patternRow, readFindings, replaceFindings } from './findings.ts';

const STAMP = 'distil';
const FINDINGS_MAX = 1_000;
const FIND_MAX = 1_000;

/** Builds the contract `Distilled` over PostgreSQL. */
export function createDistilled({ engine, followers }: ItemDeps): Distilled {
  const { read } = engine;
  const write = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    engine.write(async (tx) => {
      await lockItems(tx);
      return work(tx);
    });
  return {
    waiting: (limit) => read((tx) => waiting(tx, sql`true ORDER BY s.last_at DESC, s.seq DESC LIMIT ${limit}`)),
    waitingOf: (ids) => read((tx) => waiting(tx, sql`u.session_id = ANY(${ids}::text[])`)),
    waitingCounts: () => read(waitingCounts),
    itemsOf: (session, page) => read((tx) => itemsOf(tx, session, page)),
    put: (batches) => write((tx) => put(tx, followers, batches)),
    patternsWaiting: (limit) => read((tx) => waitingPatterns(tx, sql`true ${BY_PATTERN} LIMIT ${limit}`)),
    findings: (pattern) => read((tx) => findingsOfPattern(tx, patternRow(pattern))),
    findingsOf: (session) => read((tx) => readFindings(tx, sql`f.session_id = ${session} ${BY_PATTERN}`)),
    putPatterns: (made) => write((tx) => putPatterns(tx, followers, made)),
    markItems: (ids) => write((tx) => markItems(tx, ids)),
    find: (filter) => read((tx) => find(tx, filter)),
    rulesAre: (stamp) =>
      write(async (tx) => {
        const areOther = await keepStamp(tx, STAMP, stamp);
        if (areOther) await markAll(tx, 'sessions');
        return areOther;
      }),
    markAll: (what) => write((tx) => markAll(tx, what)),
  };
}

const BY_PATTERN = raw('ORDER BY p.project_id, p.kind, p.key');

function waiting(tx: Tx, where: Sql): Promise<UndistilledSession[]> {
  return tx.all<UndistilledSession>(sql`SELECT s.id AS session, u.mark FROM undistilled AS u
    JOIN sessions AS s ON s.tenant_id = ${tx.tenant} AND s.id = u.session_id
    WHERE u.tenant_id = ${tx.tenant} AND ${where}`);
}

async function waitingCounts(tx: Tx): Promise<{ sessions: number; patterns: number }> {
  const counts = await tx.get<{ sessions: number; patterns: number }>(sql`SELECT
    (SELECT count(*) FROM undistilled AS u WHERE u.tenant_id = ${tx.tenant}) AS sessions,
    (SELECT count(*) FROM patterns AS p WHERE p.tenant_id = ${tx.tenant} AND p.waits) AS patterns`);
  return counts ?? { sessions: 0, patterns: 0 };
}

async function waitingPatterns(tx: Tx, where: Sql): Promise<WaitingPattern[]> {
  const rows = await tx.all<{ project: ProjectId | ''; kind: PatternKind; key: string; mark: number }>(sql`SELECT
    p.project_id AS project, p.kind, p.key, p.mark FROM patterns AS p
    WHERE p.tenant_id = ${tx.tenant} AND p.waits AND ${where}`);
  return rows.map(({ project, ...row }) => ({ ...(project === '' ? {} : { project }), ...row }));
}

/** One page of items derived from the session's events, by `at`, then id. */
async function itemsOf(
  tx: Tx,
  session: SessionId,
  { after, limit }: { after?: Pick<Item, 'at' | 'id'>; limit: number },
): Promise<Item[]> {
  const begin =
    after === undefined
      ? raw('true')
      : sql`i.at >= ${after.at} AND (i.at, ${idOrder('i.id')}) > (${after.at}, ${orderOf(after.id)} COLLATE "C")`;
  const found = await readItems(
    tx,
    sql`i.session_id = ${session} AND i.event_id <> '' AND ${begin} ORDER BY i.at, ${idOrder('i.id')} LIMIT ${limit}`,
  );
  return found.map(({ item }) => item);
}

async function put(
  tx: Tx,
  followers: ItemDeps['followers'],
  batches: readonly DistilledBatch[],
): Promise<WaitingPattern[]> {
  const change = createItemChange(tx, followers);
  const changed = new Map<string, PatternRow>();
  for (const { session, mark, items, findings } of batches) {
    const known = await tx.get<{ least: number | null }>(sql`SELECT u.least FROM sessions AS s
      LEFT JOIN undistilled AS u ON u.tenant_id = ${tx.tenant} AND u.session_id = s.id
      WHERE s.tenant_id = ${tx.tenant} AND s.id = ${session} LIMIT 1`);
    if (known === undefined || mark < (known.least ?? 0)) continue;
    change.remove(await readItems(tx, sql`i.session_id = ${session} AND i.event_id = ''`));
    for (const item of items) change.put(item);
    for (const pattern of await replaceFindings(tx, session, findings)) changed.set(keyOf(pattern), pattern);
    await tx.run(sql`DELETE FROM undistilled WHERE tenant_id = ${tx.tenant} AND session_id = ${session}
      AND mark = ${mark}`);
  }
  await change.save();
  await markPatterns(tx, [...changed.values()]);
  return patternsOf(tx, [...changed.values()]);
}

async function patternsOf(tx: Tx, patterns: readonly PatternRow[]): Promise<WaitingPattern[]> {
  if (patterns.length === 0) return [];
  return waitingPatterns(
    tx,
    sql`EXISTS (SELECT 1 FROM ${listedPatterns(patterns)}
    WHERE (n.project_id, n.kind, n.hash) = (p.project_id, p.kind, p.hash)) ${BY_PATTERN}`,
  );
}

function findingsOfPattern(tx: Tx, pattern: PatternRow): Promise<Finding[]> {
  const newest = sql`${isOfPattern(raw('f'), pattern)} ORDER BY f.last_at DESC, f.session_id LIMIT ${FINDINGS_MAX}`;
  return readFindings(tx, newest).then((found) => found.reverse());
}

async function putPatterns(
  tx: Tx,
  followers: ItemDeps['followers'],
  made: Parameters<Distilled['putPatterns']>[0],
): Promise<void> {
  const change = createItemChange(tx, followers);
  const gone: PatternRow[] = [];
  for (const { pattern, item } of made) {
    const row = patternRow(pattern);
    // A pattern whose findings changed meanwhile is not written: it is built again in any case.
    const found = await tx.get<{ item_id: ItemId | '' }>(sql`UPDATE patterns AS p SET waits = false
      WHERE p.tenant_id = ${tx.tenant} AND ${isOfPattern(raw('p'), row)} AND p.waits AND p.mark = ${pattern.mark}
      RETURNING p.item_id`);
    if (found === undefined) continue;
    const { item_id: former } = found;
    if (former !== '' && former !== item?.id) change.remove(await readItems(tx, sql`i.id = ${former}`));
    if (item === undefined) gone.push(row);
    else change.put(item);
    await tx.run(sql`UPDATE patterns AS p SET item_id = ${item?.id ?? ''}
      WHERE p.tenant_id = ${tx.tenant} AND ${isOfPattern(raw('p'), row)}`);
  }
  await change.save();
  await dropUnfound(tx, gone);
}

async function markItems(tx: Tx, ids: readonly ItemId[]): Promise<MarkedAggregates> {
  const sessions = await tx.all<{ id: SessionId }>(sql`SELECT DISTINCT s.id FROM items AS i
    JOIN sessions AS s ON s.tenant_id = ${tx.tenant} AND s.id = i.session_id
    WHERE i.tenant_id = ${tx.tenant} AND i.event_id = '' AND i.id = ANY(${ids}::text[])`);
  const patterns = await tx.all<PatternRow>(sql`SELECT p.project_id, p.kind, p.hash FROM patterns AS p
    WHERE p.tenant_id = ${tx.tenant} AND p.item_id <> '' AND p.item_id = ANY(${ids}::text[])`);
  await markSessions(
    tx,
    sessions.map(({ id }) => id),
  );
  await markPatterns(tx, patterns);
  return { sessions: sessions.map(({ id }) => id), patterns: await patternsOf(tx, patterns) };
}

async function find(
  tx: Tx,
  { kinds, project, keys, limit, confirmed }: Parameters<Distilled['find']>[0],
): Promise<Finding[]> {
  const isConfirmed = sql`EXISTS (SELECT 1 FROM items AS i WHERE i.tenant_id = ${tx.tenant} AND p.item_id <> ''
    AND i.id = p.item_id AND i.status = 'confirmed')`;
  const where = [sql`f.kind = ANY(${kinds}::text[])`];
  if (project !== undefined) where.push(sql`f.project_id = ANY(${await projectGroup(tx, project)}::text[])`);
  if (confirmed === 'only') where.push(isConfirmed);
  if (keys !== undefined) where.push(sql`f.hash = ANY(${keys.map((key) => sha256Hex(key))}::text[])`);
  const first = confirmed === 'first' ? sql`${isConfirmed} DESC,` : raw('');
  return readFindings(
    tx,
    sql`${joinSql(where, ' AND ')} ORDER BY ${first} f.last_at DESC, f.session_id, p.project_id, p.kind, p.key
      LIMIT ${Math.min(limit, FIND_MAX)}`,
  );
}
