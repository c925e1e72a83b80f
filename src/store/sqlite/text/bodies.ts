import { CairnError } from '../../../core/errors.ts';
import { sha256 } from '../../../core/hash.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import type { TextSource } from '../engine/engine.ts';
import { packText, unpackText } from './packed-text.ts';

/** Stores a long text once by content; returns its row number. */
export function putBody({ db, recent }: TextSource, text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  const hash = sha256(bytes);
  const known = db.get<{ seq: number }>('SELECT seq FROM bodies WHERE hash = ?', hash);
  if (known !== undefined) return known.seq;
  const { rowid } = db.run('INSERT INTO bodies (hash, data) VALUES (?, ?)', hash, packText(bytes));
  recent.bodies.set(rowid, text);
  return rowid;
}

/** Reads long texts by row number. */
export function readBodies({ db, recent }: TextSource, bodies: readonly number[]): Map<number, string> {
  const found = new Map<number, string>();
  const missing: number[] = [];
  for (const body of bodies) {
    const text = recent.bodies.get(body);
    if (text === undefined) missing.push(body);
    else found.set(body, text);
  }
  if (missing.length === 0) return found;
  const sql = 'SELECT seq, data FROM bodies WHERE seq IN (SELECT value FROM json_each(?))';
  for (const { seq, data } of db.all<{ seq: number; data: Uint8Array }>(sql, JSON.stringify(missing))) {
    found.set(seq, unpackText(data));
  }
  return found;
}

/** Removes long texts that no event contains any more; returns the removed ones. */
export function dropUnheldBodies({ db, recent }: TextSource, bodies: readonly number[]): number[] {
  if (bodies.length > 0) recent.bodies.clear();
  const sql = 'DELETE FROM bodies WHERE seq = ?1 AND NOT EXISTS (SELECT 1 FROM event_bodies WHERE body = ?1)';
  return [...new Set(bodies)].filter((body) => db.run(sql, body).changes > 0);
}

/** Checks long texts against their hashes; one sentence for each that differs. */
export function checkBodies(db: Database): string[] {
  const faults: string[] = [];
  for (let after = 0; ; ) {
    const rows = db.all<{ seq: number; hash: Uint8Array; data: Uint8Array }>(
      'SELECT seq, hash, data FROM bodies WHERE seq > ? ORDER BY seq LIMIT 100',
      after,
    );
    if (rows.length === 0) return faults;
    for (const row of rows) if (!isSound(row)) faults.push(`Body ${row.seq} is not what its hash says.`);
    after = rows.at(-1)?.seq ?? after;
  }
}

function isSound(row: { hash: Uint8Array; data: Uint8Array }): boolean {
  try {
    return sha256(unpackText(row.data)).equals(row.hash);
  } catch (error) {
    if (error instanceof CairnError && error.code === 'damaged') return false;
    throw error;
  }
}
