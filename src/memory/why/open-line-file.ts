import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { diffArrays } from 'diff';
import { CairnError } from '../../core/errors.ts';
import { readCommitted } from '../../git/read-commits.ts';
import type { Git } from '../../git/run-git.ts';
import { isRegularFile, readBytesIfThere } from '../../platform/files.ts';
import { isWithin } from '../../platform/project-files.ts';
import { createExclusion } from '../../privacy/exclude.ts';

const FILE_BYTES = 2 * 1024 * 1024;
/** Lines that may differ between the file and HEAD before all between its common head and tail count as changed. */
const EDITS_MAX = 4_000;

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
  excluded: readonly string[];
}

/**
 * Opens a text file below a root, at most 2 MB. Throws `not_found`, and `not_allowed` for one outside of the root, by
 * its real path, and for one that holds secrets.
 */
export function openLineFile(path: string, { root, folder, excluded }: LineFilePlace): LineFile {
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
  const isSecret = createExclusion({ paths: excluded, projects: [] }).path;
  if (isSecret(real) || isSecret(fromRoot) || fromRoot.split('/').includes('.git')) {
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
  const before = linesOf(committed);
  let head = 0;
  while (head < before.length && head < file.lines.length && before[head] === file.lines[head]) head += 1;
  let tail = 0;
  const most = Math.min(before.length, file.lines.length) - head;
  while (tail < most && before.at(-1 - tail) === file.lines.at(-1 - tail)) tail += 1;
  const middle = mapChanged(before.slice(head, before.length - tail), file.lines.slice(head, file.lines.length - tail));
  return file.lines.map((_, index) => {
    if (index < head) return index + 1;
    if (index >= file.lines.length - tail) return before.length - (file.lines.length - index) + 1;
    const there = middle[index - head];
    return there === undefined ? undefined : there + head + 1;
  });
}

/** For each line after a change, its index before; `undefined` for a new one. */
function mapChanged(before: readonly string[], after: readonly string[]): (number | undefined)[] {
  const parts = diffArrays([...before], [...after], { maxEditLength: EDITS_MAX });
  if (parts === undefined) return after.map(() => undefined);
  const mapped: (number | undefined)[] = [];
  let at = 0;
  for (const { added, removed, count } of parts) {
    for (let step = 0; step < count; step += 1) {
      if (added) mapped.push(undefined);
      else if (!removed) mapped.push(at + step);
    }
    if (!added) at += count;
  }
  return mapped;
}

/** Lines without their ends. */
function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function outside(shown: string): CairnError {
  return new CairnError('not_allowed', `${shown} is not in this project.`, {
    fix: 'Name a file of the project; another project by --project.',
  });
}
