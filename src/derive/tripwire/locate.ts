import { isAbsolute, itemPath, type ProjectPaths } from '../tool/project-paths.ts';

const HOME = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/;
const HERE = /^(?:\$PWD|\$\{PWD\})(?=\/|$)/;
const HOME_OF_PROJECT = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/)/;
const OUTSIDE = /^(?:[/\\]|~(?:\/|$)|[A-Za-z]:[/\\]|\.\.(?:[/\\]|$))/;

/** A path as it is named in a folder, from where it starts: `~` is the home that the project lies in. */
export function fullPath(path: string, place: ProjectPaths, folder = place.cwd ?? ''): string {
  const named = path
    .replace(HOME, () => HOME_OF_PROJECT.exec(place.projectRoot ?? place.cwd ?? '')?.[0] ?? '~')
    .replace(HERE, '.');
  return folder === '' || isAbsolute(named) || /^[~$]/.test(named) ? named : `${folder}/${named}`;
}

/** A path that a command names, as items carry it; `undefined` when a variable hides where it lies. */
export function locate(path: string, place: ProjectPaths, folder?: string): string | undefined {
  const full = fullPath(path, place, folder);
  if (full.startsWith('$')) return undefined;
  return full.startsWith('~/') ? full : itemPath(full, place);
}

/** True for a path as items carry it that does not lie in the project. */
export function isOutside(path: string): boolean {
  return OUTSIDE.test(path);
}
