import type { EventKind } from '../../../core/model/event.ts';
import type { ItemKind } from '../../../core/model/kinds.ts';
import type { StoreCounts } from '../../../core/model/store-counts.ts';
import { sum } from '../../../core/sum.ts';
import type { StoredCount } from '../../contract/log.ts';
import type { Tx } from '../engine/engine.ts';
import { insertRows } from '../engine/rows.ts';
import { raw, sql } from '../engine/sql.ts';

/**
 * What is counted: events and items by kind, aggregates (`made`), and the bytes of both kinds of rows, under names of
 * their own so that who writes events does not wait for who writes items.
 */
export type RowKind = `event:${EventKind}` | `item:${ItemKind}` | 'made' | 'bytes:events' | 'bytes:items';

/** The changes of row counts that one transaction makes. */
export interface RowCounts {
  add(what: RowKind, by: number): void;
  save(tx: Tx): Promise<void>;
}

const COLUMNS = { name: 'text', n: 'bigint' } as const;

/** Builds the count changes of one transaction. */
export function createRowCounts(): RowCounts {
  const changes = new Map<RowKind, number>();
  return {
    add: (what, by) => void changes.set(what, (changes.get(what) ?? 0) + by),
    async save(tx) {
      // In the order of names, so that two transactions never wait for each other.
      const rows = Array.from(changes, ([name, n]) => ({ name, n })).filter(({ n }) => n !== 0);
      rows.sort((a, b) => (a.name < b.name ? -1 : 1));
      const rest = raw('ON CONFLICT (tenant_id, name) DO UPDATE SET n = row_counts.n + excluded.n');
      await insertRows(tx, { table: 'row_counts', columns: COLUMNS, rest }, rows);
      changes.clear();
    },
  };
}

/** Reads all counts. Sizes are of the tenant's events and items as texts; what the database needs beside is not in them. */
export async function readCounts(tx: Tx): Promise<StoreCounts> {
  const rows = await tx.all<{ name: string; n: number }>(
    sql`SELECT name, n FROM row_counts WHERE tenant_id = ${tx.tenant} AND n > 0`,
  );
  const byKind: StoreCounts['byKind'] = {};
  const byEvent: StoreCounts['byEvent'] = {};
  let sizeBytes = 0;
  for (const { name, n } of rows) {
    const [what, kind] = name.split(':');
    if (what === 'item') byKind[kind as ItemKind] = n;
    if (what === 'event') byEvent[kind as EventKind] = n;
    if (what === 'bytes') sizeBytes += n;
  }
  const count = async (table: string): Promise<number> =>
    (await tx.get<{ n: number }>(sql`SELECT count(*) AS n FROM ${raw(table)} WHERE tenant_id = ${tx.tenant}`))?.n ?? 0;
  return {
    events: sum(Object.values(byEvent)),
    items: sum(Object.values(byKind)),
    sessions: await count('sessions'),
    projects: await count('projects'),
    byKind,
    byEvent,
    sizeBytes,
    usedBytes: sizeBytes,
    freeBytes: 0,
    pending: await count('pending'),
  };
}

/** Adds to persistent counters by name; `at` in milliseconds since 1970. */
export async function addTallies(tx: Tx, added: Readonly<Record<string, number>>, at: number): Promise<void> {
  const rows = Object.entries(added).map(([name, n]) => ({ name, n, last_at: at }));
  rows.sort((a, b) => (a.name < b.name ? -1 : 1));
  const rest = raw(`ON CONFLICT (tenant_id, name) DO UPDATE
    SET n = tallies.n + excluded.n, last_at = greatest(tallies.last_at, excluded.last_at)`);
  await insertRows(tx, { table: 'tallies', columns: { ...COLUMNS, last_at: 'bigint' } as const, rest }, rows);
}

/** Reads the persistent counters whose names begin with a prefix. */
export async function readTallies(tx: Tx, prefix: string): Promise<Record<string, StoredCount>> {
  const rows = await tx.all<StoredCount & { name: string }>(sql`SELECT name, n, last_at AS "lastAt" FROM tallies
    WHERE tenant_id = ${tx.tenant} AND starts_with(name, ${prefix}) ORDER BY name`);
  return Object.fromEntries(rows.map(({ name, n, lastAt }) => [name, { n, lastAt }]));
}
