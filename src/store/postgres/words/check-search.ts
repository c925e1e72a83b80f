import type { Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';

interface Counted {
  what: string;
  has: number;
  wants: number;
}

/** Checks the word index against the items; one sentence a fault, empty when there is none. */
export async function checkSearch(tx: Tx): Promise<string[]> {
  const own = sql`tenant_id = ${tx.tenant}`;
  const rows = await tx.all<Counted>(sql`
    SELECT 'items with words' AS what, (SELECT count(*) FROM item_words WHERE ${own}) AS has,
      (SELECT count(*) FROM items WHERE ${own} AND NOT retired) AS wants
    UNION ALL SELECT 'words without an item', (SELECT count(*) FROM item_words AS w WHERE w.tenant_id = ${tx.tenant}
      AND NOT EXISTS (SELECT 1 FROM items AS i WHERE i.tenant_id = w.tenant_id AND i.seq = w.seq)), 0
    UNION ALL SELECT 'counted rows of the word index', (SELECT coalesce(sum(items), 0) FROM word_totals WHERE ${own}),
      (SELECT count(*) FROM item_words WHERE ${own})
    UNION ALL SELECT 'counted words of the word index', (SELECT coalesce(sum(words), 0) FROM word_totals WHERE ${own}),
      (SELECT coalesce(sum(length), 0) FROM item_words WHERE ${own})
    UNION ALL SELECT 'counted vectors', (SELECT coalesce(sum(stored), 0) FROM vector_models WHERE ${own}),
      (SELECT count(*) FROM vectors WHERE ${own} AND seq > 0)`);
  return rows.flatMap(({ what, has, wants }) => (has === wants ? [] : `There are ${has} ${what} instead of ${wants}.`));
}
