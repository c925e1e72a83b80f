import { hash53 } from '../../../core/hash.ts';
import { embedTextOf } from '../../../core/model/embed-text.ts';
import { isAggregate } from '../../../core/model/is-aggregate.ts';
import type { Item } from '../../../core/model/item.ts';
import type { Tx } from '../engine/engine.ts';
import { insertRows } from '../engine/rows.ts';
import { raw, sql } from '../engine/sql.ts';
import { type ItemsChanged, isFound, type NumberedItem } from '../items/item-follower.ts';
import { insertVectors, releaseVectorsOf, type VectorRow } from './vector-rows.ts';

/** Upper bound on the vectors without an item that one transaction drops. */
const DROPPED_AT_ONCE = 200;

/** An item with a text to embed, by the text's hash. */
interface Embedded extends NumberedItem {
  hash: number;
}

/** The hash of an item's text to embed; `undefined` when it has none. */
export function embedHashOf(item: Item): number | undefined {
  const text = embedTextOf(item);
  return text === undefined ? undefined : hash53(text);
}

/** Keeps vectors and waiting marks consistent with the items that one transaction removes and puts. A text that stays,
 * in this item or another, keeps its vector.
 */
export async function followVectors(tx: Tx, { removed, put }: ItemsChanged): Promise<void> {
  const leaving = new Map(removed.flatMap(toEmbedded).map((one) => [one.seq, one]));
  const coming = put.flatMap(toEmbedded).filter((one) => {
    const former = leaving.get(one.seq);
    if (former === undefined || !isSame(former, one)) return true;
    leaving.delete(one.seq);
    return false;
  });
  const seqs = [...leaving.keys()];
  if (seqs.length > 0) {
    await tx.run(sql`DELETE FROM vector_waiting WHERE tenant_id = ${tx.tenant} AND seq = ANY(${seqs}::bigint[])`);
  }
  const left = await releaseVectorsOf(tx, seqs);
  await come(tx, coming);
  if (left.length === 0) return;
  await tx.run(sql`DELETE FROM vectors WHERE tenant_id = ${tx.tenant} AND seq = 0 AND number = ANY(${left}::bigint[])`);
}

function toEmbedded(one: NumberedItem): Embedded[] {
  const hash = isFound(one.item) ? embedHashOf(one.item) : undefined;
  return hash === undefined ? [] : [{ ...one, hash }];
}

/** True when neither the text nor what a scan filters by changed. */
function isSame(one: Embedded, other: Embedded): boolean {
  const of = ({ hash, item: { at, kind, project }, item }: Embedded): string =>
    [hash, at, kind, project, isAggregate(item)].join(' ');
  return of(one) === of(other);
}

/** Copies the vectors of equal texts to items; the items of other texts wait for one. */
async function come(tx: Tx, coming: readonly Embedded[]): Promise<void> {
  if (coming.length === 0) return;
  const hashes = [...new Set(coming.map(({ hash }) => hash))];
  const equals = await tx.all<VectorRow & { number: number }>(sql`SELECT DISTINCT ON (v.hash)
      v.number, v.seq, v.model, v.dimensions, v.hash, v.scale, v.data
    FROM vectors AS v JOIN vector_models AS m
      ON m.tenant_id = ${tx.tenant} AND m.model = v.model AND m.dimensions = v.dimensions
    WHERE v.tenant_id = ${tx.tenant} AND v.hash = ANY(${hashes}::bigint[])
    ORDER BY v.hash, m.in_use DESC, v.seq > 0, v.number`);
  const taken = equals.filter(({ seq }) => seq === 0).map(({ number }) => number);
  if (taken.length > 0) {
    await tx.run(sql`DELETE FROM vectors WHERE tenant_id = ${tx.tenant} AND number = ANY(${taken}::bigint[])`);
  }
  const known = new Map(equals.map(({ hash, ...of }) => [hash, of]));
  const copies = coming.flatMap(({ seq, hash }) => {
    const equal = known.get(hash);
    if (equal === undefined) return [];
    const { model, dimensions, scale, data } = equal;
    return [{ seq, hash, model, dimensions, scale, data }];
  });
  await insertVectors(tx, copies);
  const waiting = coming
    .filter(({ hash }) => !known.has(hash))
    .map(({ seq, hash, item }) => ({ seq, hash, at: item.at }));
  const columns = { seq: 'bigint', hash: 'bigint', at: 'bigint' } as const;
  await insertRows(tx, { table: 'vector_waiting', columns, rest: raw('ON CONFLICT DO NOTHING') }, waiting);
}

/** Detaches all vectors from their items, which are about to be derived again; until then no item waits for one. */
export async function releaseVectors(tx: Tx): Promise<void> {
  await tx.run(sql`UPDATE vectors SET seq = 0 WHERE tenant_id = ${tx.tenant} AND seq > 0`);
  await tx.run(sql`UPDATE vector_models SET stored = 0 WHERE tenant_id = ${tx.tenant}`);
  await tx.run(sql`DELETE FROM vector_waiting WHERE tenant_id = ${tx.tenant}`);
}

/**
 * Drops up to `DROPPED_AT_ONCE` vectors that no item took over; returns whether there may be more. Must be called
 * within a transaction.
 */
export async function dropReleased(tx: Tx): Promise<boolean> {
  const dropped = await tx.run(sql`DELETE FROM vectors WHERE tenant_id = ${tx.tenant} AND number IN (
    SELECT v.number FROM vectors AS v WHERE v.tenant_id = ${tx.tenant} AND v.seq = 0 LIMIT ${DROPPED_AT_ONCE})`);
  return dropped === DROPPED_AT_ONCE;
}
