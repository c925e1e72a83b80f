import type { JsonObject } from '../../../core/json.ts';
import type { SessionId } from '../../../core/model/ids.ts';
import type { Contexts, StoredContext } from '../../contract/session-contexts.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';

/** Upper bound on stored contexts of a tenant; those of the sessions with the latest events remain. */
const KEPT = 8;

interface ContextRow {
  stamp: string;
  until: number;
  state: string;
  words: Uint8Array;
}

/** The contract `Contexts`, and what erasing needs of it. */
export interface PostgresContexts extends Contexts {
  /** Removes a session's context within a transaction. */
  remove(tx: Tx, session: SessionId): Promise<void>;
  /** Counts an erasure that was committed. */
  countErased(session: SessionId): void;
}

/**
 * Builds the contexts of sessions of one tenant. Erasures are counted in this process: a program beside it does not know
 * of them, so sessions of one tenant are to be derived by one program at a time.
 */
export function createContexts({ read, write }: Engine): PostgresContexts {
  const forgotten = new Map<SessionId, number>();
  const remove = async (tx: Tx, session: SessionId): Promise<void> => {
    await tx.run(sql`DELETE FROM session_contexts WHERE tenant_id = ${tx.tenant} AND session_id = ${session}`);
  };
  return {
    get: (session) => read((tx) => readContext(tx, session)),
    put: (session, context) => write((tx) => putContext(tx, session, context)),
    drop: (session) => write((tx) => remove(tx, session)),
    forgotten: (session) => forgotten.get(session) ?? 0,
    remove,
    countErased: (session) => void forgotten.set(session, (forgotten.get(session) ?? 0) + 1),
  };
}

async function readContext(tx: Tx, session: SessionId): Promise<StoredContext | undefined> {
  const row = await tx.get<ContextRow>(sql`SELECT stamp, until, state, words FROM session_contexts
    WHERE tenant_id = ${tx.tenant} AND session_id = ${session}`);
  if (row === undefined) return undefined;
  const { stamp, until, state, words } = row;
  return { stamp, until, state: JSON.parse(state) as JsonObject, words: new Int32Array(Uint8Array.from(words).buffer) };
}

/** Stores a context; of a session that is not there nothing is stored. */
async function putContext(tx: Tx, session: SessionId, { stamp, until, state, words }: StoredContext): Promise<void> {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
  await tx.run(sql`INSERT INTO session_contexts (tenant_id, session_id, stamp, until, state, words)
    SELECT s.tenant_id, s.id, ${stamp}, ${until}, ${JSON.stringify(state)}, ${bytes} FROM sessions AS s
    WHERE s.tenant_id = ${tx.tenant} AND s.id = ${session}
    ON CONFLICT (tenant_id, session_id) DO UPDATE SET stamp = excluded.stamp, until = excluded.until,
      state = excluded.state, words = excluded.words`);
  await tx.run(sql`DELETE FROM session_contexts WHERE tenant_id = ${tx.tenant} AND session_id NOT IN (
    SELECT c.session_id FROM session_contexts AS c WHERE c.tenant_id = ${tx.tenant} ORDER BY c.until DESC LIMIT ${KEPT})`);
}
