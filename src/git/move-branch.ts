import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CairnError } from '../core/errors.ts';
import type { Git } from './run-git.ts';
import { run } from './run-or-throw.ts';

/** What git leaves in its folder while a person has a merge or the like to finish. */
const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

/** From where to where a person's branch goes. */
export interface BranchMove {
  branch: string;
  /** The commit on which it stands; empty before the first. */
  from: string;
  to: string;
  /** Whether a path is that of a file of sync, of which nothing counts as staged. */
  isOfSync: (path: string) => boolean;
  /** Paths that the checkout lacks, and does not lose by the next commit there. */
  unwritten: readonly string[];
}

/** Throws `unsupported` where the person has a merge or the like to finish: its marks hold for the commit on which it began. */
export async function assertNothingUnderWay(there: Git, gitFolder: string): Promise<void> {
  const isMarked = UNDER_WAY.some((name) => existsSync(join(gitFolder, name)));
  if (!isMarked && (await run(there, ['ls-files', '--unmerged', '-z'])) === '') return;
  throw new CairnError(
    'unsupported',
    'A merge or the like is under way in the checkout of sync, which waits for its end.',
    {
      fix: 'git status in that folder says how to finish it, or to take it back',
    },
  );
}

/** Tells a person's git where the branch is now, by what differs between the commits alone: what they staged stays staged. */
export async function moveBranch(there: Git, { branch, from, to, isOfSync, unwritten }: BranchMove): Promise<void> {
  const before = from === '' ? (await run(there, ['mktree'])).trim() : from;
  const words = ['diff-index', '--cached', '--name-only', '-z', '--ignore-submodules=none', before];
  const staged = (await run(there, words)).split('\0').filter((path) => path !== '' && !isOfSync(path));
  const isFree = (path: string): boolean =>
    !staged.some((one) => one === path || one.startsWith(`${path}/`) || path.startsWith(`${one}/`));
  const changes = await changesBetween(there, before, to);
  // What goes makes room for what comes.
  const lines = changes
    .filter(({ path }) => isFree(path))
    .sort((a, b) => Number(a.mode !== '0') - Number(b.mode !== '0'))
    .map(({ mode, id, path }) => `${mode} ${id}\t${path}\0`);
  // The index first: a run that ends here finds all as it was, and tells the same once more.
  if (lines.length > 0) await run(there, ['update-index', '--add', '-z', '--index-info'], lines.join(''));
  const marked = unwritten.filter(isFree).map((path) => `${path}\0`);
  if (marked.length > 0) await run(there, ['update-index', '--skip-worktree', '-z', '--stdin'], marked.join(''));
  await run(there, ['update-ref', `refs/heads/${branch}`, to, from]);
}

/** The paths that a checkout lacks without git's saying so. */
export async function leftOut(there: Git): Promise<string[]> {
  const lines = (await run(there, ['ls-files', '-t', '-z'])).split('\0');
  return lines.flatMap((line) => (line.startsWith('S ') ? [line.slice(2)] : []));
}

/** Has git show again what a checkout has of these paths. */
export async function showAgain(there: Git, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await run(there, ['update-index', '--no-skip-worktree', '-z', '--stdin'], paths.map((path) => `${path}\0`).join(''));
}

/** The paths that differ, and what is there in the second one: the mode 0 for nothing. */
async function changesBetween(git: Git, from: string, to: string): Promise<Record<'mode' | 'id' | 'path', string>[]> {
  const words = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--ignore-submodules=none', from, to];
  const parts = (await run(git, words)).split('\0');
  return parts.flatMap((part, i) => {
    const [, mode = '', , id = ''] = part.startsWith(':') && i % 2 === 0 ? part.split(' ') : [];
    return id === '' ? [] : [{ mode: mode === '000000' ? '0' : mode, id, path: parts[i + 1] ?? '' }];
  });
}
