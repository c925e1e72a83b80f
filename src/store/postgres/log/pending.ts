import type { EventId } from '../../../core/model/ids.ts';
import type { EventFilter } from '../../contract/log.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { lockFor } from '../engine/numbers.ts';
import { insertRows, keepStamp } from '../engine/rows.ts';
import { raw, type Sql, sql } from '../engine/sql.ts';
import { withIds, withNumbers } from './event-ids.ts';
import { conditionsOnEvents } from './select-events.ts';

const RULES = 'rules';

/** Marks events as not derived. */
export async function addPending(tx: Tx, events: readonly { seq: number }[]): Promise<void> {
  const rows = events.map(({ seq }) => ({ seq }));
  const columns = { seq: 'bigint' } as const;
  await insertRows(tx, { table: 'pending', columns, rest: raw('ON CONFLICT DO NOTHING') }, rows);
}

/** Marks the events of a condition on `events AS e` as not derived; returns the numbers of those that had been derived. */
async function mark(tx: Tx, condition: Sql): Promise<number[]> {
  const rows = await tx.all<{ seq: number }>(sql`INSERT INTO pending (tenant_id, seq)
    SELECT e.tenant_id, e.seq FROM events AS e WHERE e.tenant_id = ${tx.tenant} AND ${condition} ORDER BY e.seq
    ON CONFLICT DO NOTHING RETURNING seq`);
  return rows.map(({ seq }) => seq);
}

/** Marks events as not derived; returns the numbers of those that had been derived. */
export function markPending({ write }: Engine, ids: readonly EventId[]): Promise<number[]> {
  return write((tx) => mark(tx, withIds(tx, ids)));
}

/**
 * Marks the next `limit` events of a filter after a number as not derived, except those that `except` excludes; returns
 * those that had been derived, and where to continue.
 */
export function markPendingOf(
  { write }: Engine,
  filter: EventFilter,
  { after, limit, except }: { after: number; limit: number; except: (seq: number) => boolean },
): Promise<{ marked: number[]; next?: number }> {
  return write(async (tx) => {
    const rows = await tx.all<{ seq: number }>(sql`SELECT e.seq FROM events AS e WHERE e.tenant_id = ${tx.tenant}
      AND e.seq > ${after} AND ${await conditionsOnEvents(tx, filter)} ORDER BY e.seq LIMIT ${limit}`);
    const seqs = rows.map(({ seq }) => seq);
    const marked = await mark(
      tx,
      withNumbers(
        raw('e.seq'),
        seqs.filter((seq) => !except(seq)),
      ),
    );
    const next = seqs.length < limit ? undefined : seqs.at(-1);
    return next === undefined ? { marked } : { marked, next };
  });
}

/** Marks the next `limit` events after a number as not derived; returns the number of the last one. */
export function markNextUnderived(
  { write }: Engine,
  after: number,
  limit: number,
): Promise<{ last: number; events: number } | undefined> {
  return write(async (tx) => {
    const found = await tx.get<{
      last: number | null;
      events: number;
    }>(sql`SELECT max(seq) AS last, count(*) AS events FROM (
      SELECT seq FROM events WHERE tenant_id = ${tx.tenant} AND seq > ${after} ORDER BY seq LIMIT ${limit}) AS next`);
    if (found === undefined || found.last === null) return undefined;
    await mark(tx, sql`e.seq > ${after} AND e.seq <= ${found.last}`);
    return { last: found.last, events: found.events };
  });
}

/** Stores the stamp of the derivation rules; when it differs from the stored one, marks every event as not derived. */
export function keepRules({ write }: Engine, stamp: string): Promise<boolean> {
  return write(async (tx) => {
    await lockFor(tx, 'log');
    if (!(await keepStamp(tx, RULES, stamp))) return false;
    await markAllPending(tx);
    return (await tx.get(sql`SELECT 1 FROM events WHERE tenant_id = ${tx.tenant} LIMIT 1`)) !== undefined;
  });
}

/** Marks every event as not derived. */
export async function markAllPending(tx: Tx): Promise<void> {
  await mark(tx, raw('true'));
}
