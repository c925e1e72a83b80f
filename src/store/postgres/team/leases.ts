import type { Engine } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';

/**
 * Takes a lease for a holder, or extends its own, for `ms` milliseconds; false while another holds it, or is just taking it.
 * The time is the database's: the clocks of servers differ.
 */
export function takeLease(
  engine: Engine,
  { name, holder, ms }: { name: string; holder: string; ms: number },
): Promise<boolean> {
  return engine.write(async (tx) => {
    await tx.run(sql`INSERT INTO leases (tenant_id, name, holder, until) VALUES (${tx.tenant}, ${name}, '', 0)
      ON CONFLICT DO NOTHING`);
    const time = await tx.get<{ now: number }>(sql`SELECT (extract(epoch FROM now()) * 1000)::bigint AS now`);
    const now = time?.now ?? 0;
    const taken = await tx.run(sql`UPDATE leases SET holder = ${holder}, until = ${now + ms}
      WHERE tenant_id = ${tx.tenant} AND name = (
        SELECT name FROM leases WHERE tenant_id = ${tx.tenant} AND name = ${name}
          AND (holder = ${holder} OR until < ${now} OR until > ${now + 2 * ms}) FOR UPDATE SKIP LOCKED)`);
    return taken > 0;
  });
}

/** Gives a lease back. */
export async function dropLease(engine: Engine, { name, holder }: { name: string; holder: string }): Promise<void> {
  await engine.write((tx) =>
    tx.run(sql`UPDATE leases SET until = 0 WHERE tenant_id = ${tx.tenant} AND name = ${name} AND holder = ${holder}`),
  );
}
