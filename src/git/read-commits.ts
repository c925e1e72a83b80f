import type { Git } from './run-git.ts';

/** A commit. Times in milliseconds since 1970. */
export interface GitCommitFacts {
  /** Full hash. */
  hash: string;
  parents: string[];
  author: string;
  /** When it was made first; a rebase or an amendment keeps it. */
  writtenAt: number;
  committedAt: number;
  subject: string;
  /** Its whole message, at most 8,000 characters of it. */
  message: string;
  /** Trailers of its message by name in lower case, as `entire-checkpoint`. */
  trailers: ReadonlyMap<string, readonly string[]>;
  /** Full hashes of the commits of which its message says that they were cherry-picked or squashed into it. */
  madeOf: readonly string[];
}

const FIELDS = ['%H', '%P', '%an', '%at', '%ct', '%B'];
const TRAILER = /^([A-Za-z][A-Za-z0-9-]{0,60}): ?(.{1,400})$/;
const MADE_OF = /^(?:\(cherry picked from commit ([0-9a-f]{40,64})\)|commit ([0-9a-f]{40,64}))$/gm;
const MADE_OF_MAX = 200;
const MESSAGE_CHARS = 8_000;
const COMMITS_MAX = 2_000;

/** Reads commits by their full hashes, at most 2,000, in no order; those that are not there are absent. */
export async function readCommits(git: Git, hashes: readonly string[]): Promise<GitCommitFacts[]> {
  const asked = hashes.filter((hash) => /^[0-9a-f]{40,64}$/.test(hash)).slice(0, COMMITS_MAX);
  if (asked.length === 0) return [];
  const format = `--format=${FIELDS.join('%n')}`;
  const args = [
    'log',
    '--no-walk=unsorted',
    '--ignore-missing',
    '--stdin',
    '-z',
    '-s',
    '--no-notes',
    '--encoding=UTF-8',
  ];
  const printed = (await git([...args, format], `${asked.join('\n')}\n`)) ?? '';
  return printed.split('\0').flatMap((text) => (text.trim() === '' ? [] : [parseCommit(text)]));
}

function parseCommit(text: string): GitCommitFacts {
  const [hash = '', parents = '', author = '', written, committed, ...message] = text.split('\n');
  return {
    hash,
    parents: parents.split(' ').filter((parent) => parent !== ''),
    author,
    writtenAt: Number(written) * 1_000,
    committedAt: Number(committed) * 1_000,
    subject: message[0] ?? '',
    message: message.join('\n').slice(0, MESSAGE_CHARS),
    trailers: trailersOf(message.join('\n')),
    madeOf: madeOf(message.join('\n')),
  };
}

/** The commits that `git cherry-pick -x` and `git merge --squash` name in a message. */
function madeOf(message: string): string[] {
  const named = [...message.matchAll(MADE_OF)].flatMap(([, picked, squashed]) => picked ?? squashed ?? []);
  return named.slice(0, MADE_OF_MAX);
}

/** The trailers of a message: the lines of its last paragraph that have the form of one. */
function trailersOf(message: string): Map<string, string[]> {
  const trailers = new Map<string, string[]>();
  const last =
    message
      .trim()
      .split(/\n[ \t]*\n/)
      .slice(1)
      .at(-1) ?? '';
  for (const line of last.split('\n')) {
    const [, name, value] = TRAILER.exec(line.trim()) ?? [];
    if (name === undefined || value === undefined) continue;
    trailers.set(name.toLowerCase(), [...(trailers.get(name.toLowerCase()) ?? []), value.trim()]);
  }
  return trailers;
}

/** The text of a file as a revision has it, as `HEAD`; `undefined` where it has none. */
export function readCommitted(git: Git, revision: string, path: string): Promise<string | undefined> {
  return git(['cat-file', 'blob', `${revision}:${path}`]);
}
