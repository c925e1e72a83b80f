import { lstatSync, type Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { namesIn, removeFile } from '../platform/files.ts';
import { foldersOf, type TreeFiles, writeTree } from './merge-trees.ts';
import { run } from './own-settings.ts';
import type { Git } from './run-git.ts';

/** From which files to which ones a checkout goes. */
export interface WriteOptions {
  worktree: string;
  from: TreeFiles;
  to: TreeFiles;
  /** Whether a path is that of a file of sync, which is nobody's work. */
  isOfSync: (path: string) => boolean;
}

/**
 * Writes the files of a checkout that others changed; false where git does not. A file on which its person works, or which lies
 * where another would come to, stays, and git shows it as changed.
 */
export async function writeCheckout(git: Git, options: WriteOptions): Promise<boolean> {
  const { from, to } = options;
  const before = await writeTree(git, from);
  await git(['update-index', '-q', '--refresh']);
  const changed = ((await git(['diff-files', '-z', '--name-only'])) ?? '').split('\0');
  const left = leftAlone(options, new Set(changed));
  const written = new Map(to);
  for (const path of left) {
    const entry = from.get(path);
    if (entry === undefined) written.delete(path);
    else written.set(path, entry);
  }
  const after = await writeTree(git, written);
  await run(git, ['read-tree', before]);
  await git(['update-index', '-q', '--refresh']);
  return (await git(['read-tree', '-m', '-u', before, after])) !== undefined;
}

/** The paths at which something of the person lies. Files of sync that are not as they were make room. */
function leftAlone({ worktree, from, to, isOfSync }: WriteOptions, changed: ReadonlySet<string>): Set<string> {
  const left = new Set<string>();
  const isGoing = (path: string): boolean =>
    from.has(path) && !to.has(path) && !left.has(path) && (!changed.has(path) || isOfSync(path));
  const paths = new Set([...from.keys(), ...to.keys()]);
  for (const path of [...paths].filter((one) => from.get(one) !== to.get(one)).sort()) {
    const above = foldersOf(path).find((folder) => lookAt(worktree, folder)?.isDirectory() === false);
    if (above !== undefined) {
      if (!isGoing(above)) left.add(path);
      continue;
    }
    const there = lookAt(worktree, path);
    if (there === undefined || (from.has(path) && !changed.has(path))) continue;
    if (there.isDirectory()) {
      if (!filesBelow(worktree, path).every(isGoing)) left.add(path);
    } else if (isOfSync(path)) removeFile(join(worktree, path));
    else left.add(path);
  }
  return left;
}

function lookAt(worktree: string, path: string): Stats | undefined {
  return lstatSync(join(worktree, path), { throwIfNoEntry: false });
}

/** All that lies below a folder and is none. */
function filesBelow(worktree: string, folder: string): string[] {
  return namesIn(join(worktree, folder)).flatMap((name) => {
    const path = relative(worktree, join(worktree, folder, name)).replaceAll(sep, '/');
    return lookAt(worktree, path)?.isDirectory() === true ? filesBelow(worktree, path) : [path];
  });
}
