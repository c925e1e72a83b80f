import type { CleanEvent } from '../../../core/model/event.ts';
import type { EventId, SessionId } from '../../../core/model/ids.ts';
import { madeOf } from '../../../core/model/shared-memory.ts';
import {
  copyHashes,
  HASH_BYTES,
  SUMMARY_BYTES,
  summariesOf,
  summaryHash,
  tombstoneHash,
  WITHHELD,
} from '../../common/tombstone-hash.ts';
import type { LiftedTombstones, TombstoneRows } from '../../contract/log.ts';
import type { Tx } from '../engine/engine.ts';
import { insertRows } from '../engine/rows.ts';
import { raw, sql } from '../engine/sql.ts';
import type { ReportedEvent } from './event-reports.ts';

/** Digits of the hash of a session with which those begin that refuse its summaries. */
const START_DIGITS = 16;
const COLUMNS = { hash: 'text', at: 'bigint' } as const;

/** Tells which of the reported events were erased before, by themselves or with their session up to a later time. */
export async function findRefused(
  tx: Tx,
  reported: readonly ReportedEvent[],
): Promise<(of: { id: EventId; event: CleanEvent }) => boolean> {
  const hashes = new Map<string, string>(
    reported.flatMap(({ id, event }) => {
      const from = madeOf(event);
      return [id, event.session, from.event ?? [], from.session ?? []].flat().map((one) => [one, hexOf(one)] as const);
    }),
  );
  const asked = [...new Set(hashes.values())];
  if (asked.length === 0) return () => false;
  const rows = await tx.all<{
    hash: string;
    until: number | null;
  }>(sql`SELECT hash, NULL::bigint AS until FROM tombstones
      WHERE tenant_id = ${tx.tenant} AND hash = ANY(${asked}::text[])
    UNION ALL SELECT hash, at FROM session_tombstones WHERE tenant_id = ${tx.tenant} AND hash = ANY(${asked}::text[])`);
  const until = new Map(rows.map((row) => [row.hash, row.until ?? Number.POSITIVE_INFINITY]));
  const timeOf = (id = ''): number => until.get(hashes.get(id) ?? '') ?? Number.NEGATIVE_INFINITY;
  return ({ id, event }) => {
    const from = madeOf(event);
    return (
      timeOf(id) > 0 || timeOf(event.session) >= event.at || timeOf(from.event) > 0 || timeOf(from.session) >= from.at
    );
  };
}

/** Those of some sessions of which no summary is to be kept. */
export async function findRefusingSummaries(tx: Tx, asked: readonly SessionId[]): Promise<Set<SessionId>> {
  const sessions = new Map(asked.map((session) => [summariesOf(session).toString('hex'), session]));
  if (sessions.size === 0) return new Set();
  const rows = await tx.all<{ hash: string }>(sql`SELECT hash FROM tombstones WHERE tenant_id = ${tx.tenant}
    AND length(hash) = ${2 * SUMMARY_BYTES} AND left(hash, ${START_DIGITS}) = ANY(${[...sessions.keys()]}::text[])`);
  return new Set(rows.flatMap(({ hash }) => sessions.get(hash.slice(0, START_DIGITS)) ?? []));
}

/** From now on no summary of the sessions is kept, since something was forgotten in them at a time, or never kept. */
export async function addSummaryTombstones(tx: Tx, sessions: readonly SessionId[], at = WITHHELD): Promise<void> {
  await addTombstones(
    tx,
    sessions.map((session) => ({ hash: summaryHash(session, at).toString('hex'), at })),
  );
}

/** Adds tombstones of events. */
export async function addTombstones(tx: Tx, rows: TombstoneRows['events']): Promise<void> {
  await insertRows(tx, { table: 'tombstones', columns: COLUMNS, rest: raw('ON CONFLICT DO NOTHING') }, distinct(rows));
}

/** From now on, reports of what happened in the sessions up to their times are refused. */
export async function addSessionTombstones(tx: Tx, rows: TombstoneRows['sessions']): Promise<void> {
  const rest = raw('ON CONFLICT (tenant_id, hash) DO UPDATE SET at = greatest(session_tombstones.at, excluded.at)');
  await insertRows(tx, { table: 'session_tombstones', columns: COLUMNS, rest }, distinct(rows));
}

/** Takes away those that these events, sessions and copies (hashed under `key`, of another store) got at a time. */
export async function liftTombstones(
  tx: Tx,
  { events = [], sessions = [], copies = [], key }: LiftedTombstones & { key: Uint8Array },
  at: number,
): Promise<void> {
  const ofCopies =
    copies === 'all' ? [] : copies.flatMap((event) => copyHashes(key, event).map((hash) => hash.toString('hex')));
  const ofSummaries = sessions.map((session) => summaryHash(session, at).toString('hex'));
  const hashes = [...[...events, ...sessions].map(hexOf), ...ofCopies, ...ofSummaries];
  if (copies === 'all') {
    await tx.run(sql`DELETE FROM tombstones
      WHERE tenant_id = ${tx.tenant} AND at = ${at} AND length(hash) < ${2 * HASH_BYTES}`);
  }
  for (const table of ['tombstones', 'session_tombstones']) {
    await tx.run(
      sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${tx.tenant} AND hash = ANY(${hashes}::text[]) AND at = ${at}`,
    );
  }
}

/** All tombstones. */
export async function readTombstones(tx: Tx): Promise<TombstoneRows> {
  const of = (table: string) =>
    tx.all<TombstoneRows['events'][number]>(
      sql`SELECT hash, at FROM ${raw(table)} WHERE tenant_id = ${tx.tenant} ORDER BY hash`,
    );
  return { events: await of('tombstones'), sessions: await of('session_tombstones') };
}

/** The events here that tombstones cover: their own, or those of their session up to its time. */
export async function coveredEvents(tx: Tx, { events, sessions }: TombstoneRows): Promise<EventId[]> {
  if (events.length + sessions.length === 0) return [];
  const erased = new Set(events.map(({ hash }) => hash));
  const until = new Map(sessions.map(({ hash, at }) => [hash, at]));
  const rows = await tx.all<{ id: EventId; session: SessionId; at: number }>(
    sql`SELECT id, session_id AS session, at FROM events WHERE tenant_id = ${tx.tenant} ORDER BY seq`,
  );
  const times = new Map(rows.map(({ session }) => [session, until.get(hexOf(session))]));
  return rows.flatMap(({ id, session, at }) =>
    at <= (times.get(session) ?? Number.NEGATIVE_INFINITY) || erased.has(hexOf(id)) ? [id] : [],
  );
}

/** The hash of an id that a tombstone keeps, in hexadecimal digits. */
export function hexOf(id: EventId | SessionId): string {
  return tombstoneHash(id).toString('hex');
}

/** One row a hash, the latest: a statement may not meet the same row twice. */
function distinct(rows: readonly { hash: string; at: number }[]): { hash: string; at: number }[] {
  const latest = new Map<string, number>();
  for (const { hash, at } of rows) latest.set(hash, Math.max(at, latest.get(hash) ?? at));
  return Array.from(latest, ([hash, at]) => ({ hash, at }));
}
