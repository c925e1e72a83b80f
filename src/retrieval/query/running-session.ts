import type { Note } from '../../api/answers.ts';
import { ACTIVE_MS, isActive } from '../../core/model/active-session.ts';
import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import type { Store } from '../../store/contract/store.ts';

const LOOKED_AT = 4;

/** The session in which a question is asked, and from when on its agent still has in its context what happened in it. */
export interface RunningSession {
  id: SessionId;
  /** Milliseconds since 1970; 0: from its beginning. */
  since: number;
}

/** The session of an agent that asks; `undefined` where none of the project is active, or several are. */
export async function findRunningSession(
  store: Store,
  { project, now }: { project: ProjectId | undefined; now: number },
): Promise<RunningSession | undefined> {
  if (project === undefined) return undefined;
  const rows = await store.log.sessions({ project, work: true, since: now - ACTIVE_MS, limit: LOOKED_AT });
  const [row, ...others] = rows.filter((one) => isActive(one, now));
  if (row === undefined || others.length > 0) return undefined;
  return { id: row.id, since: await store.items.contextLostAt(row.id) };
}

/** True for what the agent that asks has in its context already. */
export function isOfRunning(
  { session, at }: Pick<Item, 'session' | 'at'>,
  running: RunningSession | undefined,
): boolean {
  return running !== undefined && session === running.id && at >= running.since;
}

/** Says what was left out, and how it is found all the same. */
export function runningNotes(running: RunningSession | undefined, count: number): Note[] {
  if (running === undefined || count === 0) return [];
  const what = formatCounted(count, 'memory');
  return [
    {
      code: 'running',
      message: `Left out, as the session that asks has it in its context: ${what}. Name the session ${running.id} to find it.`,
    },
  ];
}
