import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { readBytesIfThere } from './files.ts';
import { ignore } from './ignored.ts';

const TEXT_BYTES = 256 * 1024;
const DEPTH_MAX = 64;
const NAME_CHARS = 80;
/** Characters beyond which no system has a path. */
export const PATH_CHARS = 4_096;

/** The git repository of a folder, as far as its files show it. */
export interface GitLocation {
  /** Root of the repository; in a worktree, of the main one. Real path. */
  root: string;
  /** Root of the work tree that the folder is in. */
  worktree: string;
  /** URL of the remote `origin`, else of the first one. */
  remote?: string;
}

/** Where the files of the repository lie that a folder is in. */
export interface GitFolders {
  /** Root of the work tree. */
  worktree: string;
  /** The work tree's own folder: its HEAD and its log. */
  own: string;
  /** The folder that all work trees share: refs and configuration. The own one where there is but one tree. */
  common: string;
}

/** Finds the git folders of the repository that a folder is in; `undefined` outside of one. */
export function findGit(folder: string): GitFolders | undefined {
  if (folder.length > PATH_CHARS) return undefined;
  for (let at = resolve(folder), depth = 0; depth < DEPTH_MAX; at = dirname(at), depth += 1) {
    const found = gitFoldersAt(at);
    if (found !== undefined || dirname(at) === at) return found;
  }
  return undefined;
}

/** The branch that is checked out in the work tree of a folder; `undefined` for a detached HEAD and outside of git. */
export function readBranch(folder: string): string | undefined {
  try {
    const git = findGit(folder);
    const head = git === undefined ? undefined : readText(join(git.own, 'HEAD'));
    return /^ref:\s*refs\/heads\/(\S+)\s*$/.exec(head ?? '')?.[1];
  } catch (error) {
    ignore(error, 'git files could not be read');
    return undefined;
  }
}

/** Reads root and remote of the repository that a folder is in, from its files: git itself is never run. */
export function readGit(folder: string): GitLocation | undefined {
  try {
    const git = findGit(folder);
    if (git === undefined) return undefined;
    const { worktree, own, common } = git;
    const remote = findRemote(readText(join(common, 'config')) ?? '');
    const root = realpathSync(common === own ? worktree : mainRoot(common));
    return { root, worktree, ...(remote !== undefined && { remote }) };
  } catch (error) {
    ignore(error, 'git files could not be read');
    return undefined;
  }
}

/** The name that git signs the commits of a checkout with, as its settings or the user's have it; `undefined` without one. */
export function readUserName(folder: string, userHome: string): string | undefined {
  try {
    const git = findGit(folder);
    const places = [...(git === undefined ? [] : [join(git.common, 'config')]), join(userHome, '.gitconfig')];
    for (const place of [...places, join(userHome, '.config', 'git', 'config')]) {
      const name = userNameIn(readText(place) ?? '');
      if (name !== undefined) return name;
    }
  } catch (error) {
    ignore(error, 'git files could not be read');
  }
  return undefined;
}

function userNameIn(config: string): string | undefined {
  let section = '';
  let name: string | undefined;
  for (const line of config.split('\n')) {
    section = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1]?.toLowerCase() ?? section;
    const value = section === 'user' ? /^\s*name\s*=\s*(.*?)\s*$/i.exec(line)?.[1] : undefined;
    if (value !== undefined && value !== '') name = unquote(value).slice(0, NAME_CHARS);
  }
  return name;
}

function gitFoldersAt(worktree: string): GitFolders | undefined {
  try {
    const dot = join(worktree, '.git');
    const stat = statSync(dot, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    const own = stat.isFile() ? linkedFolder(dot, worktree) : dot;
    if (own === undefined || readText(join(own, 'HEAD')) === undefined) return undefined;
    return { worktree, own, common: commonFolder(own) };
  } catch (error) {
    ignore(error, 'git files could not be read');
    return undefined;
  }
}

/** The folder that a `.git` file names: `gitdir: PATH`, in worktrees and submodules. */
function linkedFolder(file: string, worktree: string): string | undefined {
  const path = /^gitdir:\s*(.+?)\s*$/m.exec(readText(file) ?? '')?.[1];
  return path === undefined ? undefined : resolve(worktree, path);
}

/** The folder that a worktree shares with its main one: what its file `commondir` names. */
function commonFolder(gitFolder: string): string {
  const path = readText(join(gitFolder, 'commondir'))?.trim();
  return path ? resolve(gitFolder, path) : gitFolder;
}

/** The main work tree next to a shared `.git`; a bare repository is its own root. */
function mainRoot(common: string): string {
  return /[\\/]\.git$/.test(common) ? dirname(common) : common;
}

function findRemote(config: string): string | undefined {
  const urls = new Map<string, string>();
  let remote: string | undefined;
  for (const line of config.split('\n')) {
    const section = /^\s*\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (section !== null) remote = section[1]?.toLowerCase() === 'remote' ? section[2] : undefined;
    const url = /^\s*url\s*=\s*(.*?)\s*$/i.exec(line)?.[1];
    if (remote !== undefined && url !== undefined && !urls.has(remote)) urls.set(remote, unquote(url));
  }
  return urls.get('origin') ?? urls.values().next().value;
}

function unquote(value: string): string {
  return /^"(.*)"$/.exec(value)?.[1]?.replace(/\\(.)/g, '$1') ?? value;
}

function readText(path: string): string | undefined {
  return isAbsolute(path) ? readBytesIfThere(path, TEXT_BYTES)?.toString('utf8') : undefined;
}
