// projects: the project that a folder belongs to, for events and questions alike.
// Git's files are read as text; git is never run.

import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { projectId } from '../core/model/ids.ts';
import { baseName } from '../core/text/text.ts';
import { type GitLocation, PATH_CHARS, readGit } from '../platform/git-text.ts';
import { ignore } from '../platform/ignored.ts';
import { redact } from '../privacy/redact.ts';
import type { ProjectRow } from '../store/contract/log.ts';

const MARKS = ['.kiro', '.claude', 'package.json', 'pyproject.toml', 'go.mod', 'Cargo.toml'];
/** Upper bound on the folders above one that are looked at, as for git. */
const ANCESTORS_MAX = 64;
const CACHE_MS = 60_000;
const CACHE_MAX = 1_000;

/** Finds the project of a folder; `undefined` for HOME and `/`, which are none, and for what is too long to be a path. */
export type ProjectResolver = (cwd: string, sessionFolder?: string) => ProjectRow | undefined;

/**
 * Builds a resolver with a cache of one minute. The identity of a project is the normalised git remote, otherwise the
 * real path of the repository's root; without git the nearest ancestor below HOME with a project's mark, otherwise the
 * session's first folder.
 */
export function createProjectResolver(options: { userHome: string; now: () => number }): ProjectResolver {
  const cache = new Map<string, { at: number; project: ProjectRow | undefined }>();
  return (cwd, sessionFolder) => {
    if (cwd.length > PATH_CHARS) return undefined;
    const key = `${cwd}\0${sessionFolder ?? ''}`;
    const known = cache.get(key);
    if (known !== undefined && options.now() - known.at < CACHE_MS) return known.project;
    if (cache.size >= CACHE_MAX) cache.clear();
    const project = findProject(cwd, sessionFolder ?? cwd, options.userHome);
    cache.set(key, { at: options.now(), project });
    return project;
  };
}

function findProject(cwd: string, sessionFolder: string, userHome: string): ProjectRow | undefined {
  const folder = realPath(cwd);
  const git = readGit(folder);
  if (git !== undefined) {
    const { origin, remote } = originOf(git);
    return toProject(origin, git.root, remote);
  }
  const root = markedAncestor(folder, userHome) ?? realPath(sessionFolder);
  if (root === '/' || root === realPath(userHome)) return undefined;
  return toProject(root, root, undefined);
}

/**
 * Where a repository is from: its remote, or its root where that names no place. A relative path leads from the root, as git
 * takes it, so it is another place for each repository, and of this machine alone.
 */
function originOf({ root, remote }: GitLocation): { origin: string; remote?: string } {
  const url = (remote ?? '').trim().replace(/[?#].*$/, '');
  const [, scheme, host] = /^(?:([a-z][a-z0-9+.-]*):\/\/(?:[^/\s]*@)?([^:/\s]*))?/i.exec(url) ?? [];
  if (url === '' || (host === '' && scheme?.toLowerCase() !== 'file')) return { origin: root };
  const normalized = normalizeRemote(remote ?? '');
  const hasHost = scheme !== undefined || /^[^/\s]+:/.test(url);
  if (hasHost || /^[/~]./.test(normalized)) return { origin: normalized, remote: normalized };
  const place = resolve(root, normalized);
  return { origin: dirname(place) === place ? root : place };
}

function toProject(origin: string, folder: string, remote: string | undefined): ProjectRow {
  const identity = redact(origin).text;
  const root = redact(folder).text;
  const project: ProjectRow = { id: projectId(identity), identity, name: baseName(identity), root };
  if (remote !== undefined) project.remote = redact(remote).text;
  return project;
}

/**
 * Normalises all spellings of a remote: `git@host:owner/name.git`, `ssh://git@host:22/owner/name` and
 * `https://user:secret@host/owner/name.git` become `host/owner/name`, without credentials, scheme, port and `.git`. A query
 * stays, since some servers name the repository there, but for what is a key.
 */
export function normalizeRemote(url: string): string {
  const [place = '', query = ''] = url
    .trim()
    .replace(/#.*$/, '')
    .split(/\?(.*)/s);
  const kept = query
    .split('&')
    .filter((part) => part !== '' && !/^[^=]*(?:token|key|secret|pass|auth|sig)/i.test(part));
  return `${normalizePlace(place)}${kept.length === 0 ? '' : `?${kept.join('&')}`}`;
}

function normalizePlace(place: string): string {
  const trimmed = place.replace(/\/+$/, '').replace(/\.git$/i, '');
  const scp = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.+)$/.exec(trimmed);
  const full = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/\s]*@)?([^:/\s]*)(?::\d+)?\/*(.*)$/i.exec(trimmed);
  const match = full ?? scp;
  if (match === null) return trimmed;
  return `${(match[1] ?? '').toLowerCase()}/${(match[2] ?? '').replace(/^\/+/, '')}`;
}

function markedAncestor(folder: string, userHome: string): string | undefined {
  const home = realPath(userHome);
  let at = folder;
  for (let depth = 0; depth < ANCESTORS_MAX && at !== '/' && at !== home && dirname(at) !== at; depth += 1) {
    if (MARKS.some((mark) => existsSync(join(at, mark)))) return at;
    at = dirname(at);
  }
  return undefined;
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') ignore(error, 'folder of a session cannot be read');
    return path.replace(/\/+$/, '') || '/';
  }
}
