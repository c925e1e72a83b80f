import { CairnError } from '../../../core/errors.ts';
import type { EventId } from '../../../core/model/ids.ts';
import type { PgConnection, PgPool } from '../../../platform/postgres/postgres.ts';
import type { Engine } from '../engine/engine.ts';
import { inTransaction } from '../engine/in-transaction.ts';
import { SCHEMA } from '../engine/migrate.ts';
import { sql } from '../engine/sql.ts';

/** A month's table of events, or the one of what is older than all months. */
export interface EventMonth {
  table: string;
  /** `2026-11`, or `before`. */
  month: string;
  /** The numbers of its events: from one on, and below another. */
  from: number;
  to: number;
  /** The size of the table with its indexes. */
  bytes: number;
}

/** Bits of an event's number below those of its month; `0010-event-months.ts` numbers months from January 2026 on, which is 1. */
const MONTH_NUMBERS = 2 ** 36;
const FIRST_YEAR = 2026;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

/** How long a statement waits for who uses a table; others wait behind it meanwhile. */
const LOCK_MS = 2_000;

const PARTS = `SELECT c.relname AS table, pg_total_relation_size(c.oid) AS bytes
  FROM pg_catalog.pg_inherits AS p JOIN pg_catalog.pg_class AS c ON c.oid = p.inhrelid
  WHERE p.inhparent = '${SCHEMA}.events'::regclass AND c.relname <> 'events_rest' ORDER BY c.relname`;

/** Makes the tables of this month and the next three, where they are not there; returns their names. Any role of Cairn's may. */
export function makeEventMonths(pool: PgPool): Promise<string[]> {
  return inSchema(pool, async (connection) => {
    const { rows } = await connection.query<{ name: string }>('SELECT make_event_months() AS name', []);
    return rows.map(({ name }) => name);
  });
}

/** The tables of months, oldest first. */
export function listEventMonths(pool: PgPool): Promise<EventMonth[]> {
  return inSchema(pool, async (connection) => {
    const { rows } = await connection.query<{ table: string; bytes: number }>(PARTS, []);
    return rows
      .map(({ table, bytes }) => ({ table, bytes, ...placeOf(table) }))
      .toSorted((one, other) => one.from - other.from);
  });
}

/**
 * The number below which all events arrived before a month, as `2026-11`. Throws `invalid_input` for no month, and for one
 * that has not begun.
 */
export async function numberBefore(pool: PgPool, month: string): Promise<number> {
  const [, year, ofYear] = MONTH.exec(month) ?? [];
  const asked = (Number(year) - FIRST_YEAR) * 12 + Number(ofYear);
  const [now] = await inSchema(
    pool,
    async (connection) => (await connection.query<{ month: number }>('SELECT event_month() AS month', [])).rows,
  );
  if (asked >= 1 && asked <= (now?.month ?? 0)) return asked * MONTH_NUMBERS;
  throw new CairnError('invalid_input', `"${month}" is no month from ${FIRST_YEAR}-01 to this one.`, {
    fix: `--before ${FIRST_YEAR + 1}-01`,
  });
}

/** Drops the table of a month, as the owner. Throws `busy` when it holds a row, of any tenant, or is in use. */
export async function dropEventMonth(pool: PgPool, { table }: EventMonth): Promise<void> {
  await inSchema(pool, async (connection) => {
    await connection.exec(
      `ALTER TABLE events DETACH PARTITION ${table}; ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`,
    );
    if ((await connection.query(`SELECT 1 FROM ${table} LIMIT 1`, [])).rows.length > 0)
      throw new CairnError('busy', `${table} still holds events.`, { fix: 'Run the command again.' });
    await connection.exec(`DROP TABLE ${table}`);
  });
}

/** How many events of a tenant arrived in a month. */
export function countOfMonth(engine: Engine, { from, to }: EventMonth): Promise<number> {
  return engine.read(async (tx) => {
    const row = await tx.get<{ n: number }>(
      sql`SELECT count(*) AS n FROM events WHERE tenant_id = ${tx.tenant} AND seq >= ${from} AND seq < ${to}`,
    );
    return row?.n ?? 0;
  });
}

/** The ids of the first events of a tenant that arrived in a month, at most `limit`. */
export async function idsOfMonth(engine: Engine, { from, to }: EventMonth, limit: number): Promise<EventId[]> {
  const rows = await engine.read((tx) =>
    tx.all<{ id: EventId }>(sql`SELECT id FROM events WHERE tenant_id = ${tx.tenant}
      AND seq >= ${from} AND seq < ${to} ORDER BY seq LIMIT ${limit}`),
  );
  return rows.map(({ id }) => id);
}

function placeOf(table: string): Pick<EventMonth, 'month' | 'from' | 'to'> {
  const [, year, month] = /^events_(\d{4})_(\d\d)$/.exec(table) ?? [];
  if (year === undefined) return { month: 'before', from: 0, to: MONTH_NUMBERS };
  const number = (Number(year) - FIRST_YEAR) * 12 + Number(month);
  return { month: `${year}-${month}`, from: number * MONTH_NUMBERS, to: (number + 1) * MONTH_NUMBERS };
}

/** Runs `work` in the schema's own names, in one transaction that waits for no lock longer than `LOCK_MS`. */
function inSchema<T>(pool: PgPool, work: (connection: PgConnection) => Promise<T>): Promise<T> {
  return inTransaction(pool, `SET LOCAL search_path TO ${SCHEMA}, pg_temp; SET LOCAL lock_timeout TO ${LOCK_MS}`, work);
}
