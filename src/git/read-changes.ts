import type { Git } from './run-git.ts';

/** What a commit changed in a file. */
export interface CommittedChange {
  path: string;
  /** The path before, where it was renamed. */
  from?: string;
  /** Lines that it added, without their first sign. */
  added: string[];
}

const FILES_MAX = 40;
const LINES_MAX = 4_000;

/** What a commit changed against its first parent, at most 40 files; nothing for a merge. */
export async function readChanges(git: Git, hash: string): Promise<CommittedChange[]> {
  const args = [
    'diff-tree',
    '-p',
    '-U0',
    '-M',
    '--root',
    '--no-commit-id',
    '--no-ext-diff',
    '--no-textconv',
    '--no-color',
  ];
  return parseChanges((await git([...args, '--src-prefix=a/', '--dst-prefix=b/', hash])) ?? '');
}

/** Reads a patch without context. */
export function parseChanges(patch: string): CommittedChange[] {
  const changes: CommittedChange[] = [];
  let from: string | undefined;
  let isInHunk = false;
  for (const line of patch.split('\n')) {
    const last = changes.at(-1);
    if (line.startsWith('diff --git ')) {
      isInHunk = false;
      from = undefined;
    } else if (line.startsWith('@@ ')) isInHunk = true;
    else if (isInHunk) {
      if (line.startsWith('+') && last !== undefined && last.added.length < LINES_MAX) last.added.push(line.slice(1));
    } else if (line.startsWith('rename from ')) from = line.slice('rename from '.length);
    else if (line.startsWith('rename to '))
      changes.push({ path: line.slice('rename to '.length), from: from ?? '', added: [] });
    else if (line.startsWith('+++ b/') && from === undefined)
      changes.push({ path: line.slice('+++ b/'.length), added: [] });
  }
  return changes.slice(0, FILES_MAX);
}
