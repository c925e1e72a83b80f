import type { Guards, LoosenedGuard, SeenGuard } from '../../contract/guards.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { lockFor } from '../engine/numbers.ts';
import { sql } from '../engine/sql.ts';

/** Upper bound on the values that are kept of one guard. */
const KEPT = 50;

/** Builds the contract `Guards` of one tenant. */
export function createGuards({ read, write }: Engine): Guards {
  return {
    last: (key) =>
      read((tx) =>
        tx.get<SeenGuard>(sql`SELECT key, value, source AS "from", how, at FROM guards
          WHERE tenant_id = ${tx.tenant} AND key = ${key} ORDER BY seq DESC LIMIT 1`),
      ),
    isAccepted: ({ key, value, from }) =>
      read(async (tx) => {
        const found = await tx.get(sql`SELECT 1 FROM guards WHERE tenant_id = ${tx.tenant} AND key = ${key}
          AND value = ${value} AND source = ${from} AND how = 'accepted' LIMIT 1`);
        return found !== undefined;
      }),
    add: (guard) => write((tx) => addGuard(tx, guard)),
    loosened: (since, limit) =>
      read((tx) =>
        tx.all<LoosenedGuard>(sql`SELECT g.key, g.value, g.source AS "from", g.at, (
            SELECT b.value FROM guards AS b WHERE b.tenant_id = ${tx.tenant} AND b.key = g.key AND b.seq < g.seq
            ORDER BY b.seq DESC LIMIT 1) AS before
          FROM guards AS g WHERE g.tenant_id = ${tx.tenant} AND g.how = 'loosened' AND g.at >= ${since}
            AND NOT EXISTS (SELECT 1 FROM guards AS a WHERE a.tenant_id = ${tx.tenant} AND a.key = g.key
              AND a.seq > g.seq AND a.how = 'accepted')
          ORDER BY g.at DESC LIMIT ${limit}`),
      ),
  };
}

async function addGuard(tx: Tx, { key, value, from, how, at }: SeenGuard): Promise<void> {
  await lockFor(tx, 'guards');
  await tx.run(sql`INSERT INTO guards (tenant_id, key, seq, value, source, how, at)
    SELECT ${tx.tenant}, ${key}, coalesce(max(g.seq), 0) + 1, ${value}, ${from}, ${how}, ${at} FROM guards AS g
    WHERE g.tenant_id = ${tx.tenant} AND g.key = ${key}`);
  await tx.run(sql`DELETE FROM guards WHERE tenant_id = ${tx.tenant} AND key = ${key} AND seq <= (
    SELECT max(g.seq) FROM guards AS g WHERE g.tenant_id = ${tx.tenant} AND g.key = ${key}) - ${KEPT}`);
}
