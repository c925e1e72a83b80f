import type { ThreadEntry, ThreadSession, ThreadsResult } from '../../api/work-answers.ts';
import { withoutId } from '../../context/lines/context-line.ts';
import { openLines } from '../../context/threads/open-lines.ts';
import { isOwnBranch } from '../../context/threads/relate-sessions.ts';
import { type Thread, threadsOf } from '../../context/threads/thread.ts';
import { filesWorkedOn } from '../../context/threads/thread-files.ts';
import { type WorkedSession, workedSessions } from '../../context/threads/worked-session.ts';
import { withoutOutcome } from '../../core/model/describe-outcome.ts';
import type { SessionId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { sessionTitles, untitled } from '../../retrieval/entries/session-titles.ts';
import type { FilterEnvironment } from '../../retrieval/query/resolve-filter.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';

const FILES = 8;

/** The threads of a project, the most recently active first; none where there is no project. */
export async function findThreads(
  store: Store,
  { project: named, cwd }: ReadInput<'threads'>,
  { now, userHome }: FilterEnvironment,
): Promise<ThreadsResult> {
  const project = await selectProject(store, named ?? cwd, userHome);
  if (project === undefined) return { threads: [], notes: [] };
  const row = (await store.log.projects()).find(({ id }) => id === project);
  const worked = await workedSessions(store, { project, now, occasion: 'start', budget: 0 });
  const titles = await sessionTitles(
    store,
    worked.map(({ session }) => session.id),
  );
  const threads: ThreadEntry[] = [];
  for (const thread of threadsOf(worked)) threads.push(await threadEntry(store, thread, titles));
  return { ...(row === undefined ? {} : { project: { id: row.id, name: row.name } }), threads, notes: [] };
}

async function threadEntry(
  store: Store,
  { sessions, state }: Thread,
  titles: ReadonlyMap<SessionId, string>,
): Promise<ThreadEntry> {
  const [last] = sessions;
  const { branch, lastAt } = last.session;
  const left = (await openLines(store, last, false)).toSorted((one, other) => other.worth - one.worth);
  const shown = sessions.map((one) => threadSession(one, titles));
  return {
    title: withoutOutcome(shown[0]?.title ?? ''),
    state,
    ...(isOwnBranch(branch) ? { branch } : {}),
    sessions: shown,
    open: left.map((line) => ({ text: withoutId(line), ids: [line.id] })),
    files: (await filesWorkedOn(store, sessions, undefined)).slice(0, FILES),
    lastAt: isoTime(lastAt),
  };
}

function threadSession(
  { session, checkpoint, summary }: WorkedSession,
  titles: ReadonlyMap<SessionId, string>,
): ThreadSession {
  const { id, agent, startedAt, lastAt } = session;
  return {
    id,
    agent,
    title: titles.get(id) ?? untitled(session, checkpoint),
    startedAt: isoTime(startedAt),
    lastAt: isoTime(lastAt),
    ...omitUndefined({ outcome: summary?.outcome }),
  };
}
