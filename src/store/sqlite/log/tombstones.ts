import type { EventId, SessionId } from '../../../core/model/ids.ts';
import type { SqlValue } from '../../../platform/sqlite/sqlite.ts';
import {
  copyHashes,
  HASH_BYTES,
  SUMMARY_BYTES,
  summariesOf,
  summaryHash,
  tombstoneHash,
} from '../../common/tombstone-hash.ts';
import type { Copyable, TombstoneRows } from '../../contract/log.ts';
import type { Engine } from '../engine/engine.ts';

/** The tombstones of erased events and sessions: hashes of ids, no text. Times in milliseconds since 1970. */
export interface Tombstones {
  /** When an event was erased; `undefined` for one that was not. */
  erasedAt(id: EventId): number | undefined;
  /** When the whole session was erased, where that is this time or a later one. */
  coveredAt(session: SessionId, at: number): number | undefined;
  add(id: EventId, at: number): void;
  /** When the same event was erased, in whatever session. */
  copyErasedAt(event: Copyable): number | undefined;
  addCopy(event: Copyable, at: number): void;
  /** True when no summary of a session is to be kept. */
  refusesSummaries(session: SessionId): boolean;
  /** From now on no summary of the session is kept, since something was forgotten in it at a time, or (`WITHHELD`) never kept. */
  addSummaries(session: SessionId, at: number): void;
  /** From now on, reports of what happened in the session up to `at` are refused. */
  addSession(id: SessionId, at: number): void;
  /** Takes away those that these events and sessions got at a time. */
  lift(ids: readonly (EventId | SessionId)[], at: number): void;
  /** Takes away those that copies of these events, or (`all`) of any, and summaries of any session, got at a time. */
  liftCopies(copies: readonly Copyable[] | 'all', at: number): void;
  /** Under each key, the hashes by which a copy of an event is known. */
  hashesOf(event: Copyable): Buffer[];
  all(): TombstoneRows;
  /** Adds those of another store. */
  addAll(rows: TombstoneRows): void;
}

/** After the last time that the hash of a session's summaries can end with. */
const LAST = Buffer.alloc(SUMMARY_BYTES, 0xff);

/**
 * Builds the tombstones of a store; a lookup costs nothing while there are none. `keys`: those of its hashes of copies, first that
 * of new ones.
 */
export function createTombstones(engine: Engine, keys: readonly [Uint8Array, ...Uint8Array[]]): Tombstones {
  const { db } = engine;
  const [key] = keys;
  const hashesOf = (event: Copyable): Buffer[] => keys.flatMap((one) => copyHashes(one, event));
  const memo = engine.remember<'events' | 'sessions', boolean>(2);
  const isAny = (of: 'events' | 'sessions', sql: string): boolean => {
    const known = memo.get(of) ?? db.get(sql) !== undefined;
    memo.set(of, known);
    return known;
  };
  const put = (hash: Uint8Array, at: number): void => {
    db.run('INSERT INTO tombstones (hash, at) VALUES (?, ?) ON CONFLICT DO NOTHING', hash, at);
    memo.set('events', true);
  };
  const putSession = (hash: Uint8Array, at: number): void => {
    const sql = 'INSERT INTO session_tombstones (hash, at) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET at = max(at, ?2)';
    db.run(sql, hash, at);
    memo.set('sessions', true);
  };
  const drop = (table: string, hash: Uint8Array, at: number): void => {
    db.run(`DELETE FROM ${table} WHERE hash = ? AND at = ?`, hash, at);
  };
  const rowsOf = (table: string): TombstoneRows['events'] =>
    db.all(`SELECT lower(hex(hash)) AS hash, at FROM ${table} ORDER BY hash`);
  const timeOf = (sql: string, ...of: SqlValue[]): number | undefined => db.get<{ at: number }>(sql, ...of)?.at;
  const erasedBy = (hash: Uint8Array): number | undefined => timeOf('SELECT at FROM tombstones WHERE hash = ?', hash);
  const hasAny = (): boolean => isAny('events', 'SELECT 1 FROM tombstones LIMIT 1');
  return {
    erasedAt: (id) => (hasAny() ? erasedBy(tombstoneHash(id)) : undefined),
    copyErasedAt: (event) => (hasAny() ? firstOf(hashesOf(event), erasedBy) : undefined),
    coveredAt: (session, at) =>
      isAny('sessions', 'SELECT 1 FROM session_tombstones LIMIT 1')
        ? timeOf('SELECT at FROM session_tombstones WHERE hash = ? AND at >= ?', tombstoneHash(session), at)
        : undefined,
    add: (id, at) => put(tombstoneHash(id), at),
    addCopy(event, at) {
      for (const hash of copyHashes(key, event)) put(hash, at);
    },
    refusesSummaries(session) {
      const from = summariesOf(session);
      const sql = `SELECT 1 FROM tombstones WHERE hash BETWEEN ? AND ? AND length(hash) = ${SUMMARY_BYTES}`;
      return hasAny() && db.get(sql, from, Buffer.concat([from, LAST])) !== undefined;
    },
    addSummaries: (session, at) => put(summaryHash(session, at), at),
    addSession(id, at) {
      putSession(tombstoneHash(id), at);
      put(summaryHash(id, at), at);
    },
    lift(ids, at) {
      for (const hash of ids.map(tombstoneHash)) {
        drop('tombstones', hash, at);
        drop('session_tombstones', hash, at);
      }
      for (const id of ids) drop('tombstones', summaryHash(id as SessionId, at), at);
    },
    liftCopies(copies, at) {
      if (copies === 'all') db.run(`DELETE FROM tombstones WHERE at = ? AND length(hash) < ${HASH_BYTES}`, at);
      else for (const event of copies) for (const hash of hashesOf(event)) drop('tombstones', hash, at);
    },
    hashesOf,
    all: () => ({ events: rowsOf('tombstones'), sessions: rowsOf('session_tombstones') }),
    addAll({ events, sessions }) {
      for (const { hash, at } of events) put(Buffer.from(hash, 'hex'), at);
      for (const { hash, at } of sessions) putSession(Buffer.from(hash, 'hex'), at);
    },
  };
}

/** The first answer that there is for one of some hashes. */
function firstOf(hashes: readonly Uint8Array[], ask: (hash: Uint8Array) => number | undefined): number | undefined {
  for (const hash of hashes) {
    const answer = ask(hash);
    if (answer !== undefined) return answer;
  }
  return undefined;
}
