// store/postgres/marks: which sessions and patterns wait to be distilled again, and what is forgotten of them.
// It knows no item: the ids of those to be removed go to the caller.

import type { ItemId, SessionId } from '../../../core/model/ids.ts';
import type { Tx } from '../engine/engine.ts';

/** Marks sessions as changed since they were distilled. */
export async function markSessions(_tx: Tx, _sessions: readonly SessionId[]): Promise<void> {
  // Nothing is distilled here yet.
}

/** Removes the findings of a session of which an event was erased; returns the ids of the items to remove. */
export async function forgetDistilled(_tx: Tx, _session: SessionId): Promise<ItemId[]> {
  return [];
}

/** Removes the marks of sessions that are no more. */
export async function dropSessions(_tx: Tx, _sessions: readonly SessionId[]): Promise<void> {
  // Nothing is distilled here yet.
}
