import { join } from 'node:path';
import { isRegularFile } from '../../platform/files.ts';
import { findGit } from '../../platform/git-text.ts';
import { uncommittedOf } from '../../projects/uncommitted.ts';
import { nameFiles } from '../../retrieval/entries/name-files.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, factLine } from '../lines/context-line.ts';
import type { Thread } from './thread.ts';
import type { WorkedSession } from './worked-session.ts';

const FILES = 16;
const FILES_LEAST = 4;
const FILES_CHARS = 560;
const WORTH = 800;
/** Upper bounds on the sessions, and on the calls of each, that are looked through for files that were read. */
const READ = { sessions: 3, calls: 200 } as const;
/** How much an edit of a file counts against reading it. */
const EDIT = 3;

/** What a thread left uncommitted, and the files that it worked on most, in one line. */
export async function filesLine(
  store: Store,
  sessions: Thread['sessions'],
  cwd: string | undefined,
): Promise<ContextLine[]> {
  const [last] = sessions;
  const left = cwd === undefined ? [] : ((await uncommittedOf(store, last.session, { cwd }))?.files ?? []);
  const others = (await filesWorkedOn(store, sessions, cwd)).filter((path) => !left.includes(path));
  const parts = [
    ...(left.length === 0 ? [] : [`Not committed: ${nameFiles(left.slice(0, FILES), FILES_CHARS)}`]),
    ...(others.length === 0
      ? []
      : [`Worked on most: ${nameFiles(others.slice(0, Math.max(FILES - left.length, FILES_LEAST)), FILES_CHARS)}`]),
  ];
  if (parts.length === 0) return [];
  return [
    factLine(last.checkpoint, {
      section: 'files',
      worth: WORTH,
      text: parts.join('. '),
      why: 'The files that were worked on',
    }),
  ];
}

/**
 * The project's files of some sessions by number of edits and reads, those of earlier sessions counting less; with `cwd`
 * those that are there.
 */
export async function filesWorkedOn(
  store: Store,
  sessions: readonly WorkedSession[],
  cwd: string | undefined,
): Promise<string[]> {
  const counts = new Map<string, number>();
  const add = (path: string, n: number): unknown => counts.set(path, (counts.get(path) ?? 0) + n);
  for (const [i, one] of sessions.entries()) {
    const { filesChanged, files = [] } = one.checkpoint.detail.checkpoint;
    for (const [n, path] of filesChanged.entries()) {
      if (files[n]?.how !== 'deleted') add(path, (EDIT * (files[n]?.edits ?? 1)) / (i + 1));
    }
    if (i < READ.sessions) for (const path of await readIn(store, one)) add(path, 1 / (i + 1));
  }
  const paths = [...counts].toSorted(([, one], [, other]) => other - one).map(([path]) => path);
  const root = cwd === undefined ? undefined : (findGit(cwd)?.worktree ?? cwd);
  const isThere = (path: string): boolean => root === undefined || isRegularFile(join(root, path));
  return paths
    .filter((path) => !path.startsWith('/'))
    .slice(0, 2 * FILES)
    .filter(isThere);
}

/** The files that a session read, once for each time. */
async function readIn(store: Store, { session }: WorkedSession): Promise<string[]> {
  const calls = await store.items.heads({ session: session.id, kinds: ['observation'] }, { limit: READ.calls });
  return calls.flatMap(({ filesRead }) => filesRead);
}
