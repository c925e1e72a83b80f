// code/files: which files of a project are its sources, and their text. What git ignores, links, and files that contain
// secrets are none. Nothing here leaves the root, whatever a path or a link says.

import { type Dirent, lstatSync, readdirSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { readBytesIfThere, readStretchIfThere } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import { isWithin } from '../../platform/project-files.ts';
import type { Exclusion } from '../../privacy/exclude.ts';
import { languageOfPath } from '../languages/languages.ts';
import { openGitIgnores } from './git-ignores.ts';

/** Upper bounds on the bytes of a file, and on the files and folders of a project. */
export const SOURCE_BYTES = 2 * 1024 * 1024;
const FILES = 100_000;
const FOLDERS = 50_000;
/** A file without an ending may say in its first line what it is; longer ones are no scripts. */
const SCRIPT_BYTES = 256 * 1024;
const LOOK_BYTES = 8_192;
const GENERATED = /\.min\.\w+$|\.bundle\.js$/;

/** A source file: its path from the root, with `/`, its size in bytes and its time in milliseconds since 1970. */
export interface SourceFile {
  path: string;
  sizeBytes: number;
  modifiedAt: number;
}

/** The sources of one project. */
export interface ProjectSources {
  /** The real path of the project. */
  root: string;
  /** Its source files, folder by folder. */
  list(): Generator<SourceFile>;
  /**
   * A look at files as they are now, one by one, for which git's rules are read once; `undefined`: gone, reached by a link,
   * or left out meanwhile.
   */
  look(): (path: string) => SourceFile | undefined;
  /** The text of a file that was looked at; `undefined`: gone, too long, or no text. */
  read(path: string): string | undefined;
  /** The text of `bytes` bytes of a file that was looked at, from the byte `from` on; `undefined`: gone. */
  stretch(path: string, from: number, bytes: number): string | undefined;
  /**
   * The path from the root of a file that a caller names, absolute or as seen from `from`. Throws `not_allowed` for one
   * outside of the project or left out of it, `not_found` for none.
   */
  place(named: string, from: string | undefined): string;
}

/** Opens the sources below a root. Throws `not_found` when the root is no folder. */
export function openProjectSources(root: string, exclusion: Exclusion): ProjectSources {
  const real = realFolder(root);
  return {
    root: real,
    look() {
      const ignores = openGitIgnores(real);
      const isOwnFolder = openFolders(real);
      return (path) => {
        // What an index knows may have become a link, ignored or excluded since.
        if (!isOwnFolder(folderOf(path)) || exclusion.path(join(real, path))) return undefined;
        return ignores.has(path, false) ? undefined : fileAt(real, path);
      };
    },
    list: () => listBelow(real, exclusion),
    read(path) {
      const bytes = tryTo(() => readBytesIfThere(join(real, path), SOURCE_BYTES + 1));
      if (bytes === undefined || bytes.length > SOURCE_BYTES) return undefined;
      return bytes.subarray(0, LOOK_BYTES).includes(0) ? undefined : bytes.toString('utf8');
    },
    stretch: (path, from, bytes) => tryTo(() => readStretchIfThere(join(real, path), from, bytes)?.toString('utf8')),
    place: (named, from) => placeBelow(real, named, { from, exclusion }),
  };
}

/** Tells whether a folder below a root, by its path from there, is one and reached by no link; looks at each once. */
function openFolders(root: string): (path: string) => boolean {
  const known = new Map([['', tryTo(() => realpathSync(root)) === root]]);
  const isOwn = (path: string): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const own = isOwn(folderOf(path)) && tryTo(() => lstatSync(join(root, path)))?.isDirectory() === true;
    known.set(path, own);
    return own;
  };
  return isOwn;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function fileAt(root: string, path: string): SourceFile | undefined {
  const stat = tryTo(() => lstatSync(join(root, path)));
  return stat?.isFile() ? { path, sizeBytes: stat.size, modifiedAt: Math.trunc(stat.mtimeMs) } : undefined;
}

function* listBelow(root: string, exclusion: Exclusion): Generator<SourceFile> {
  const ignores = openGitIgnores(root);
  const waiting = [''];
  let files = 0;
  for (let folders = 0; folders < FOLDERS; folders += 1) {
    const folder = waiting.pop();
    if (folder === undefined) return;
    for (const entry of entriesOf(join(root, folder))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!ignores.has(path, true) && !exclusion.path(join(root, path))) waiting.push(path);
      } else if (entry.isFile() && mayBeSource(entry.name) && !ignores.has(path, false)) {
        const file = exclusion.path(join(root, path)) ? undefined : fileAt(root, path);
        if (file === undefined || !fits(file)) continue;
        files += 1;
        if (files > FILES) return;
        yield file;
      }
    }
  }
}

function mayBeSource(name: string): boolean {
  return (!name.includes('.') || languageOfPath(name) !== undefined) && !GENERATED.test(name);
}

function fits({ path, sizeBytes }: SourceFile): boolean {
  return sizeBytes > 0 && sizeBytes <= (languageOfPath(path) === undefined ? SCRIPT_BYTES : SOURCE_BYTES);
}

function entriesOf(folder: string): Dirent[] {
  return (tryTo(() => readdirSync(folder, { withFileTypes: true })) ?? []).sort((one, other) =>
    one.name < other.name ? -1 : 1,
  );
}

function placeBelow(
  root: string,
  named: string,
  { from, exclusion }: { from: string | undefined; exclusion: Exclusion },
): string {
  const shown = JSON.stringify(named.slice(0, 200));
  const places = isAbsolute(named)
    ? [named]
    : [from, root].flatMap((base) => (base === undefined ? [] : [resolve(base, named)]));
  const found = places.map(realFile).find((path) => path !== undefined);
  if (named.includes('\0') || found === undefined) {
    const isOutside = places.every((path) => !isWithin(path, root));
    if (isOutside) throw outside(shown);
    throw new CairnError('not_found', `There is no file ${shown} in the project.`, {
      fix: 'Give a path from the root of the project, or from your folder.',
    });
  }
  if (!isWithin(found, root)) throw outside(shown);
  const path = relative(root, found).split(sep).join('/');
  const isSecret = exclusion.path(found) || places.some((place) => exclusion.path(place));
  if (isSecret || openGitIgnores(root).has(path, false)) {
    throw new CairnError(
      'not_allowed',
      `${shown} is left out: ${isSecret ? 'it may contain secrets' : 'the repository does not keep it'}.`,
      {
        fix: 'Name a file that the repository keeps.',
      },
    );
  }
  return path;
}

function outside(shown: string): CairnError {
  return new CairnError('not_allowed', `${shown} is outside of the project.`, {
    fix: 'Name a file below the root of the project; --project names another project.',
  });
}

function realFile(path: string): string | undefined {
  const real = tryTo(() => realpathSync(path));
  return real !== undefined && tryTo(() => lstatSync(real))?.isFile() ? real : undefined;
}

function realFolder(path: string): string {
  const real = tryTo(() => realpathSync(path));
  if (real === undefined || !tryTo(() => lstatSync(real))?.isDirectory()) {
    throw new CairnError('not_found', `The project's folder ${path} is not there.`, {
      fix: 'Name a project whose folder is on this machine.',
    });
  }
  return real;
}

function tryTo<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
      ignore(error, 'a source could not be looked at');
    }
    return undefined;
  }
}
