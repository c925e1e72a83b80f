import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import { countsAsUsed, type MemoryUsage, USAGE_KINDS } from '../../../core/model/memory-usage.ts';
import { type Nullable, withoutNulls } from '../../common/nullable.ts';
import type {
  InjectedMemory,
  InjectionCounts,
  InjectionLog,
  InjectionOutcome,
  InjectionSum,
  ItemInjection,
  SessionInjections,
} from '../../contract/injection-log.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { rowsOf } from '../engine/rows.ts';
import { raw, sql } from '../engine/sql.ts';

const INJECTED_MAX = 500;
const COUNTED_MAX = 200;
const QUARTER_MS = 900_000;

/** Excludes tool answers, notices for users, and blocks withheld for comparison (`meter.control`). */
const UNASKED = raw("n.occasion NOT IN ('tool', 'notice', 'control')");
const USED = USAGE_KINDS.filter(countsAsUsed);

/** Builds the contract `InjectionLog` of one tenant. */
export function createInjectionLog({ read, write }: Engine): InjectionLog {
  return {
    ofSession: (session) => read((tx) => ofSession(tx, session)),
    keep: (session, uses) => write((tx) => keep(tx, session, uses)),
    outcomes: (filter, limit) => read((tx) => outcomes(tx, filter, limit)),
    sums: (time) => read((tx) => sumInjections(tx, time)),
    tokensOf: (sessions) => read((tx) => tokensOf(tx, sessions)),
    ofItem: (id, limit) => read((tx) => ofItem(tx, id, limit)),
    counts: (ids) => read((tx) => countInjections(tx, ids)),
  };
}

async function ofSession(tx: Tx, session: SessionId): Promise<SessionInjections> {
  const rows = await tx.all<
    Nullable<InjectedMemory>
  >(sql`SELECT n.seq AS injection, m.place, n.at, n.occasion, m.section,
    m.item_id AS item FROM injections AS n
    JOIN injection_items AS m ON m.tenant_id = ${tx.tenant} AND m.injection = n.seq
    WHERE n.tenant_id = ${tx.tenant} AND n.session_id = ${session}
    ORDER BY n.at DESC, n.seq DESC, m.place LIMIT ${INJECTED_MAX}`);
  const injected = rows.map(withoutNulls<InjectedMemory>).reverse();
  return {
    injected: injected.filter(({ occasion }) => occasion !== 'tool' && occasion !== 'notice'),
    requested: injected.filter(({ occasion }) => occasion === 'tool').map(({ item, at }) => ({ item, at })),
  };
}

const USE_COLUMNS = { injection: 'bigint', place: 'integer', how: 'text', at: 'bigint', by_id: 'text' } as const;

async function keep(tx: Tx, session: SessionId, uses: readonly MemoryUsage[]): Promise<void> {
  await tx.run(sql`DELETE FROM injection_uses WHERE tenant_id = ${tx.tenant} AND injection IN (
    SELECT n.seq FROM injections AS n WHERE n.tenant_id = ${tx.tenant} AND n.session_id = ${session})`);
  if (uses.length === 0) return;
  const rows = uses.map(({ injection, place, how, at, by }) => ({ injection, place, how, at, by_id: by ?? null }));
  const names = raw(Object.keys(USE_COLUMNS).join(', '));
  // The injected item may have been erased meanwhile.
  await tx.run(sql`INSERT INTO injection_uses (tenant_id, ${names})
    SELECT m.tenant_id, u.* FROM ${rowsOf(USE_COLUMNS, rows)} AS u (${names})
    JOIN injection_items AS m ON m.tenant_id = ${tx.tenant} AND m.injection = u.injection AND m.place = u.place
    ON CONFLICT DO NOTHING`);
}

type OutcomeRow = Omit<InjectionOutcome, 'items'> & { seq: number };
type UsedItemRow = Nullable<InjectionOutcome['items'][number]> & { injection: number };

/** The kinds of usage of an entry of `injection_items AS m`, in the order of their kinds. */
const usesOf = (tx: Tx) => sql`ARRAY(SELECT u.how FROM injection_uses AS u WHERE u.tenant_id = ${tx.tenant}
  AND u.injection = m.injection AND u.place = m.place ORDER BY array_position(${[...USAGE_KINDS]}::text[], u.how))`;

async function outcomes(
  tx: Tx,
  { since, until, session }: Parameters<InjectionLog['outcomes']>[0],
  limit: number,
): Promise<InjectionOutcome[]> {
  const rows = await tx.all<OutcomeRow>(sql`SELECT n.seq, n.session_id AS session, n.at, n.occasion, n.tokens
    FROM injections AS n WHERE n.tenant_id = ${tx.tenant} AND n.occasion NOT IN ('tool', 'notice')
      AND ${since === undefined ? raw('true') : sql`n.at >= ${since}`}
      AND ${until === undefined ? raw('true') : sql`n.at <= ${until}`}
      AND ${session === undefined ? raw('true') : sql`n.session_id = ${session}`}
    ORDER BY n.at DESC, n.seq DESC LIMIT ${limit}`);
  const seqs = rows.map(({ seq }) => seq);
  const items = await tx.all<UsedItemRow>(sql`SELECT m.injection, m.section, m.item_id AS id, ${usesOf(tx)} AS uses
    FROM injection_items AS m WHERE m.tenant_id = ${tx.tenant} AND m.injection = ANY(${seqs}::bigint[])
    ORDER BY m.injection, m.place`);
  const byInjection = Map.groupBy(items, ({ injection }) => injection);
  return rows.map(({ seq, ...row }) => ({ ...row, items: (byInjection.get(seq) ?? []).map(toUsedItem) }));
}

function toUsedItem({ injection: _, ...row }: UsedItemRow): InjectionOutcome['items'][number] {
  return withoutNulls<InjectionOutcome['items'][number]>(row);
}

async function tokensOf(tx: Tx, sessions: readonly SessionId[]): Promise<Map<SessionId, number>> {
  const rows = await tx.all<{ session: SessionId; tokens: number }>(sql`SELECT n.session_id AS session,
    sum(n.tokens) AS tokens FROM injections AS n
    WHERE n.tenant_id = ${tx.tenant} AND n.session_id = ANY(${sessions}::text[]) AND ${UNASKED} GROUP BY n.session_id`);
  return new Map(rows.map(({ session, tokens }) => [session, tokens]));
}

/** Whether an entry of `injection_items AS m` was used. */
const isUsed = (tx: Tx) => sql`EXISTS (SELECT 1 FROM injection_uses AS u WHERE u.tenant_id = ${tx.tenant}
  AND u.injection = m.injection AND u.place = m.place AND u.how = ANY(${USED}::text[]))`;

function sumInjections(tx: Tx, { since, until }: { since: number; until: number }): Promise<InjectionSum[]> {
  return tx.all(sql`SELECT session, quarter * ${QUARTER_MS}::bigint AS at, count(*) AS blocks, sum(tokens) AS tokens,
      sum(lines) AS lines, sum(used) AS used,
      coalesce(round(sum(CASE WHEN lines > 0 THEN tokens::numeric * used / lines END)), 0) AS "usedTokens"
    FROM (SELECT n.session_id AS session, n.at / ${QUARTER_MS}::bigint AS quarter, n.tokens, count(m.place) AS lines,
        count(*) FILTER (WHERE m.place IS NOT NULL AND ${isUsed(tx)}) AS used
      FROM injections AS n LEFT JOIN injection_items AS m ON m.tenant_id = ${tx.tenant} AND m.injection = n.seq
      WHERE n.tenant_id = ${tx.tenant} AND n.occasion <> 'tool' AND ${UNASKED} AND n.at BETWEEN ${since} AND ${until}
      GROUP BY n.seq, n.session_id, n.at, n.tokens) AS blocks
    GROUP BY session, quarter`);
}

/** Counts for each item its newest injections, and those in which it was used. */
async function countInjections(tx: Tx, ids: readonly ItemId[]): Promise<Map<ItemId, InjectionCounts>> {
  const asked = rowsOf(
    { id: 'text' },
    [...new Set(ids)].map((id) => ({ id })),
  );
  const rows = await tx.all<InjectionCounts & { id: ItemId }>(sql`SELECT one.id, told.told, told.used
    FROM ${asked} AS one (id) CROSS JOIN LATERAL (
      SELECT count(*) AS told, count(*) FILTER (WHERE newest.used) AS used FROM (
        SELECT ${isUsed(tx)} AS used FROM injection_items AS m
        JOIN injections AS n ON n.tenant_id = ${tx.tenant} AND n.seq = m.injection
        WHERE m.tenant_id = ${tx.tenant} AND m.item_id = one.id AND ${UNASKED}
        ORDER BY m.injection DESC LIMIT ${COUNTED_MAX}) AS newest) AS told
    WHERE told.told > 0`);
  return new Map(rows.map(({ id, told, used }) => [id, { told, used }]));
}

async function ofItem(tx: Tx, id: ItemId, limit: number): Promise<ItemInjection[]> {
  const rows = await tx.all<Nullable<ItemInjection>>(sql`SELECT n.session_id AS session, n.at, n.occasion, m.section,
    ${usesOf(tx)} AS uses FROM injection_items AS m
    JOIN injections AS n ON n.tenant_id = ${tx.tenant} AND n.seq = m.injection
    WHERE m.tenant_id = ${tx.tenant} AND m.item_id = ${id} AND ${UNASKED}
    ORDER BY m.injection DESC LIMIT ${limit}`);
  return rows.map(withoutNulls<ItemInjection>);
}

/** Removes the usages that these items gave evidence of. */
export async function dropUsesBy(tx: Tx, items: readonly ItemId[]): Promise<void> {
  if (items.length === 0) return;
  await tx.run(sql`DELETE FROM injection_uses WHERE tenant_id = ${tx.tenant} AND by_id = ANY(${items}::text[])`);
}
