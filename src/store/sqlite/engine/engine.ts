// store/sqlite/engine: what all tables share: transactions, interned texts, codes, compact ids, migrations, checks.
// No table of one subject is written here.

import { CairnError } from '../../../core/errors.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { createInterned, type Interned } from './interned.ts';
import { createMemos, type Memo, type Remember } from './memos.ts';
import { readNumber } from './rows.ts';

/** What all tables share: the database, interned texts, and caches that live until a transaction fails. */
export interface Engine {
  db: Database;
  /**
   * Runs `work` in one transaction. When it fails, it is rolled back and all caches are cleared. Writes that can be
   * derived again from the disk may become durable `later`, with the next transaction that is durable `now`.
   */
  write<T>(work: () => T, durable?: 'now' | 'later'): T;
  /** Runs `work` over one snapshot of the database. */
  read<T>(work: () => T): T;
  remember: Remember;
  /** Recently packed texts by row number: what was just written is read next, to be derived. */
  recent: { packs: Memo<number, string>; bodies: Memo<number, string> };
  interned: Interned;
}

/** The part of the engine that reading and writing packed texts needs. */
export type TextSource = Pick<Engine, 'db' | 'recent'>;

/** Upper bound on cached characters, for packs and for bodies each. */
const RECENT_CHARS = 1_000_000;

const FORGETS: Memo<number, string> = { get: () => undefined, set: () => undefined, clear: () => undefined };

/** Caches nothing, for a reader that must see what is on the disk. */
export const NOTHING_RECENT: Engine['recent'] = { packs: FORGETS, bodies: FORGETS };

/**
 * Builds the engine over an open database. A write to a file that is no longer at its path throws `not_running`, though
 * it was committed, because nobody will find it there; `onReplaced` is called each time.
 */
export function createEngine(db: Database, onReplaced: () => void = () => undefined): Engine {
  const { remember, clear, during } = createMemos(db.readonly);
  const rememberTexts = (): Memo<number, string> => remember(RECENT_CHARS, (text) => text.length);
  return {
    db,
    remember,
    recent: { packs: rememberTexts(), bodies: rememberTexts() },
    interned: createInterned(db, remember),
    write(work, durable = 'now') {
      if (db.readonly) throw new CairnError('not_allowed', `${db.path} is open for reading only.`);
      try {
        const result = db.transaction(work, durable);
        // Checked after the commit, so that a write is not acknowledged when the file is moved away during it.
        if (db.isInPlace()) return result;
        throw replaced(db.path);
      } catch (error) {
        clear();
        if (db.isInPlace()) throw error;
        onReplaced();
        throw replaced(db.path, error);
      }
    },
    // The writing connection is the only writer, so its reads within one turn are one snapshot anyway.
    read: (work) => (db.readonly ? db.transaction(() => during(readNumber(db, 'PRAGMA data_version'), work)) : work()),
  };
}

function replaced(path: string, cause?: unknown): CairnError {
  return new CairnError('not_running', `${path} was moved or replaced while it was open.`, {
    fix: 'Open the memory again; a worker is started by whatever needs it.',
    cause,
  });
}
