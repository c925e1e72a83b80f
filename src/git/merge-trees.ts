import { CairnError } from '../core/errors.ts';
import type { Git } from './run-git.ts';
import { run } from './run-or-throw.ts';

/** Files of a commit by their paths: mode, kind, id and size of each, as git prints them. */
export type TreeFiles = ReadonlyMap<string, string>;

/** What was before two sides went on, both sides, and whose files are whose. */
export interface MergeOptions {
  base: TreeFiles;
  ours: TreeFiles;
  theirs: TreeFiles;
  /** Whether this home wrote the file of a path. */
  isOwn: (path: string) => boolean;
  /** The path of the file that any home may make. */
  common: string;
}

const REGULAR_WITH_BYTES = /^100\d{3} blob \S+ +[1-9]/;
const REGULAR_OR_LINK = /^1[02]\d{4} blob /;
const SUBMODULE = /^160000 /;
const LINK = /^120000 /;
/** An id that names nothing, which no index holds. */
const NULL_ID = /^\S+ \S+ 0+ /;
/** A path of which git may be asked: of names, in one line, and with nothing that is a drive to some systems. */
const ASKED = /^(?!.*(?:^|\/)\.{0,2}(?:\/|$))[^\n\\:]+$/;
/** Names of links that every git takes on every system. */
const PLAIN = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/** The files, links and submodules of a commit that git can hold; none for one that is not there. */
export async function filesOf(git: Git, commit: string): Promise<TreeFiles> {
  if (commit === '') return new Map();
  const lines = (await run(git, ['ls-tree', '-r', '-z', '--long', '--full-tree', commit])).split('\0');
  const files = lines
    .map((line): [string, string] => [afterTab(line), line.slice(0, line.indexOf('\t'))])
    .filter(([path, entry]) => path !== '' && !NULL_ID.test(entry));
  // An entry may say that another kind of object is a file.
  const named = files.filter(([, entry]) => REGULAR_OR_LINK.test(entry));
  const kinds = await run(
    git,
    ['cat-file', '--batch-check=%(objecttype)'],
    named.map(([, entry]) => `${idOf(entry)}\n`).join(''),
  );
  const wrong = kinds
    .split('\n')
    .map((kind, i) => (kind === 'tree' || kind === 'commit' || kind === 'tag' ? named[i]?.[0] : undefined));
  const isWrong = new Set(wrong);
  return new Map(files.filter(([path]) => !isWrong.has(path)));
}

/**
 * One tree of two, whatever others pushed: nothing is in conflict. Own files that changed, or that others have no more, are as they
 * are here; the common one is as others have it, and stays where they removed it. What else was changed here stays unless others
 * changed it, too. Contents are not merged, and a file is what its path says: a renamed one is another.
 */
export function mergeTrees({ base, ours, theirs, isOwn, common }: MergeOptions): TreeFiles {
  const merged = new Map(theirs);
  const held = new Set<string>();
  for (const path of new Set([...base.keys(), ...ours.keys()])) {
    const [was, here, there] = [base.get(path), ours.get(path), theirs.get(path)];
    const isOurs = path === common ? false : isOwn(path);
    const isKept =
      path === common || isOurs
        ? here !== undefined && ((isOurs && here !== was) || !hasBytes(there))
        : here !== was && (there === was || there === undefined);
    if (isOurs || path === common) held.add(path);
    if (isKept && here !== undefined) merged.set(path, here);
    else if (isKept) merged.delete(path);
  }
  return withoutFilesInTheWay(merged, held);
}

/** Writes a tree by the index, and says its name. Paths that git does not take, such as `.git/config`, are left out. */
export async function writeTree(git: Git, files: TreeFiles): Promise<string> {
  if (!(await enter(git, [...files]))) {
    const taken = await pathsThatGitTakes(git, [...files.keys()]);
    const entries = [...files].filter(([path, entry]) => taken.has(path) && (!LINK.test(entry) || PLAIN.test(path)));
    if (!(await enter(git, entries))) {
      throw new CairnError('damaged', 'Git cannot hold what others pushed, so nothing was taken in.', {
        fix: 'git log origin in the checkout of sync, and set the branch there back to a commit that was good',
      });
    }
  }
  return (await run(git, ['write-tree'])).trim();
}

/** Whether a path is that of another repository's commit. */
export function isSubmodule(entry: string | undefined): boolean {
  return entry !== undefined && SUBMODULE.test(entry);
}

/** Whether an entry is a file, and no link or submodule. */
export function isFile(entry: string | undefined): boolean {
  return /^100/.test(entry ?? '');
}

/** The id of what an entry names; empty for none. */
export function idOf(entry: string | undefined): string {
  return entry?.split(' ', 3)[2] ?? '';
}

/** Whether the index takes all of these, and nothing else is in it now. */
async function enter(git: Git, entries: readonly (readonly [string, string])[]): Promise<boolean> {
  await run(git, ['read-tree', '--empty']);
  const lines = entries.map(([path, entry]) => `${entry.split(/ +/).slice(0, 3).join(' ')}\t${path}\0`);
  return (await git(['update-index', '--add', '-z', '--index-info'], lines.join(''))) !== undefined;
}

/** Those of which git says that it removed them from an index; it passes others over. */
async function pathsThatGitTakes(git: Git, paths: readonly string[]): Promise<Set<string>> {
  const asked = paths.filter((path) => ASKED.test(path));
  const words = ['update-index', '--verbose', '--force-remove', '-z', '--stdin'];
  const lines = new Set((await run(git, words, asked.map((path) => `${path}\0`).join(''))).split('\n'));
  return new Set(asked.filter((path) => lines.has(`remove '${path}'`)));
}

/** The folders in which a path lies, the outermost first. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join('/'));
}

/** A file goes that is named like a folder in which another lies, unless it is one of those that are held. */
function withoutFilesInTheWay(files: Map<string, string>, held: ReadonlySet<string>): TreeFiles {
  for (const path of [...files.keys()]) {
    const inTheWay = foldersOf(path).filter((folder) => files.has(folder));
    if (inTheWay.some((folder) => held.has(folder))) files.delete(path);
    else for (const folder of inTheWay) files.delete(folder);
  }
  return files;
}

function hasBytes(entry: string | undefined): boolean {
  return entry !== undefined && REGULAR_WITH_BYTES.test(entry);
}

function afterTab(line: string): string {
  return line.slice(line.indexOf('\t') + 1);
}
