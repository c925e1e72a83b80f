import { CairnError } from '../../core/errors.ts';
import type { Database } from '../../platform/sqlite.ts';

/** What the store's parts share: the database, and what they remember of it between transactions. */
export interface Engine {
  db: Database;
  /**
   * Runs `work` in one transaction. When it fails, nothing is kept and what was remembered is forgotten. What can be made
   * again from what is on the disk may become durable `later`, with the next transaction that is so `now`.
   */
  write<T>(work: () => T, durable?: 'now' | 'later'): T;
  /** Runs `work` over one state of the database. */
  read<T>(work: () => T): T;
  /**
   * A map that is emptied when a transaction fails or when it has grown to `limit` entries. A read-only store remembers
   * nothing: another connection may write at any time.
   */
  remember<Key, Value>(limit: number): Memo<Key, Value>;
}

/** What is remembered of the database. */
export interface Memo<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  /** Forgets all. */
  clear(): void;
}

/** Builds the engine over an open database. */
export function createEngine(db: Database): Engine {
  const memos: { clear(): void }[] = [];
  return {
    db,
    write(work, durable = 'now') {
      if (db.readonly) throw new CairnError('not_allowed', `${db.path} is open for reading only.`);
      try {
        return db.transaction(work, durable);
      } catch (error) {
        for (const memo of memos) memo.clear();
        throw error;
      }
    },
    // The writing connection is the only one that writes, so what it reads at once is one state anyway.
    read: (work) => (db.readonly ? db.transaction(work) : work()),
    remember<Key, Value>(limit: number) {
      const known = new Map<Key, Value>();
      memos.push(known);
      return {
        get: (key: Key) => known.get(key),
        set(key: Key, value: Value) {
          if (known.size >= limit) known.clear();
          if (!db.readonly) known.set(key, value);
        },
        clear: () => known.clear(),
      };
    },
  };
}
