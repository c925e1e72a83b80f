import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listFiles } from '../../../src/platform/files.ts';

/**
 * Copies a folder's transcripts with all of the folders they were made in as one: worktrees and clones of a repository,
 * which are no more where they were and would be projects of their own. Gives the paths of the copies.
 */
export function copyAsOneProject(from: string, to: string, folders: readonly string[]): string[] {
  const [first = '', ...others] = [...new Set(folders)].toSorted((one, other) => one.length - other.length);
  const longestFirst = others.toReversed();
  const files = listFiles(from).filter((path) => path.endsWith('.jsonl'));
  return files.map((path) => {
    const copy = join(to, relative(from, path));
    mkdirSync(dirname(copy), { recursive: true });
    const text = longestFirst.reduce((all, folder) => all.replaceAll(folder, first), readFileSync(path, 'utf8'));
    writeFileSync(copy, text);
    return copy;
  });
}
