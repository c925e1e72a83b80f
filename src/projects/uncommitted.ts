import { join } from 'node:path';
import { isRegularFile } from '../platform/files.ts';
import { type GitLogEntry, readGitLog } from '../platform/git-log.ts';
import { findGit, type GitFolders } from '../platform/git-text.ts';
import type { SessionRow } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';

const ITEMS_MAX = 500;
const FILES_MAX = 30;
/** Moves of HEAD that leave changed files as they are. */
const KEEPS_CHANGES = /^(?:checkout|Branch)\b/;

/** Files that a session left changed and uncommitted. */
export interface Uncommitted {
  /** Paths relative to the work tree, last changed first; at most 30. */
  files: string[];
}

/**
 * The files that a session changed after its last commit, when its work tree's `logs/HEAD` shows that nothing was
 * committed, pulled, merged, reset or stashed since each was changed, and they are there. `undefined` without any, and
 * when it cannot be known: no log, another repository than that of `cwd`, a work tree that is gone.
 * @example
 * const left = await uncommittedOf(store, session, { cwd: request.cwd });
 * if (left !== undefined) say(`Not committed: ${left.files.join(', ')}`);
 */
export async function uncommittedOf(
  store: Pick<Store, 'items'>,
  session: SessionRow,
  { cwd }: { cwd: string },
): Promise<Uncommitted | undefined> {
  const git = workTreeOf(session.cwd ?? cwd, cwd);
  const log = git === undefined ? undefined : readGitLog(git);
  if (git === undefined || log === undefined) return undefined;
  const changed = await changedAfterCommit(store, session);
  const last = lastMove(log.entries);
  const files = [...changed]
    .filter(([file, at]) => at > last && isRegularFile(join(git.worktree, file)))
    .slice(0, FILES_MAX)
    .map(([file]) => file);
  return files.length === 0 ? undefined : { files };
}

/** The work tree that a session worked in, when it is one of the repository at hand. */
function workTreeOf(sessionFolder: string, cwd: string): GitFolders | undefined {
  const [own, here] = [findGit(sessionFolder), findGit(cwd)];
  return own !== undefined && own.common === here?.common ? own : undefined;
}

/** The end of the second in which HEAD last moved in a way that changed what is committed; 0 for never. */
function lastMove(entries: readonly GitLogEntry[]): number {
  const last = entries.findLast(({ by }) => !KEEPS_CHANGES.test(by));
  return last === undefined ? 0 : last.at + 999;
}

/** Files changed after a session's last commit, each with the time of its last change, last changed first. */
async function changedAfterCommit(store: Pick<Store, 'items'>, session: SessionRow): Promise<Map<string, number>> {
  const filter = { session: session.id, kinds: ['observation', 'commit'] as const };
  const changed = new Map<string, number>();
  for (const { kind, at, filesChanged } of await store.items.heads(filter, { limit: ITEMS_MAX })) {
    if (kind === 'commit') break;
    for (const file of filesChanged) if (isWithin(file) && !changed.has(file)) changed.set(file, at);
  }
  return changed;
}

/** True for a path within the work tree. */
function isWithin(file: string): boolean {
  return !/^(?:[/~\\]|[A-Za-z]:)/.test(file) && !file.split('/').includes('..');
}
