import type { JsonObject } from '../../../core/json.ts';
import type { SessionId } from '../../../core/model/ids.ts';
import type { Contexts } from '../../contract/session-contexts.ts';
import type { Engine } from '../engine/engine.ts';
import { packText, unpackText } from '../text/packed-text.ts';

/** Upper bound on stored contexts, a few megabytes each; those of the sessions with the latest events remain. */
const KEPT = 8;
const DROP_OLDEST = `DELETE FROM session_contexts
  WHERE session NOT IN (SELECT session FROM session_contexts ORDER BY until DESC LIMIT ?)`;

interface ContextRow {
  stamp: string;
  until: number;
  state: Uint8Array;
  words: Uint8Array;
}

/** The contract `Contexts`, and `forget`, which removes a session's context by row number within a transaction. */
export type SqliteContexts = Contexts & { forget(session: number): void };

/** Builds the contexts of sessions over one SQLite file. Not synced at once: a power cut may lose the last ones. */
export function createContexts({ db, write, interned }: Engine): SqliteContexts {
  const forgotten = new Map<SessionId, number>();
  const drop = (session: number): void => void db.run('DELETE FROM session_contexts WHERE session = ?', session);
  return {
    async get(session) {
      const sql = 'SELECT stamp, until, state, words FROM session_contexts WHERE session = ?';
      const row = db.get<ContextRow>(sql, interned.session(session) ?? -1);
      if (row === undefined) return undefined;
      const { stamp, until, state, words } = row;
      return {
        stamp,
        until,
        state: JSON.parse(unpackText(state)) as JsonObject,
        words: new Int32Array(Uint8Array.from(words).buffer),
      };
    },
    async put(session, { stamp, until, state, words }) {
      const seq = interned.session(session);
      if (seq === undefined) return;
      const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
      const sql =
        'INSERT OR REPLACE INTO session_contexts (session, stamp, until, state, words) VALUES (?, ?, ?, ?, ?)';
      write(() => {
        db.run(sql, seq, stamp, until, packText(JSON.stringify(state)), bytes);
        db.run(DROP_OLDEST, KEPT);
      }, 'later');
    },
    async drop(session) {
      const seq = interned.session(session);
      if (seq !== undefined) write(() => drop(seq), 'later');
    },
    forgotten: (session) => forgotten.get(session) ?? 0,
    forget(session) {
      drop(session);
      const id = db.get<{ id: SessionId }>('SELECT id FROM sessions WHERE seq = ?', session)?.id;
      if (id !== undefined) forgotten.set(id, (forgotten.get(id) ?? 0) + 1);
    },
  };
}
