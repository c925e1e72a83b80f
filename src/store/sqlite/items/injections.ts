import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import { isUnasked } from '../../../core/model/memory-usage.ts';
import { sum } from '../../../core/sum.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { EarlierInjections, Injection } from '../../contract/items.ts';
import { requireCompactId, toCompactId, toPublicId } from '../engine/compact-id.ts';
import { insertInto, readColumn } from '../engine/rows.ts';

const addInjection = insertInto('injections');
const addInjectedItem = insertInto('injection_items');

/** Writes one injection. Must be called within a transaction. */
export function saveInjection(db: Database, injection: Injection): void {
  const { session, at, occasion, ids, sections, tokens, shingles } = injection;
  const row = { session: requireCompactId(session), at, occasion, tokens, shingles: toBytes(shingles) };
  const injected = addInjection(db, row);
  for (const [place, id] of ids.entries()) {
    const item = requireCompactId(id);
    addInjectedItem(db, { injection: injected, place, item, section: sections?.[place] ?? null });
  }
}

/** Reads the injections into a session from a time on. */
export function readInjected(db: Database, session: SessionId, after: number): EarlierInjections {
  const id = toCompactId(session);
  if (id === undefined) return { ids: [], tokens: 0, words: [] };
  // Tool answers are known to the agent, but were not injected without a request; notices are for its user.
  const items = readColumn<Uint8Array>(
    db,
    `SELECT i.item FROM injections AS n JOIN injection_items AS i ON i.injection = n.seq
      WHERE n.session = ? AND n.at >= ? AND n.occasion NOT IN ('tool', 'notice') ORDER BY n.at, n.seq, i.place`,
    id,
    after,
  );
  const injections = db.all<{ at: number; occasion: string; tokens: number; shingles: Uint8Array | null }>(
    'SELECT at, occasion, tokens, shingles FROM injections WHERE session = ? AND at >= ? ORDER BY at, seq',
    id,
    after,
  );
  const unasked = injections.filter(({ occasion }) => isUnasked(occasion));
  const words = injections.map(({ at, shingles }) => ({ at, shingles: toNumbers(shingles) }));
  return {
    ids: toItemIds(items),
    tokens: sum(unasked.map(({ tokens }) => tokens)),
    words: words.filter(({ shingles }) => shingles.length > 0),
  };
}

/** Reads the items that the agent's user was shown in a session. */
export function readNoticed(db: Database, session: SessionId): ItemId[] {
  const id = toCompactId(session);
  const sql = `SELECT i.item FROM injections AS n JOIN injection_items AS i ON i.injection = n.seq
    WHERE n.session = ? AND n.occasion = 'notice' ORDER BY n.at, n.seq, i.place`;
  return id === undefined ? [] : toItemIds(readColumn(db, sql, id));
}

/** Selects the items injected last into a session; along the indexes, so that no more rows are read than returned. */
const INJECTED_LAST = `SELECT i.item FROM injections AS n CROSS JOIN injection_items AS i ON i.injection = n.seq
  WHERE n.session = ?1 AND n.at <= ?2 AND n.occasion <> 'notice'
  ORDER BY n.at DESC, n.seq DESC, i.place DESC LIMIT ?3`;

/** Reads the items injected last into a session up to a time, latest first, each once. */
export function readInjectedLast(
  db: Database,
  session: SessionId,
  { until, limit }: { until: number; limit: number },
): ItemId[] {
  const id = toCompactId(session);
  return id === undefined ? [] : toItemIds(readColumn(db, INJECTED_LAST, id, until, limit));
}

/** The items, each once. */
function toItemIds(ids: readonly Uint8Array[]): ItemId[] {
  return [...new Set(ids.map((id) => toPublicId(id) as ItemId))];
}

/** Removes the injections that named any of the items: their ids and shingle hashes. */
export function dropInjectionsOf(db: Database, items: readonly ItemId[]): void {
  const sql = 'SELECT injection FROM injection_items WHERE item = ?';
  const found = items.flatMap((item) => readColumn<number>(db, sql, requireCompactId(item)));
  for (const injection of new Set(found)) {
    db.run('DELETE FROM injection_uses WHERE injection = ?', injection);
    db.run('DELETE FROM injection_items WHERE injection = ?', injection);
    db.run('DELETE FROM injections WHERE seq = ?', injection);
  }
}

/** Packs hashes as consecutive 32-bit integers; NULL for none. */
function toBytes(hashes: readonly number[]): Uint8Array | null {
  return hashes.length === 0 ? null : new Uint8Array(Int32Array.from(hashes).buffer);
}

function toNumbers(bytes: Uint8Array | null): number[] {
  return bytes === null ? [] : [...new Int32Array(Uint8Array.from(bytes).buffer)];
}
