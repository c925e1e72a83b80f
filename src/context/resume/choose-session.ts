import type { ProjectId } from '../../core/model/ids.ts';
import type { CheckpointDetail } from '../../core/model/item.ts';
import { standingCheckpoint } from '../../retrieval/entries/standing-checkpoint.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { Stopped } from './resume-lines.ts';

const LOOKED_AT = 12;
/** A session that was active within so many milliseconds may well be the one that asks. */
const ACTIVE_MS = 120_000;

/** Of what project, and who asks: an agent's own session is not the one it wants to resume. */
export interface Choice {
  project: ProjectId | undefined;
  now: number;
  byAgent: boolean;
}

/** The session to go on with, and how many newer ones left nothing open. */
export interface Chosen extends Stopped {
  newer: number;
}

/**
 * The newest session of a project that left something open, else the newest that did anything. For an agent those that
 * are active right now come last.
 */
export async function chooseSession(store: Store, { project, now, byAgent }: Choice): Promise<Chosen | undefined> {
  const filter = project === undefined ? {} : { project };
  const rows = await store.log.sessions({ ...filter, limit: LOOKED_AT });
  const isActive = ({ lastAt }: SessionRow): boolean => byAgent && now - lastAt < ACTIVE_MS;
  const ordered = [...rows.filter((row) => !isActive(row)), ...rows.filter(isActive)];
  let first: Chosen | undefined;
  let newer = 0;
  for (const session of ordered) {
    const checkpoint = await standingCheckpoint(store, session.id);
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
