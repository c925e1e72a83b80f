import type { Note } from '../../api/answers.ts';
import { isPublicId, type SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { formatCounted } from '../../core/text/format-count.ts';
import type { Store } from '../../store/contract/store.ts';

/** The session in which a question is asked, and from when on its agent still has in its context what happened in it. */
export interface RunningSession {
  id: SessionId;
  /** Milliseconds since 1970; 0: from its beginning. */
  since: number;
}

/**
 * The session of an agent that asks, which the agent named itself; `undefined` where it did not: of the sessions at work
 * another agent's may be the only one that is known. One that is over asks no more: its agent goes on in another.
 */
export async function findRunningSession(
  store: Store,
  asking: string | undefined,
): Promise<RunningSession | undefined> {
  if (asking === undefined || !isPublicId(asking)) return undefined;
  const [row] = await store.log.sessions({ ids: [asking as SessionId], limit: 1 });
  if (row === undefined || (row.endedAt ?? 0) >= row.lastAt) return undefined;
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
