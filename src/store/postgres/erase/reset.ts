import type { Engine, Tx } from '../engine/engine.ts';
import { lockFor } from '../engine/numbers.ts';
import { raw, sql } from '../engine/sql.ts';
import { markAllPending } from '../log/pending.ts';
import { settleTops } from '../log/projects.ts';

/** Tables of what is derived from events alone. */
const DERIVED = ['links', 'item_files', 'item_concepts', 'items', 'session_contexts'];

/**
 * Drops everything derived and marks every event as not derived: the start of a rebuild. `resets` drop what other rooms
 * derived; vectors are kept, for items whose text is derived again unchanged.
 */
export function reset({ write }: Engine, resets: readonly ((tx: Tx) => Promise<void>)[]): Promise<void> {
  return write(async (tx) => {
    await lockFor(tx, 'log');
    await lockFor(tx, 'items');
    for (const table of DERIVED) await tx.run(sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${tx.tenant}`);
    for (const one of resets) await one(tx);
    await tx.run(sql`DELETE FROM row_counts WHERE tenant_id = ${tx.tenant}
      AND (starts_with(name, 'item:') OR name IN ('made', 'bytes:items'))`);
    await tx.run(sql`UPDATE sessions SET exposed_at = NULL WHERE tenant_id = ${tx.tenant} AND exposed_at IS NOT NULL`);
    await tx.run(sql`UPDATE projects SET given_name = NULL, merged = NULL
      WHERE tenant_id = ${tx.tenant} AND (given_name IS NOT NULL OR merged IS NOT NULL)`);
    await settleTops(tx);
    await markAllPending(tx);
  });
}
