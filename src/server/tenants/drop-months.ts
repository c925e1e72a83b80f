import type { PgPool } from '../../platform/postgres/postgres.ts';
import { createEngine } from '../../store/postgres/engine/engine.ts';
import { openPostgresStores, type PostgresStores } from '../../store/postgres/open-postgres-stores.ts';
import {
  countOfMonth,
  dropEventMonth,
  type EventMonth,
  idsOfMonth,
  listEventMonths,
  numberBefore,
} from '../../store/postgres/team/event-months.ts';
import { allTenantIds } from '../../store/postgres/team/tenants.ts';

/** A month's table, with what teams have in it. */
export interface FilledMonth extends EventMonth {
  events: number;
  teams: number;
}

/** Who may drop tables, and who may read and erase what they hold. */
export interface DropPools {
  /** The role that owns the tables. */
  owner: PgPool;
  /** The role of the servers, which row security binds to one team at a time. */
  server: PgPool;
}

/** Events that are read at once to be erased. */
const STEP = 1_000;

/** The months before one, such as `2026-11`, with what teams have in them. */
export async function planDrop({ owner, server }: DropPools, before: string): Promise<FilledMonth[]> {
  const least = await numberBefore(owner, before);
  const tenants = await allTenantIds(owner);
  const months: FilledMonth[] = [];
  for (const month of await listEventMonths(owner)) {
    if (month.to > least) continue;
    const counts: number[] = [];
    for (const tenant of tenants) counts.push(await countOfMonth(createEngine(server, tenant), month));
    const events = counts.reduce((sum, n) => sum + n, 0);
    months.push({ ...month, events, teams: counts.filter((n) => n > 0).length });
  }
  return months;
}

/**
 * Erases the events of months, of all teams, with all that was derived from them, in small steps, and drops the tables. Cut
 * short, it goes on where it was the next time.
 */
export async function dropMonths(
  { owner, server }: DropPools,
  { months, now }: { months: readonly EventMonth[]; now: () => number },
): Promise<void> {
  const stores = await openPostgresStores({ pool: server });
  for (const month of months) {
    for (const tenant of await allTenantIds(owner)) await eraseMonth({ stores, server }, { tenant, month, now });
    await dropEventMonth(owner, month);
  }
}

async function eraseMonth(
  { stores, server }: { stores: PostgresStores; server: PgPool },
  { tenant, month, now }: { tenant: string; month: EventMonth; now: () => number },
): Promise<void> {
  const { log } = stores.store(tenant);
  for (;;) {
    const ids = await idsOfMonth(createEngine(server, tenant), month, STEP);
    if (ids.length === 0) return;
    await log.erase(ids, now(), { isPruning: true });
  }
}
