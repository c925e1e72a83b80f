import { uncommittedOf } from '../../projects/uncommitted.ts';
import { nameFiles } from '../../retrieval/entries/name-files.ts';
import type { Store } from '../../store/contract/store.ts';
import { type ContextLine, factLine } from '../lines/context-line.ts';
import type { Thread } from './thread.ts';

const FILES = 8;
const FILES_LEAST = 3;
const FILES_CHARS = 300;
const WORTH = 800;

/** What a thread left uncommitted, and the files that it worked on most, in one line. */
export async function filesLine(
  store: Store,
  sessions: Thread['sessions'],
  cwd: string | undefined,
): Promise<ContextLine[]> {
  const [last] = sessions;
  const left = cwd === undefined ? [] : ((await uncommittedOf(store, last.session, { cwd }))?.files ?? []);
  const others = workedOnMost(sessions).filter((path) => !left.includes(path));
  const parts = [
    ...(left.length === 0 ? [] : [`Not committed: ${nameFiles(left.slice(0, FILES), FILES_CHARS)}`]),
    ...(others.length === 0
      ? []
      : [`Worked on most: ${nameFiles(others.slice(0, Math.max(FILES - left.length, FILES_LEAST)), FILES_CHARS)}`]),
  ];
  if (parts.length === 0) return [];
  return [factLine(last.checkpoint, { section: 'files', worth: WORTH, text: parts.join('. ') })];
}

/** The files of some sessions by number of edits, those of earlier sessions counting less. */
function workedOnMost(sessions: Thread['sessions']): string[] {
  const counts = new Map<string, number>();
  for (const [i, { checkpoint }] of sessions.entries()) {
    const { filesChanged, files = [] } = checkpoint.detail.checkpoint;
    for (const [n, path] of filesChanged.entries()) {
      if (files[n]?.how === 'deleted') continue;
      counts.set(path, (counts.get(path) ?? 0) + (files[n]?.edits ?? 1) / (i + 1));
    }
  }
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([path]) => path);
}
