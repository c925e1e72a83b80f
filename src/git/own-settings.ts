import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { now } from '../platform/clock.ts';
import { copyRegularFile, ensureFolder, isRegularFile, namesIn, realPathOf } from '../platform/files.ts';
import type { GitFolders } from '../platform/git-text.ts';
import { assertNothingUnderWay, leftOut, moveBranch, showAgain } from './move-branch.ts';
import { type Git, type GitPerson, openGit } from './run-git.ts';
import { run } from './run-or-throw.ts';
import { writeMissing } from './write-checkout.ts';

/** A checkout, and the person by whose settings and keys its remote is reached. */
export interface CheckoutOptions {
  folders: GitFolders;
  variables: GitPerson;
  /** A folder of the person alone: whoever could write to it could put another git folder there. */
  scratch: string;
  signal: AbortSignal | undefined;
  /** Whether a path is that of a file of sync. */
  isOfSync: (path: string) => boolean;
}

/** A checkout of whose settings only the address of its remote is read. */
export interface Checkout {
  /** Runs git on its files and objects, with another git folder: what it sets, and its index, are not seen. Is not cancelled. */
  git: Git;
  /** The same for what waits for the remote. */
  reach: Git;
  branch: string;
  /** Tells the checkout where its branch is now, and which files of it were left unwritten. */
  settle(unwritten?: readonly string[]): Promise<void>;
  /** Writes files that an earlier run left unwritten, where that can be done now. */
  writeLeft(): Promise<void>;
}

/** All git runs of a work together. */
const TIMEOUT_MS = 120_000;
/** What a repository on this machine would run when somebody fetches from it or pushes to it, each set to what runs nothing. */
const END_RUNS_NOTHING = [
  'core.hooksPath=/dev/null',
  'core.alternateRefsCommand=',
  'core.fsmonitor=false',
  'receive.autogc=false',
  'receive.denyCurrentBranch=refuse',
  'maintenance.auto=false',
  'gc.auto=0',
  'gc.recentObjectsHook=',
];
/** The ssh of a person whose settings name none. */
const ASKS_NOTHING = 'ssh -o BatchMode=yes';
/** A drive may show every file as a program. */
const ANY_MODE = ['-c', 'core.fileMode=false'];
const PREFIX = 'git-';
/** Milliseconds after which nobody works with a git folder of Cairn's own any more. */
const LEFT_MS = 3_600_000;
const NEVER = new AbortController().signal;
/** Stands above every attribute of the repository: files are written and read byte by byte. */
const ATTRIBUTES = '* -text -crlf -filter -ident -diff -merge !eol !working-tree-encoding\n';

/**
 * Works on a checkout through a git folder of Cairn's own, which is removed afterwards. The settings of the checkout may name
 * programs in many places, such as filters and the other end of a transport. Throws `unsupported` for one without branch or remote.
 */
export async function withOwnSettings<Done>(
  options: CheckoutOptions,
  work: (at: Checkout) => Promise<Done>,
): Promise<Done> {
  const { folders, variables, scratch, signal = NEVER, isOfSync } = options;
  // A merge that wrote files is not left before the branch of the checkout has it: the next one would find files of nobody.
  const shared = { programs: variables.PATH, timeoutMs: TIMEOUT_MS, signal: NEVER };
  const there = openGit({ ...shared, folders });
  await assertNothingUnderWay(there, folders.own);
  const { branch, url, format, head } = await readCheckout(there);
  const own = makeFolderIn(scratch);
  try {
    const objects = join(folders.common, 'objects');
    const here = { ...shared, folders: { ...folders, own }, objects, person: variables };
    const bare = openGit(here);
    const waiting = openGit({ ...here, signal });
    await run(bare, ['init', '-q', '--template=', `--object-format=${format}`, '-b', branch]);
    mkdirSync(join(own, 'info'));
    writeFileSync(join(own, 'info', 'attributes'), ATTRIBUTES);
    const shallow = join(folders.common, 'shallow');
    if (isRegularFile(shallow)) copyRegularFile(shallow, join(own, 'shallow'));
    // In a file of the person alone: what other users of the machine see of a program are its words.
    appendFileSync(join(own, 'config'), `[remote "origin"]\n\turl = ${quoted(url)}\n`);
    const closed = closedEnd(await lineOf(bare, ['ls-remote', '--get-url', 'origin']), folders);
    const settings = [...closed, ...(await unasked(bare)), ...ANY_MODE];
    const git: Git = (args, input) => bare([...settings, ...args], input);
    const reach: Git = (args, input) => waiting([...settings, ...args], input);
    if (head !== '') await run(git, ['update-ref', `refs/heads/${branch}`, head]);
    if (head !== '') await run(git, ['read-tree', head]);
    let known = head;
    const settle = async (unwritten: readonly string[] = []): Promise<void> => {
      const to = (await run(git, ['rev-parse', '--verify', '-q', 'HEAD'])).trim();
      if (to === known) return;
      await moveBranch(there, { branch, from: known, to, isOfSync, unwritten });
      known = to;
    };
    const writeLeft = async (): Promise<void> => {
      // A person who leaves out a part of the checkout marks files alike.
      if (existsSync(join(folders.own, 'info', 'sparse-checkout'))) return;
      const paths = await leftOut(there);
      const written = paths.length === 0 ? [] : await writeMissing(git, { worktree: folders.worktree, paths });
      await showAgain(there, written);
    };
    return await work({ git, reach, branch, settle, writeLeft });
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** A new folder; those that runs left which were killed go. */
function makeFolderIn(scratch: string): string {
  ensureFolder(scratch);
  for (const path of namesIn(scratch)
    .filter((name) => name.startsWith(PREFIX))
    .map((name) => join(scratch, name))) {
    const at = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (at < now() - LEFT_MS) rmSync(path, { recursive: true, force: true });
  }
  return mkdtempSync(join(scratch, PREFIX));
}

/** What is read of a checkout, by git that reaches nothing. */
async function readCheckout(there: Git): Promise<Record<'branch' | 'url' | 'format' | 'head', string>> {
  const branch = await lineOf(there, ['symbolic-ref', '--short', '-q', 'HEAD']);
  if (branch === '') throw unusable('is on no branch', 'git switch main in that folder');
  const url = await lineOf(there, ['config', '--get-all', 'remote.origin.url']);
  if (url === '') throw unusable('has no remote "origin"', 'git remote add origin ADDRESS in that folder');
  const format = (await lineOf(there, ['rev-parse', '--show-object-format'])) || 'sha1';
  return { branch, url, format, head: await lineOf(there, ['rev-parse', '--verify', '-q', 'HEAD']) };
}

/**
 * Settings by which the other end runs nothing that it names itself, where it is a repository of this machine, by the address that
 * is left of the checkout's and the person's settings. Throws `unsupported` for one inside of the checkout, which came with it.
 */
function closedEnd(address: string, { worktree, own, common }: GitFolders): string[] {
  const path = localPath(address, worktree);
  if (path === undefined) return [];
  if ([worktree, own, common].some((folder) => isWithin(path, realPathOf(folder)))) {
    throw unusable('has a remote "origin" inside of itself', 'git remote set-url origin ADDRESS in that folder');
  }
  const git = `GIT_NO_LAZY_FETCH=1 git ${END_RUNS_NOTHING.map((setting) => `-c ${setting}`).join(' ')}`;
  return ['upload', 'receive'].flatMap((end) => ['-c', `remote.origin.${end}pack=${git} ${end}-pack`]);
}

/** The real path that an address names by git's rules; `undefined` for one of another machine. */
function localPath(address: string, worktree: string): string | undefined {
  const file = /^file:\/\/(.*)$/s.exec(address)?.[1];
  if (file !== undefined) return realPathOf(resolve(/^[/\\]?[A-Za-z]:/.test(file) ? file : `/${decoded(file)}`));
  const isDrive = process.platform === 'win32' && /^[A-Za-z]:/.test(address);
  return address === '' || (!isDrive && /^[^/]*:/.test(address)) ? undefined : realPathOf(resolve(worktree, address));
}

/** What git makes of a path in an address: characters by their codes. */
function decoded(path: string): string {
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (codes) => Buffer.from(codes.replaceAll('%', ''), 'hex').toString());
}

function isWithin(path: string, folder: string): boolean {
  const between = relative(folder, path);
  return between === '' || (!isAbsolute(between) && between.split(sep)[0] !== '..');
}

/** An ssh that asks nothing, where the person's own settings, which git reads by itself, name none. */
async function unasked(git: Git): Promise<string[]> {
  const ssh = await lineOf(git, ['config', '--get', 'core.sshCommand']);
  return ssh === '' ? ['-c', `core.sshCommand=${ASKS_NOTHING}`] : [];
}

/** A value as a file of settings has it. */
function quoted(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

/** The first line that git prints; empty where it fails. */
async function lineOf(git: Git, args: readonly string[]): Promise<string> {
  return ((await git(args)) ?? '').split('\n', 1)[0] ?? '';
}

function unusable(what: string, fix: string): CairnError {
  return new CairnError('unsupported', `The checkout of sync ${what}.`, { fix });
}
