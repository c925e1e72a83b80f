import type { Git } from './run-git.ts';

/** Git compares in one way only, whatever a repository or its attributes say: whole lines, without context. */
const PATCH = [
  'diff-tree',
  '-p',
  '-U0',
  '--text',
  '--no-renames',
  '--full-index',
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--src-prefix=a/',
  '--dst-prefix=b/',
];

/** What changed from a commit to another. */
export interface CommitRange {
  base: string;
  tip: string;
}

/**
 * What each of some commits changed in a file against its first parent, as text that `readPatchIds` takes; a commit that did
 * not change it, and a merge, gives nothing.
 */
export async function readPatches(git: Git, path: string, hashes: readonly string[]): Promise<string> {
  if (hashes.length === 0) return '';
  return (await git([...PATCH, '--root', '--stdin', '--', path], `${hashes.join('\n')}\n`)) ?? '';
}

/** What a range as a whole changed in a file, as if its tip had been made in one commit. */
export async function readRangePatch(git: Git, path: string, { base, tip }: CommitRange): Promise<string> {
  const patch = (await git([...PATCH, base, tip, '--', path])) ?? '';
  return patch === '' ? '' : `${tip}\n${patch}`;
}

/**
 * The stable patch ids of patches by their commits: the same for the same lines, wherever in the file and in whatever order of
 * files they are, and whatever white space they hold (`git patch-id --stable`).
 */
export async function readPatchIds(git: Git, patches: string): Promise<Map<string, string>> {
  if (patches.trim() === '') return new Map();
  const printed = (await git(['patch-id', '--stable'], patches)) ?? '';
  const rows = printed.split('\n').map((row) => row.split(' '));
  return new Map(rows.flatMap(([id, commit]) => (id && commit ? [[commit, id] as const] : [])));
}
