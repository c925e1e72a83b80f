import type { Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';

/** Channel on which servers hear that tokens, roles or the team changed; what is sent is the tenant's id. */
export const ACCESS_CHANNEL = 'cairn_access';

/** Tells all servers, once the transaction is committed, that less or more may count of a tenant. */
export async function tellAccess(tx: Tx): Promise<void> {
  await tx.run(sql`SELECT pg_notify(${ACCESS_CHANNEL}, ${tx.tenant})`);
}
