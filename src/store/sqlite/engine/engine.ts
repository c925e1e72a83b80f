// store/sqlite/engine: what all tables share: transactions, interned texts, codes, compact ids, migrations, checks.
// No table of one subject is written here.

import { CairnError } from '../../../core/errors.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';

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
   * A map that is emptied when a transaction fails or when it has grown to `limit`: entries, or what `weigh` says of each. A
   * read-only store remembers nothing: another connection may write at any time.
   */
  remember<Key, Value>(limit: number, weigh?: (value: Value) => number): Memo<Key, Value>;
  /** Texts that were packed lately, by the number of their row: what was just written is read next, to be derived. */
  recent: { packs: Memo<number, string>; bodies: Memo<number, string> };
}

/** What reads or writes packed texts needs. */
export type TextSource = Pick<Engine, 'db' | 'recent'>;

/** Characters of packed texts that are remembered, of packs and of bodies each. */
const RECENT_CHARS = 1_000_000;

/** What is remembered of the database. */
export interface Memo<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  /** Forgets all. */
  clear(): void;
}

const FORGETS: Memo<number, string> = { get: () => undefined, set: () => undefined, clear: () => undefined };

/** For who reads what is on the disk, and nothing else. */
export const NOTHING_RECENT: Engine['recent'] = { packs: FORGETS, bodies: FORGETS };

/**
 * Builds the engine over an open database. A write to one that is not at its path any more is `not_running`, though it was
 * committed: nobody will find it there. `onReplaced` is called each time.
 */
export function createEngine(db: Database, onReplaced: () => void = () => undefined): Engine {
  const memos: { clear(): void }[] = [];
  const remember = <Key, Value>(limit: number, weigh: (value: Value) => number = () => 1): Memo<Key, Value> => {
    const known = new Map<Key, Value>();
    let weight = 0;
    const clear = (): void => {
      known.clear();
      weight = 0;
    };
    memos.push({ clear });
    return {
      get: (key) => known.get(key),
      set(key, value) {
        if (db.readonly) return;
        if (weight >= limit) clear();
        weight += weigh(value);
        known.set(key, value);
      },
      clear,
    };
  };
  const rememberTexts = (): Memo<number, string> => remember(RECENT_CHARS, (text) => text.length);
  return {
    db,
    remember,
    recent: { packs: rememberTexts(), bodies: rememberTexts() },
    write(work, durable = 'now') {
      if (db.readonly) throw new CairnError('not_allowed', `${db.path} is open for reading only.`);
      try {
        const result = db.transaction(work, durable);
        // After the commit: what is moved away while that lasts is not acknowledged either.
        if (db.isInPlace()) return result;
        throw replaced(db.path);
      } catch (error) {
        for (const memo of memos) memo.clear();
        if (db.isInPlace()) throw error;
        onReplaced();
        throw replaced(db.path, error);
      }
    },
    // The writing connection is the only one that writes, so what it reads at once is one state anyway.
    read: (work) => (db.readonly ? db.transaction(work) : work()),
  };
}

function replaced(path: string, cause?: unknown): CairnError {
  return new CairnError('not_running', `${path} was moved or replaced while it was open.`, {
    fix: 'Open the memory again; a worker is started by whatever needs it.',
    cause,
  });
}
