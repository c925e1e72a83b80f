// context/resume: where the work of a session stopped, for a person or an agent that asks. It reads checkpoints; it derives
// nothing.

import { isActive } from '../../core/model/active-session.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import type { CheckpointDetail } from '../../core/model/item.ts';
import { type LatestCheckpoint, latestCheckpoint } from '../../retrieval/entries/latest-checkpoint.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';

const LOOKED_AT = 12;

/** The project, and who asks: an agent does not want to resume its own session. */
export interface SessionChoice {
  project: ProjectId | undefined;
  now: number;
  byAgent: boolean;
}

/** A session and its state. */
export interface StoppedSession {
  session: SessionRow;
  checkpoint: LatestCheckpoint;
}

/** The session to resume, and the number of newer ones that left nothing open. */
export interface ChosenSession extends StoppedSession {
  newer: number;
}

/**
 * Chooses the newest session of a project that left something open, otherwise the newest that did anything. For an
 * agent, sessions that are active now come last.
 */
export async function chooseSession(
  store: Store,
  { project, now, byAgent }: SessionChoice,
): Promise<ChosenSession | undefined> {
  const filter = project === undefined ? {} : { project };
  const rows = await store.log.sessions({ ...filter, work: true, limit: LOOKED_AT });
  const mayAsk = (row: SessionRow): boolean => byAgent && isActive(row, now);
  const ordered = [...rows.filter((row) => !mayAsk(row)), ...rows.filter(mayAsk)];
  let first: ChosenSession | undefined;
  let newer = 0;
  for (const session of ordered) {
    const checkpoint = await latestCheckpoint(store, session.id);
    if (checkpoint === undefined || checkpoint.detail.muted === true) continue;
    const stopped = { session, checkpoint };
    if (!mayAsk(session) && isOpen(checkpoint.detail.checkpoint)) return { ...stopped, newer };
    first ??= { ...stopped, newer: 0 };
    newer += 1;
  }
  return first;
}

/** True for a session that left something to resume. */
function isOpen(state: CheckpointDetail): boolean {
  const { openTasks, openQuestions = [], failing = [], stoppedAfter } = state;
  return openTasks.length + openQuestions.length + failing.length > 0 || stoppedAfter !== undefined;
}
