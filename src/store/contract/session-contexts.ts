import type { JsonObject } from '../../core/json.ts';
import type { SessionId } from '../../core/model/ids.ts';

/** The state from which derivation of a session continues, built from its events up to a sequence number. */
export interface StoredContext {
  /** Version of the code and rules that built it; a context with another stamp is discarded. */
  stamp: string;
  until: number;
  state: JsonObject;
  /** Word hashes of 32 bits each; `state` says what they are of. */
  words: Int32Array;
}

/**
 * A cache of contexts of long sessions, so that a restart need not read a whole session again. An entry can be lost at
 * any time.
 * @example
 * const kept = await store.contexts.get(session);
 * if (kept?.stamp !== stamp) await store.contexts.drop(session);
 */
export interface Contexts {
  get(session: SessionId): Promise<StoredContext | undefined>;
  put(session: SessionId, context: StoredContext): Promise<void>;
  drop(session: SessionId): Promise<void>;
  /**
   * How often an event of the session was erased since the store was opened; a context built before the last erasure
   * must not be stored.
   */
  forgotten(session: SessionId): number;
}
