import type { JsonObject } from '../../core/json.ts';
import type { SessionId } from '../../core/model/ids.ts';

/** What is needed of a session to go on deriving it: of all its events up to a number in the log, which were derived. */
export interface StoredContext {
  /** Stands for what made it: with another stamp it is of no use. */
  stamp: string;
  until: number;
  state: JsonObject;
  /** Hashes of words; what they are stands in `state`. */
  words: Int32Array;
}

/**
 * Contexts of long sessions, so that a restart need not read all of the session again. They can be lost at any time.
 * @example
 * const kept = await store.contexts.get(session);
 * if (kept?.stamp !== stamp) await store.contexts.drop(session);
 */
export interface Contexts {
  get(session: SessionId): Promise<StoredContext | undefined>;
  put(session: SessionId, context: StoredContext): Promise<void>;
  drop(session: SessionId): Promise<void>;
  /** How often something of a session was forgotten since the store was opened: what was made before is not to be kept. */
  forgotten(session: SessionId): number;
}
