import { join, relative, sep } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { findGit } from '../platform/git-text.ts';
import { type Git, type GitPerson, openGit } from './run-git.ts';

/** A folder of sync that is the checkout of a git repository, and whose keys and settings reach its remote. */
export interface ExchangeOptions {
  folder: string;
  /** The files in it that this home wrote, by their names in the folder: they alone are committed. */
  own: () => readonly string[];
  variables: GitPerson;
  signal?: AbortSignal | undefined;
}

/** Fetching what others pushed into the checkout, and pushing what was added there. */
export interface FolderExchange {
  fetch(): Promise<void>;
  publish(): Promise<void>;
}

const TIMEOUT_MS = 120_000;
/** Attempts to push when others push at the same time. */
const ATTEMPTS = 4;
const WHO = ['-c', 'user.name=cairn sync', '-c', 'user.email=sync@cairn.invalid', '-c', 'commit.gpgSign=false'];
const NEVER = new AbortController().signal;

/**
 * Opens the exchange of a checkout with its remote `origin`. Each home writes files of its own, so that there is nothing to
 * resolve. Throws `unsupported` for a folder that is no checkout, `not_running` where the remote cannot be reached.
 */
export function openExchange({ folder, own, variables, signal = NEVER }: ExchangeOptions): FolderExchange {
  const folders = findGit(folder);
  if (folders === undefined) {
    throw new CairnError('unsupported', `${folder} is no checkout of a git repository.`, {
      fix: 'git clone ADDRESS FOLDER, then: cairn sync add FOLDER --git',
    });
  }
  const open = (helpers: readonly string[]): Git => {
    const git = openGit({ folders, programs: variables.PATH, timeoutMs: TIMEOUT_MS, signal, person: variables });
    return (args, input) => git([...helpers, ...args], input);
  };
  const helped = async (): Promise<Git> => open(await ownHelpers(open([])));
  return {
    fetch: async () => fetchAndMerge(await helped()),
    async publish() {
      const git = await helped();
      await commit(git, { folder, own: own(), prefix: relative(folders.worktree, folder) });
      for (let left = ATTEMPTS; ; left -= 1) {
        const branch = await branchOf(git);
        if ((await git(['push', '-q', 'origin', `HEAD:refs/heads/${branch}`])) !== undefined) return;
        if (left === 1) throw unreachable('push to');
        await fetchAndMerge(git);
      }
    },
  };
}

/** The credential helpers of the person's own settings: those of the repository were taken away. */
async function ownHelpers(git: Git): Promise<string[]> {
  const printed = (await git(['config', '--global', '--get-all', 'credential.helper'])) ?? '';
  const helpers = printed.split('\n').filter((line) => line !== '');
  return helpers.flatMap((helper) => ['-c', `credential.helper=${helper}`]);
}

async function fetchAndMerge(git: Git): Promise<void> {
  if ((await git(['fetch', '-q', '--no-tags', 'origin'])) === undefined) throw unreachable('fetch from');
  const remote = `refs/remotes/origin/${await branchOf(git)}`;
  const isThere = (await git(['rev-parse', '--verify', '-q', remote])) !== undefined;
  if (!isThere) return;
  const merge = ['merge', '-q', '--no-edit', '--no-verify', '--allow-unrelated-histories', remote];
  if ((await git([...WHO, ...merge])) !== undefined) return;
  await git(['merge', '--abort']);
  throw new CairnError('damaged', 'What others pushed cannot be merged: files of sync were changed by hand.', {
    fix: 'git status in that folder; each home adds to files of its own alone',
  });
}

/** What of the folder is committed. `prefix`: the path of the folder in its work tree. */
interface OwnFiles {
  folder: string;
  own: readonly string[];
  prefix: string;
}

/** Commits the own files, byte by byte, whatever an ignore file says of them, and nothing else that lies in the folder. */
async function commit(git: Git, { folder, own, prefix }: OwnFiles): Promise<void> {
  if (own.length === 0) return;
  const paths = own.map((name) => `${join(folder, name)}\n`).join('');
  const blobs = (await git(['hash-object', '-w', '--no-filters', '--stdin-paths'], paths))?.trim().split('\n') ?? [];
  if (blobs.length !== own.length) throw unreachable('add to');
  const entries = own.map((name, i) => `100644 ${blobs[i]}\t${join(prefix, name).replaceAll(sep, '/')}\0`).join('');
  const added = await git(['update-index', '--add', '--replace', '-z', '--index-info'], entries);
  if (added === undefined) throw unreachable('add to');
  const isSame = (await git(['diff', '--cached', '--quiet'])) !== undefined;
  if (isSame) return;
  const made = await git([...WHO, 'commit', '-q', '--no-verify', '-m', 'cairn sync']);
  if (made === undefined) throw unreachable('commit to');
}

async function branchOf(git: Git): Promise<string> {
  const branch = (await git(['symbolic-ref', '--short', '-q', 'HEAD']))?.trim();
  if (branch !== undefined && branch !== '') return branch;
  throw new CairnError('unsupported', 'The checkout of sync is on no branch.', {
    fix: 'git switch main in that folder',
  });
}

function unreachable(what: string): CairnError {
  return new CairnError('not_running', `Git could not ${what} the repository of sync.`, {
    fix: 'Try git fetch in that folder: it must ask for no password. What waits is handed on later.',
  });
}
