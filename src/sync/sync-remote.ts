import type { PullAnswer, PushAnswer, SyncRecord } from './wire.ts';

/** What carries records between homes. A push that is repeated, and a pull, double nothing: the same id is the same record. */
export interface SyncRemote {
  /** Hands records on; those acknowledged are durable there. Throws when nothing could be handed on. */
  push(records: readonly SyncRecord[], signal?: AbortSignal): Promise<PushAnswer>;
  /** Records after a cursor (empty: from the beginning), about `limit` of them. */
  pull(after: string, limit: number, signal?: AbortSignal): Promise<PulledPage>;
  /** Fetches what others handed on, before a run; a remote that needs no such step has none. */
  begin?(signal?: AbortSignal): Promise<void>;
  /**
   * Looks, after `begin`, whether what this home handed on is still there, where others could have removed it. Where it is not,
   * calls `handOnAgain`, which marks all as to be handed on, and then counts on nothing of it. `new`: nothing is known of it.
   */
  mend?(handOnAgain: () => Promise<void>): Promise<'whole' | 'new' | 'lost'>;
  /** Hands on what was pushed, after a run. */
  end?(signal?: AbortSignal): Promise<void>;
}

/** A page, with how many records it left out since they could not be read, by reason. */
export interface PulledPage extends PullAnswer {
  skipped: Readonly<Record<string, number>>;
}
