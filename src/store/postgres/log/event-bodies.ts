import { sha256Hex } from '../../../core/hash.ts';
import type { EventBody } from '../../../core/model/event.ts';
import type { EventId } from '../../../core/model/ids.ts';
import { isLong } from '../../common/is-long.ts';
import type { Tx } from '../engine/engine.ts';
import { insertRows } from '../engine/rows.ts';
import { raw, sql } from '../engine/sql.ts';

/** Writes which long texts events hold, instead of what was known of them. */
export async function saveBodies(tx: Tx, events: readonly { seq: number; body: EventBody }[]): Promise<void> {
  const rows = events.flatMap(({ seq, body }) =>
    Array.from(longTextsOf(body), (text) => ({ hash: sha256Hex(text), seq })),
  );
  const into = {
    table: 'event_bodies',
    columns: { hash: 'text', seq: 'bigint' } as const,
    rest: raw('ON CONFLICT DO NOTHING'),
  };
  await insertRows(tx, into, rows);
}

/** What became of the long texts of erased events. */
export interface DroppedBodies {
  /** How many texts nobody holds any more. */
  dropped: number;
  /** For each other one, some of the events that hold it. */
  shared: { heldBy: EventId[] }[];
}

/** Holders named of one text at most. */
const HOLDERS = 20;

/** Takes events out of the holders of their long texts. */
export async function dropBodies(tx: Tx, seqs: readonly number[]): Promise<DroppedBodies> {
  const gone = await tx.all<{ hash: string }>(
    sql`DELETE FROM event_bodies WHERE tenant_id = ${tx.tenant} AND seq = ANY(${seqs}::bigint[]) RETURNING hash`,
  );
  const hashes = [...new Set(gone.map(({ hash }) => hash))];
  if (hashes.length === 0) return { dropped: 0, shared: [] };
  const holders = await tx.all<{
    hash: string;
    id: EventId;
  }>(sql`SELECT h.hash, h.id FROM unnest(${hashes}::text[]) AS one (hash)
    CROSS JOIN LATERAL (SELECT b.hash, e.id FROM event_bodies AS b JOIN events AS e ON e.tenant_id = ${tx.tenant} AND e.seq = b.seq
      WHERE b.tenant_id = ${tx.tenant} AND b.hash = one.hash ORDER BY b.seq LIMIT ${HOLDERS}) AS h`);
  const shared = Map.groupBy(holders, ({ hash }) => hash);
  return {
    dropped: hashes.length - shared.size,
    shared: Array.from(shared.values(), (rows) => ({ heldBy: rows.map(({ id }) => id) })),
  };
}

/** The long strings anywhere in a value, each once. */
function longTextsOf(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    if (isLong(value)) found.add(value);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) longTextsOf(inner, found);
  }
  return found;
}
