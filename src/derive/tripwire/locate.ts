import { isAbsolute, itemPath, type ProjectPaths } from '../tool/project-paths.ts';

const HOME = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/;
const HERE = /^(?:\$PWD|\$\{PWD\})(?=\/|$)/;
const HOME_OF_PROJECT = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)(?=\/)/;
const OUTSIDE = /^(?:[/\\]|~(?:\/|$)|[A-Za-z]:[/\\]|\.\.(?:[/\\]|$))/;

/** A path that is named in a folder, joined to that folder unless it is absolute; `~` is the person's home, else the home directory above the project. */
export function fullPath(path: string, place: ProjectPaths, folder = place.cwd ?? ''): string {
  const named = path
    .replace(HOME, () => place.userHome ?? HOME_OF_PROJECT.exec(place.projectRoot ?? place.cwd ?? '')?.[0] ?? '~')
    .replace(HERE, '.');
  return folder === '' || isAbsolute(named) || /^[~$]/.test(named) ? named : `${folder}/${named}`;
}

/** A path of a command, as items carry it; `undefined` when it begins with an unknown variable. */
export function locate(path: string, place: ProjectPaths, folder?: string): string | undefined {
  const full = fullPath(path, place, folder);
  if (full.startsWith('$')) return undefined;
  return full.startsWith('~/') ? full : itemPath(full, place);
}

/** True for a path, as items carry it, outside the project. */
export function isOutside(path: string): boolean {
  return OUTSIDE.test(path);
}
