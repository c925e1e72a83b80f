import { dirname, resolve } from 'node:path';
import { namesIn, readTextIfThere, realPathOf } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import { topOf } from './top-of.ts';

/** Upper bound on the folders in which a work tree is looked for. */
const DEPTH = 64;
/** Upper bound on the work trees of one repository. */
const TREES_MAX = 100;

/**
 * The repository of which a folder is a work tree elsewhere; empty outside of one. By the file that says so alone: a hook has no
 * room for all that `findGit` knows.
 */
export function repositoryOf(folder: string): string {
  try {
    for (let at = folder, depth = 0; depth < DEPTH; at = dirname(at), depth += 1) {
      const main = /^gitdir: (.+)\/worktrees\//.exec(readTextIfThere(`${at}/.git`) ?? '')?.[1];
      if (main !== undefined) return realPathOf(resolve(at, main)).replace(/\/\.git$/, '');
    }
  } catch (error) {
    ignore(error, 'no .git');
  }
  return '';
}

/** The tops of the work trees of a folder's repository, the main one first; none for a folder outside of one. */
export function workTreesOf(folder: string): string[] {
  const top = topOf(folder);
  if (top === dirname(top)) return [];
  const main = repositoryOf(folder) || realPathOf(top);
  try {
    const files = [`${main}/.git/worktrees`, `${main}/worktrees`].flatMap((list) =>
      namesIn(list)
        .slice(0, TREES_MAX)
        .map((name) => `${list}/${name}/gitdir`),
    );
    const trees = files.flatMap((file) => {
      const named = readTextIfThere(file)?.trim();
      return named ? [dirname(resolve(file, '..', named))] : [];
    });
    return [...new Set([main, ...trees, top])];
  } catch (error) {
    ignore(error, 'no work trees');
    return [main, top];
  }
}
