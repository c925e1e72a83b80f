import type { EventId } from '../../../core/model/ids.ts';
import type { Tx } from '../engine/engine.ts';
import { insertRows } from '../engine/rows.ts';
import { type Sql, sql } from '../engine/sql.ts';

/** The statement that selects the numbers of events by their ids; a number tells in which month's table an event is. */
export function numbersOf({ tenant }: Tx, ids: readonly EventId[]): Sql {
  return sql`SELECT i.seq FROM event_ids AS i WHERE i.tenant_id = ${tenant} AND i.id = ANY(${ids}::text[])`;
}

/** The condition on `events AS e` that finds the events whose numbers a statement selects, by an index of each month. */
export function withThose(numbers: Sql): Sql {
  return sql`e.seq = ANY(ARRAY(${numbers}))`;
}

/** The condition on `events AS e` that finds the events of some ids. */
export function withIds(tx: Tx, ids: readonly EventId[]): Sql {
  return withThose(numbersOf(tx, ids));
}

/** The condition on a column of numbers of events that finds some; the bounds tell which months need not be read. */
export function withNumbers(column: Sql, seqs: readonly number[]): Sql {
  const least = seqs.reduce((a, b) => Math.min(a, b), Number.MAX_SAFE_INTEGER);
  const most = seqs.reduce((a, b) => Math.max(a, b), 0);
  return sql`${column} = ANY(${seqs}::bigint[]) AND ${column} >= ${least} AND ${column} <= ${most}`;
}

/** Writes which numbers new events have. Throws when one of the ids is taken, which the caller has looked for. */
export async function addIds(tx: Tx, events: readonly { id: EventId; seq: number }[]): Promise<void> {
  const columns = { id: 'text', seq: 'bigint' } as const;
  await insertRows(
    tx,
    { table: 'event_ids', columns },
    events.map(({ id, seq }) => ({ id, seq })),
  );
}

/** Removes the ids of erased events. */
export async function dropIds(tx: Tx, ids: readonly EventId[]): Promise<void> {
  await tx.run(sql`DELETE FROM event_ids WHERE tenant_id = ${tx.tenant} AND id = ANY(${ids}::text[])`);
}
