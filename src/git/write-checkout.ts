import { lstatSync, mkdirSync, rmdirSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { namesIn, removeFile } from '../platform/files.ts';
import { foldersOf, isSubmodule, type TreeFiles, writeTree } from './merge-trees.ts';
import type { Git } from './run-git.ts';
import { run } from './run-or-throw.ts';

/** From which files to which ones a checkout goes. */
export interface WriteOptions {
  worktree: string;
  from: TreeFiles;
  to: TreeFiles;
  /** Whether a path is that of a file of sync, which is nobody's work. */
  isOfSync: (path: string) => boolean;
}

/** What lies at a path: `unseen` where the file system does not say, as of a name that is too long for it. */
type PathState = 'nothing' | 'folder' | 'file' | 'unseen';

/**
 * Writes the files of a checkout that others changed, file by file, over none that lies there. A file on which its person works, or
 * which lies where another would come to, stays, and git shows it as changed. Returns the paths at which nothing could be written:
 * names that are too long, links to nowhere, files for which the disk has no room.
 */
export async function writeCheckout(git: Git, options: WriteOptions): Promise<string[]> {
  const { worktree, from, to, isOfSync } = options;
  await writeTree(git, from);
  const left = leftAlone(options, new Set(await changedFiles(git)));
  const paths = [...new Set([...from.keys(), ...to.keys()])].filter(
    (path) => from.get(path) !== to.get(path) && !left.has(path),
  );
  for (const path of paths.filter((one) => from.has(one))) removeTracked(worktree, path);
  const written = paths.filter((path) => to.has(path)).sort((a, b) => Number(isOfSync(b)) - Number(isOfSync(a)));
  await writeTree(git, to);
  return writeFiles(git, { worktree, paths: written });
}

/** Tries once more to write files of a checkout, where nothing lies; returns the paths of those that are there then. */
export async function writeMissing(git: Git, of: Record<'worktree', string> & { paths: readonly string[] }) {
  const paths = of.paths.filter((path) => look(of.worktree, path) === 'nothing');
  const unwritten = new Set(paths.length === 0 ? [] : await writeFiles(git, { ...of, paths }));
  return paths.filter((path) => !unwritten.has(path));
}

/** Writes files of the index where nothing lies. Returns the paths of those that were not written, of which no part is left. */
async function writeFiles(
  git: Git,
  { worktree, paths }: { worktree: string; paths: readonly string[] },
): Promise<string[]> {
  const ready = paths.filter((path) => makeFoldersOf(worktree, path));
  // It fails where one of them cannot be written, and writes the others.
  await git(['checkout-index', '-q', '-z', '--stdin'], ready.map((path) => `${path}\0`).join(''));
  const differing = new Set(await changedFiles(git));
  const unwritten = paths.filter((path) => differing.has(path) || look(worktree, path) === 'unseen');
  // Where upper and lower case are one, the file of another name lies there.
  for (const path of unwritten) if (isNamedSo(worktree, path)) removeTracked(worktree, path);
  return unwritten;
}

/** Whether a file of exactly this name lies at a path. */
function isNamedSo(worktree: string, path: string): boolean {
  return look(worktree, path) === 'file' && namesIn(dirname(join(worktree, path))).includes(basename(path));
}

/** The paths of the index at which something else lies, or nothing. */
async function changedFiles(git: Git): Promise<string[]> {
  // It fails where a file is not as the index has it.
  await git(['update-index', '-q', '--refresh']);
  return (await run(git, ['diff-files', '-z', '--name-only', '--ignore-submodules=all'])).split('\0');
}

/** The paths at which something of the person lies, and those of submodules. Files of sync that are not as they were make room. */
function leftAlone({ worktree, from, to, isOfSync }: WriteOptions, changed: ReadonlySet<string>): Set<string> {
  const left = new Set<string>();
  const isGoing = (path: string): boolean =>
    from.has(path) && !to.has(path) && !left.has(path) && (!changed.has(path) || isOfSync(path));
  const paths = new Set([...from.keys(), ...to.keys()]);
  for (const path of [...paths].filter((one) => from.get(one) !== to.get(one)).sort()) {
    const above = foldersOf(path).find((folder) => look(worktree, folder) === 'file');
    if (above !== undefined) {
      if (!isGoing(above)) left.add(path);
      continue;
    }
    const there = look(worktree, path);
    if (there === 'nothing' || there === 'unseen') continue;
    if (isSubmodule(from.get(path)) || isSubmodule(to.get(path))) left.add(path);
    else if (there === 'folder') {
      if (!filesBelow(worktree, path).every(isGoing)) left.add(path);
    } else if (from.has(path) && !changed.has(path)) continue;
    else if (isOfSync(path)) removeFile(join(worktree, path));
    else left.add(path);
  }
  return left;
}

function look(worktree: string, path: string): PathState {
  try {
    const stat = lstatSync(join(worktree, path), { throwIfNoEntry: false });
    if (stat === undefined) return 'nothing';
    return stat.isDirectory() ? 'folder' : 'file';
  } catch {
    return 'unseen';
  }
}

/** All that lies below a folder and is none; the folder itself where the system does not show it. */
function filesBelow(worktree: string, folder: string): string[] {
  let names: string[];
  try {
    names = namesIn(join(worktree, folder));
  } catch {
    return [folder];
  }
  return names.flatMap((name) => {
    const path = relative(worktree, join(worktree, folder, name)).replaceAll(sep, '/');
    return look(worktree, path) === 'folder' ? filesBelow(worktree, path) : [path];
  });
}

/** Removes a file that was committed, and the folders that are empty without it. */
function removeTracked(worktree: string, path: string): void {
  if (look(worktree, path) === 'file') removeFile(join(worktree, path));
  for (const folder of [path, ...foldersOf(path).reverse()]) {
    if (look(worktree, folder) === 'folder' && !tries(() => rmdirSync(join(worktree, folder)))) return;
  }
}

/** Whether the folders in which a file belongs are there, which it makes. */
function makeFoldersOf(worktree: string, path: string): boolean {
  return foldersOf(path).every(
    (folder) => look(worktree, folder) === 'folder' || tries(() => mkdirSync(join(worktree, folder))),
  );
}

/** Whether the file system does it. */
function tries(what: () => void): boolean {
  try {
    what();
    return true;
  } catch {
    return false;
  }
}
