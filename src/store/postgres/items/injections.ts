import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import { isUnasked } from '../../../core/model/memory-usage.ts';
import { sum } from '../../../core/sum.ts';
import type { EarlierInjections, Injection } from '../../contract/items.ts';
import type { Tx } from '../engine/engine.ts';
import { takeNumbers } from '../engine/numbers.ts';
import { insertRows } from '../engine/rows.ts';
import { raw, type Sql, sql } from '../engine/sql.ts';

const COLUMNS = { injection: 'bigint', place: 'integer', item_id: 'text', section: 'text' } as const;

/** Writes one injection. */
export async function saveInjection(tx: Tx, injection: Injection): Promise<void> {
  const { session, at, occasion, ids, sections, tokens, shingles } = injection;
  const seq = await takeNumbers(tx, 'injections', 1);
  await tx.run(sql`INSERT INTO injections (tenant_id, seq, session_id, at, occasion, tokens, shingles)
    VALUES (${tx.tenant}, ${seq}, ${session}, ${at}, ${occasion}, ${tokens}, ${shingles.map((hash) => hash | 0)}::integer[])`);
  const rows = ids.map((id, place) => ({ injection: seq, place, item_id: id, section: sections?.[place] ?? null }));
  await insertRows(tx, { table: 'injection_items', columns: COLUMNS }, rows);
}

/** Reads the injections into a session from a time on. */
export async function readInjected(tx: Tx, session: SessionId, after: number): Promise<EarlierInjections> {
  // Tool answers are known to the agent, but were not injected without a request; notices are for its user.
  const ids = await injectedItems(
    tx,
    sql`n.session_id = ${session} AND n.at >= ${after}
    AND n.occasion NOT IN ('tool', 'notice') ORDER BY n.at, n.seq, m.place`,
  );
  const injections = await tx.all<Pick<Injection, 'at' | 'occasion' | 'tokens' | 'shingles'>>(sql`SELECT at, occasion,
    tokens, shingles FROM injections WHERE tenant_id = ${tx.tenant} AND session_id = ${session} AND at >= ${after}
    ORDER BY at, seq`);
  const unasked = injections.filter(({ occasion }) => isUnasked(occasion));
  const words = injections.map(({ at, shingles }) => ({ at, shingles }));
  return {
    ids,
    tokens: sum(unasked.map(({ tokens }) => tokens)),
    words: words.filter(({ shingles }) => shingles.length > 0),
  };
}

/** Reads the items that the agent's user was shown in a session. */
export function readNoticed(tx: Tx, session: SessionId): Promise<ItemId[]> {
  const rest = sql`n.session_id = ${session} AND n.occasion = 'notice' ORDER BY n.at, n.seq, m.place`;
  return injectedItems(tx, rest);
}

/** Reads the items injected last into a session up to a time, latest first, each once. */
export function readInjectedLast(
  tx: Tx,
  session: SessionId,
  { until, limit }: { until: number; limit: number },
): Promise<ItemId[]> {
  const latest = sql`SELECT l.seq FROM injections AS l WHERE l.tenant_id = ${tx.tenant} AND l.session_id = ${session}
    AND l.at <= ${until} AND l.occasion <> 'notice' ORDER BY l.at DESC, l.seq DESC LIMIT ${limit}`;
  return injectedItems(tx, sql`n.seq IN (${latest}) ORDER BY n.at DESC, n.seq DESC, m.place DESC LIMIT ${limit}`);
}

/** The items of injections (`injections AS n`, `injection_items AS m`), each once. */
async function injectedItems(tx: Tx, rest: Sql): Promise<ItemId[]> {
  const rows = await tx.all<{ item: ItemId }>(sql`SELECT m.item_id AS item FROM injections AS n
    JOIN injection_items AS m ON m.tenant_id = ${tx.tenant} AND m.injection = n.seq
    WHERE n.tenant_id = ${tx.tenant} AND ${rest}`);
  return [...new Set(rows.map(({ item }) => item))];
}

/** Removes the injections of a condition on `injections AS n`: their items, shingle hashes and usages. */
export async function dropInjections(tx: Tx, condition: Sql): Promise<void> {
  const gone = await tx.all<{ seq: number }>(
    sql`DELETE FROM injections AS n WHERE n.tenant_id = ${tx.tenant} AND ${condition} RETURNING n.seq`,
  );
  if (gone.length === 0) return;
  const seqs = gone.map(({ seq }) => seq);
  for (const table of ['injection_uses', 'injection_items']) {
    await tx.run(sql`DELETE FROM ${raw(table)} WHERE tenant_id = ${tx.tenant} AND injection = ANY(${seqs}::bigint[])`);
  }
}

/** Removes the injections that named any of the items. */
export function dropInjectionsOf(tx: Tx, items: readonly ItemId[]): Promise<void> {
  return dropInjections(
    tx,
    sql`n.seq IN (SELECT m.injection FROM injection_items AS m
      WHERE m.tenant_id = ${tx.tenant} AND m.item_id = ANY(${items}::text[]))`,
  );
}
