import { join, relative, sep } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { findGit } from '../platform/git-text.ts';
import { type Checkout, run, withOwnSettings } from './own-settings.ts';
import type { Git, GitPerson } from './run-git.ts';

/** A folder of sync that is the checkout of a git repository. */
export interface ExchangeOptions {
  folder: string;
  /** The files in it that this home wrote, by their names in the folder: they alone are committed. */
  own: () => readonly string[];
  /** The file that any home may make: where two did, the one that was pushed first holds. */
  common: string;
  variables: GitPerson;
  /** A folder of the person alone, for a git folder of Cairn's own. */
  scratch: string;
  signal?: AbortSignal | undefined;
}

/** Fetching what others pushed into the checkout, and pushing what was added there. */
export interface FolderExchange {
  fetch(): Promise<void>;
  publish(): Promise<void>;
}

/** Attempts to push when others push at the same time. */
const ATTEMPTS = 4;
const WHO = ['-c', 'user.name=cairn sync', '-c', 'user.email=sync@cairn.invalid', '-c', 'commit.gpgSign=false'];
const COMMIT = [...WHO, 'commit', '-q', '--no-verify'];

/**
 * Opens the exchange of a checkout with its remote `origin`. Each home writes files of its own, so that there is nothing to
 * resolve. Throws `unsupported` for a folder that is no checkout, `not_running` where the remote cannot be reached.
 */
export function openExchange({ folder, own, common, variables, scratch, signal }: ExchangeOptions): FolderExchange {
  const folders = findGit(folder);
  if (folders === undefined) {
    throw new CairnError('unsupported', `${folder} is no checkout of a git repository.`, {
      fix: 'git clone ADDRESS FOLDER, then: cairn sync add FOLDER --git',
    });
  }
  const pathOf = (name: string): string => join(relative(folders.worktree, folder), name).replaceAll(sep, '/');
  const work = (what: (at: Checkout, of: Owned) => Promise<void>): Promise<void> =>
    withOwnSettings({ folders, variables, scratch, signal }, async (at) => {
      const paths = own().map(pathOf);
      // First, since a merge writes over no file that is not committed.
      await commit(at, { worktree: folders.worktree, paths });
      await what(at, { common: pathOf(common), paths });
    });
  return { fetch: () => work(fetchAndMerge), publish: () => work(push) };
}

/** Paths in the repository: of the file that any home may make, and of those that this home wrote. */
interface Owned {
  common: string;
  paths: readonly string[];
}

async function push(at: Checkout, of: Owned): Promise<void> {
  const words = ['push', '-q', '--no-recurse-submodules', 'origin', `HEAD:refs/heads/${at.branch}`];
  for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
    if ((await at.reach(words)) !== undefined) return;
    await fetchAndMerge(at, of);
  }
  await run(at.reach, words);
}

async function fetchAndMerge({ git, reach, branch, settle }: Checkout, of: Owned): Promise<void> {
  // A pattern may match nothing, as in a repository to which nobody has pushed.
  const refs = `+refs/heads/${branch}*:refs/remotes/origin/${branch}*`;
  await run(reach, ['fetch', '-q', '--no-tags', '--no-recurse-submodules', 'origin', refs]);
  const remote = `refs/remotes/origin/${branch}`;
  const isThere = (await git(['rev-parse', '--verify', '-q', remote])) !== undefined;
  if (!isThere) return;
  const merge = ['merge', '-q', '--no-edit', '--no-verify', '--allow-unrelated-histories', remote];
  const isMerged = (await git([...WHO, ...merge])) !== undefined || (await resolve(git, of));
  if (isMerged) return settle();
  await git(['merge', '--abort']);
  throw new CairnError('damaged', 'What others pushed cannot be merged: files of sync were changed by hand.', {
    fix: 'git status in that folder; each home adds to files of its own alone',
  });
}

/**
 * Ends a merge in which nothing is left but files that this home wrote, which stay as they are whatever others made of them, and
 * the common one, which is taken as the remote has it; false where more is.
 */
async function resolve(git: Git, { common, paths }: Owned): Promise<boolean> {
  const left = (await git(['diff', '--cached', '--name-only', '--diff-filter=U', '-z'])) ?? '';
  const files = left.split('\0').filter((path) => path !== '');
  if (files.length === 0 || !files.every((path) => path === common || paths.includes(path))) return false;
  for (const path of files) {
    await run(git, ['checkout', '-q', path === common ? '--theirs' : '--ours', '--', path]);
    await run(git, ['add', '-f', '--', path]);
  }
  await run(git, [...COMMIT, '--no-edit']);
  return true;
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
