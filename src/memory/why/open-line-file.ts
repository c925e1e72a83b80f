import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { CairnError } from '../../core/errors.ts';
import { readCommitted } from '../../git/read-commits.ts';
import type { Git } from '../../git/run-git.ts';
import { isRegularFile, readBytesIfThere } from '../../platform/files.ts';
import { isWithin } from '../../platform/project-files.ts';
import type { Exclusion } from '../../privacy/exclude.ts';
import { mapLines } from './map-lines.ts';

const FILE_BYTES = 2 * 1024 * 1024;

/** A file whose lines are asked about. */
export interface LineFile {
  /** From the root of the work tree. */
  path: string;
  /** Its lines as they are now. */
  lines: string[];
}

/** Where a file is looked for: first from the asker's folder, then from the root. */
export interface LineFilePlace {
  root: string;
  folder: string;
  excludes: Exclusion['path'];
}

/**
 * Opens a text file below a root, at most 2 MB. Throws `not_found`, and `not_allowed` for one outside of the root, by
 * its real path, and for one that holds secrets.
 */
export function openLineFile(path: string, { root, folder, excludes }: LineFilePlace): LineFile {
  if (!existsSync(root)) {
    throw new CairnError('not_found', `The folder of the project is not there: ${root}`, {
      fix: 'Ask where the project is checked out.',
    });
  }
  const base = realpathSync(root);
  const candidates = isAbsolute(path) ? [path] : [...new Set([resolve(folder, path), resolve(root, path)])];
  const found = candidates.find(isRegularFile);
  const shown = JSON.stringify(path.slice(0, 200));
  if (candidates.every((candidate) => !isWithin(candidate, root) && !isWithin(candidate, base))) throw outside(shown);
  if (found === undefined) {
    throw new CairnError('not_found', `There is no file ${shown} here.`, {
      fix: 'Name a file by its path from the root of the project, or from your folder.',
    });
  }
  const real = realpathSync(found);
  if (!isWithin(real, base)) throw outside(shown);
  const fromRoot = relative(base, real).split(sep).join('/');
  if (excludes(real) || excludes(fromRoot) || fromRoot.split('/').includes('.git')) {
    throw new CairnError('not_allowed', `${shown} is a file of secrets, or is excluded.`, {
      fix: 'cairn config get privacy.excludePaths',
    });
  }
  const bytes = readBytesIfThere(real, FILE_BYTES + 1);
  if (bytes === undefined || bytes.length > FILE_BYTES || bytes.includes(0)) {
    throw new CairnError('not_found', `${shown} cannot be read: it is longer than 2 MB, or no text.`, {
      fix: 'Name a text file.',
    });
  }
  return { path: fromRoot, lines: linesOf(bytes.toString('utf8')) };
}

/**
 * For each line of a file, its number at HEAD, from 1; `undefined` for one that is not committed. Without git none is.
 */
export async function linesAtHead(file: LineFile, git: Git | undefined): Promise<(number | undefined)[]> {
  const committed = git === undefined ? undefined : await readCommitted(git, 'HEAD', file.path);
  if (committed === undefined) return file.lines.map(() => undefined);
  return mapLines(linesOf(committed), file.lines);
}

/** Lines without their ends. */
export function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function outside(shown: string): CairnError {
  return new CairnError('not_allowed', `${shown} is not in this project.`, {
    fix: 'Name a file of the project; another project by --project.',
  });
}
