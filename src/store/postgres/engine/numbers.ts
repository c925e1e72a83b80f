import type { Tx } from './engine.ts';
import { sql } from './sql.ts';

/** What has numbers of its own in each tenant. */
export type Numbered =
  | 'audit'
  | 'sync'
  | 'sessions'
  | 'projects'
  | 'items'
  | 'injections'
  | 'jobs'
  | 'answers'
  | 'vectors';

/**
 * Takes the next numbers of a tenant; returns the first. Who took one holds the counter until its transaction ends, so a
 * later number is never visible before an earlier one; those of a transaction that fails are taken again.
 */
export async function takeNumbers(tx: Tx, of: Numbered, count: number): Promise<number> {
  const row = await tx.get<{ n: number }>(sql`INSERT INTO numbers AS c (tenant_id, name, n)
    VALUES (${tx.tenant}, ${of}, ${count})
    ON CONFLICT (tenant_id, name) DO UPDATE SET n = c.n + excluded.n RETURNING n`);
  return (row?.n ?? count) - count + 1;
}

/**
 * Takes the next numbers of a tenant's events; returns the first. The highest digits are the month in which an event arrives,
 * so a number says in which part of the table an event is.
 */
export async function takeEventNumbers(tx: Tx, count: number): Promise<number> {
  const row = await tx.get<{ n: number }>(sql`INSERT INTO numbers AS c (tenant_id, name, n)
    VALUES (${tx.tenant}, 'events', event_base() + ${count})
    ON CONFLICT (tenant_id, name) DO UPDATE SET n = greatest(c.n + ${count}, excluded.n) RETURNING n`);
  return (row?.n ?? count) - count + 1;
}

/** What the writers of one tenant take turns at. */
export type Lock = 'log' | 'items' | 'jobs' | 'models' | 'guards';

/**
 * Makes the writers of one tenant take turns until their transactions end. Who needs several asks for `log`, then for
 * `items`.
 */
export async function lockFor(tx: Tx, what: Lock): Promise<void> {
  await tx.run(sql`INSERT INTO numbers AS c (tenant_id, name, n) VALUES (${tx.tenant}, ${`lock ${what}`}, 1)
    ON CONFLICT (tenant_id, name) DO UPDATE SET n = c.n`);
}
