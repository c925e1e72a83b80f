import { join, relative, sep } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { findGit } from '../platform/git-text.ts';
import { filesOf, idOf, isFile, type MergeOptions, mergeTrees, type TreeFiles, writeTree } from './merge-trees.ts';
import { type Checkout, withOwnSettings } from './own-settings.ts';
import type { GitPerson } from './run-git.ts';
import { run } from './run-or-throw.ts';
import { type WriteOptions, writeCheckout } from './write-checkout.ts';

/** A folder of sync that is the checkout of a git repository. */
export interface ExchangeOptions {
  folder: string;
  /** The files in it that this home wrote, by their names in the folder: they alone are committed. */
  own: () => readonly string[];
  /** The file that any home may make: where two did, the one that was pushed first holds. */
  common: string;
  /** Whether a name in the folder is that of a file of sync, of whichever home. */
  isShared: (name: string) => boolean;
  variables: GitPerson;
  /** A folder of the person alone, for a git folder of Cairn's own. */
  scratch: string;
  signal?: AbortSignal | undefined;
}

/** Fetching what others pushed into the checkout, and pushing what was added there. */
export interface FolderExchange {
  /** Returns how many files of others were left unwritten, since this system makes no file of them or has no room. */
  fetch(): Promise<number>;
  publish(): Promise<void>;
}

/** Attempts to push when others push at the same time. */
const ATTEMPTS = 4;
const WHO = ['-c', 'user.name=cairn sync', '-c', 'user.email=sync@cairn.invalid', '-c', 'commit.gpgSign=false'];
const MERGED = 'cairn sync: merged';
const COMMIT = [...WHO, 'commit', '-q', '--no-verify'];

/**
 * Opens the exchange of a checkout with its remote `origin`. What others pushed is taken in file by file
 * (`mergeTrees`), also where they rewrote the branch. Throws `unsupported` for a folder that is no checkout, `not_running` where the
 * remote cannot be reached.
 */
export function openExchange(options: ExchangeOptions): FolderExchange {
  const { folder, own: ownNames, common, isShared, variables, scratch, signal } = options;
  const folders = findGit(folder);
  if (folders === undefined) {
    throw new CairnError('unsupported', `${folder} is no checkout of a git repository.`, {
      fix: 'git clone ADDRESS FOLDER, then: cairn sync add FOLDER --git',
    });
  }
  const pathOf = (name: string): string => join(relative(folders.worktree, folder), name).replaceAll(sep, '/');
  const isOfSync = (path: string): boolean =>
    isShared(relative(folder, join(folders.worktree, path)).replaceAll(sep, '/'));
  const work = <Done>(what: (at: Checkout, of: Owned) => Promise<Done>): Promise<Done> =>
    withOwnSettings({ folders, variables, scratch, signal, isOfSync }, async (at) => {
      const paths = ownNames().map(pathOf);
      // First, so that the merge knows them.
      await commit(at, { worktree: folders.worktree, paths });
      const own = new Set(paths);
      const isOwn = (path: string): boolean => own.has(path);
      return what(at, { common: pathOf(common), isOwn, worktree: folders.worktree, isOfSync });
    });
  const fetch = async (at: Checkout, of: Owned): Promise<number> => {
    await at.writeLeft();
    return fetchAndMerge(at, of);
  };
  return { fetch: () => work(fetch), publish: () => work(push) };
}

/** Whose the paths of the repository are. */
type Owned = Pick<MergeOptions, 'isOwn' | 'common'> & Pick<WriteOptions, 'worktree' | 'isOfSync'>;

async function push(at: Checkout, of: Owned): Promise<void> {
  const words = ['push', '-q', '--no-recurse-submodules', 'origin', `HEAD:refs/heads/${at.branch}`];
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    if ((await at.reach(words)) !== undefined) return;
    await fetchAndMerge(at, of);
  }
  await run(at.reach, words);
}

async function fetchAndMerge({ git, reach, branch, settle }: Checkout, of: Owned): Promise<number> {
  // A pattern may match nothing, as in a repository to which nobody has pushed.
  const refs = `+refs/heads/${branch}*:refs/remotes/origin/${branch}*`;
  await run(reach, ['fetch', '-q', '--no-tags', '--no-recurse-submodules', 'origin', refs]);
  const commitOf = async (...args: string[]): Promise<string> => ((await git(args)) ?? '').trim();
  const remote = await commitOf('rev-parse', '--verify', '-q', `refs/remotes/origin/${branch}^{commit}`);
  const head = await commitOf('rev-parse', '--verify', '-q', 'HEAD');
  if (remote === '' || remote === head) return 0;
  const [ours, theirs] = [await filesOf(git, head), await filesOf(git, remote)];
  // A checkout that has lost the common file has lost what came with it, too, and did not remove it.
  const isLost = head === '' || (theirs.has(of.common) && !ours.has(of.common));
  const met = head === '' ? '' : (await commitOf('merge-base', head, remote)).slice(0, remote.length);
  const base = isLost ? '' : met;
  if (base === remote) return 0;
  const merged = mergeTrees({ ...of, base: await filesOf(git, base), ours, theirs });
  const tree = await writeTree(git, merged);
  const to = await filesOf(git, tree);
  assertHeld(of, { ours, merged, to });
  const isAhead = met === head && tree === (await commitOf('rev-parse', `${remote}^{tree}`));
  const parents = [head, remote].filter((id) => id !== '').flatMap((id) => ['-p', id]);
  const commit = isAhead ? remote : (await run(git, [...WHO, 'commit-tree', tree, ...parents, '-m', MERGED])).trim();
  const unwritten = await writeCheckout(git, { worktree: of.worktree, from: ours, to, isOfSync: of.isOfSync });
  if (unwritten.some((path) => of.isOfSync(path) && isFile(to.get(path)))) {
    throw new CairnError('unwritable', 'What others pushed cannot be written to the checkout of sync.', {
      fix: 'Look whether the disk is full, and whether you may write to that folder. What came is taken in later.',
    });
  }
  await run(git, ['update-ref', `refs/heads/${branch}`, commit]);
  await run(git, ['read-tree', commit]);
  await settle(unwritten);
  return unwritten.length;
}

/** Throws where a tree would lack what this home wrote, or the common file: no commit may take them from others. */
function assertHeld(of: Owned, { ours, merged, to }: Record<'ours' | 'merged' | 'to', TreeFiles>): void {
  const held = [...ours.keys()].filter((path) => path === of.common || of.isOwn(path));
  if (held.every((path) => to.has(path) && idOf(to.get(path)) === idOf(merged.get(path)))) return;
  throw new CairnError(
    'damaged',
    'What others pushed leaves no place for the files of this home, so nothing was taken in.',
    {
      fix: 'git log origin in the checkout of sync, and set the branch there back to a commit that was good',
    },
  );
}

/** Commits the own files, byte by byte, whatever an ignore file says of them, and nothing else that lies in the folder. */
async function commit({ git, settle }: Checkout, own: { worktree: string; paths: readonly string[] }): Promise<void> {
  const { worktree, paths } = own;
  if (paths.length === 0) return;
  const files = paths.map((path) => `${join(worktree, path)}\n`).join('');
  const blobs = (await run(git, ['hash-object', '-w', '--no-filters', '--stdin-paths'], files)).split('\n');
  const entries = paths.map((path, i) => `100644 ${blobs[i]}\t${path}\0`).join('');
  await run(git, ['update-index', '--add', '--replace', '-z', '--index-info'], entries);
  const isSame = (await git(['diff', '--cached', '--quiet'])) !== undefined;
  if (isSame) return;
  await run(git, [...COMMIT, '-m', 'cairn sync']);
  await settle();
}
