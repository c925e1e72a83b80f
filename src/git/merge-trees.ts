import { run } from './own-settings.ts';
import type { Git } from './run-git.ts';

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
/** Names that every git takes on every system. */
const PLAIN = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/** The files of a commit; none for one that is not there. */
export async function filesOf(git: Git, commit: string): Promise<TreeFiles> {
  if (commit === '') return new Map();
  const lines = (await run(git, ['ls-tree', '-r', '-z', '--long', '--full-tree', commit])).split('\0');
  return new Map(
    lines.filter((line) => line !== '').map((line) => [afterTab(line), line.slice(0, line.indexOf('\t'))]),
  );
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

/** Writes a tree by the index, and says its name; names that git does not take are left out, and with them all unusual ones. */
export async function writeTree(git: Git, files: TreeFiles): Promise<string> {
  const enter = async (entries: readonly (readonly [string, string])[]): Promise<boolean> => {
    await run(git, ['read-tree', '--empty']);
    const lines = entries.map(([path, entry]) => `${entry.split(/ +/).slice(0, 3).join(' ')}\t${path}\0`);
    return (await git(['update-index', '--add', '-z', '--index-info'], lines.join(''))) !== undefined;
  };
  if (!(await enter([...files]))) await enter([...files].filter(([path]) => PLAIN.test(path)));
  return (await run(git, ['write-tree'])).trim();
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
