import type { ProjectId } from '../../core/model/ids.ts';
import type { CheckpointDetail } from '../../core/model/item.ts';
import { latestCheckpoint } from '../../retrieval/entries/latest-checkpoint.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { StoppedSession } from './resume-lines.ts';

const LOOKED_AT = 12;
/** A session that was active within so many milliseconds may well be the one that asks. */
const ACTIVE_MS = 120_000;

/** Of what project, and who asks: an agent's own session is not the one it wants to resume. */
export interface SessionChoice {
  project: ProjectId | undefined;
  now: number;
  byAgent: boolean;
}

/** The session to go on with, and how many newer ones left nothing open. */
export interface ChosenSession extends StoppedSession {
  newer: number;
}

/**
 * The newest session of a project that left something open, else the newest that did anything. For an agent those that
 * are active right now come last.
 */
export async function chooseSession(
  store: Store,
  { project, now, byAgent }: SessionChoice,
): Promise<ChosenSession | undefined> {
  const filter = project === undefined ? {} : { project };
  const rows = await store.log.sessions({ ...filter, limit: LOOKED_AT });
  const isActive = ({ lastAt }: SessionRow): boolean => byAgent && now - lastAt < ACTIVE_MS;
  const ordered = [...rows.filter((row) => !isActive(row)), ...rows.filter(isActive)];
  let first: ChosenSession | undefined;
  let newer = 0;
  for (const session of ordered) {
    const checkpoint = await latestCheckpoint(store, session.id);
    if (checkpoint === undefined) continue;
    const stopped = { session, checkpoint };
    if (!isActive(session) && isOpen(checkpoint.detail.checkpoint)) return { ...stopped, newer };
    first ??= { ...stopped, newer: 0 };
    newer += 1;
  }
  return first;
}

/** True for a session that left something to go on with. */
function isOpen(state: CheckpointDetail): boolean {
  const { openTasks, openQuestions = [], failing = [], stoppedAfter } = state;
  return openTasks.length + openQuestions.length + failing.length > 0 || stoppedAfter !== undefined;
}
