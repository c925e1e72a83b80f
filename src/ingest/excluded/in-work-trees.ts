import { matchesGlob, pathSegments } from '../../core/glob.ts';
import type { Exclusion, PathPattern } from '../../privacy/exclude.ts';
import { above } from './folders-of.ts';
import { isRooted, longestOf } from './glob-aim.ts';

/** The segments of a path or glob. */
type Segments = readonly string[];

/**
 * The exclusion in which a person's patterns from `~` or `/` into a repository of these folders mean the same in each of its work
 * trees. A pattern for a whole work tree means others only where it is the main one.
 */
export function inWorkTrees(exclusion: Exclusion, folders: readonly string[]): Exclusion {
  const lists = exclusion.patterns();
  if (!lists.some((list) => list.some(isPlaced))) return exclusion;
  const repositories = folders
    .map((folder) => treesOf(exclusion, folder).map(pathSegments))
    .filter(({ length }) => length > 1);
  if (repositories.length === 0) return exclusion;
  const [paths = [], projects = []] = lists.map((list) =>
    list.flatMap((pattern) => [pattern, ...(isPlaced(pattern) ? elsewhere(pattern, repositories) : [])]),
  );
  return { ...exclusion, ...exclusion.withPatterns(paths, projects) };
}

/** The work trees of a folder's repository, the main one first; where nobody lists them, a folder above may be the top of its own. */
function treesOf({ workTreesOf, repositoryOf }: Exclusion, folder: string): readonly string[] {
  if (workTreesOf !== undefined) return workTreesOf(folder);
  const main = repositoryOf?.(folder);
  return main ? [main, ...above(folder)] : [];
}

function isPlaced({ isOwn, globs }: PathPattern): boolean {
  return isOwn && globs.some(isRooted);
}

/** The pattern for each work tree of a repository, where it means a file in one of them. */
function elsewhere({ globs, ...pattern }: PathPattern, repositories: readonly Segments[][]): PathPattern[] {
  const others = repositories.flatMap((trees) =>
    trees.flatMap((from, at) =>
      globs
        .flatMap((glob) => restsBelow(glob, from))
        .filter((rest) => at === 0 || /[^*?]/.test(rest.join('')))
        .flatMap((rest) => trees.filter((to) => to !== from).map((to) => [...to, ...rest])),
    ),
  );
  return others.map((glob) => ({ ...pattern, globs: [glob], literal: longestOf(glob) }));
}

/** What is left of a glob below a folder, for each part of it that means the folder. */
function restsBelow(glob: Segments, folder: Segments): Segments[] {
  return glob.flatMap((one, at) =>
    matchesGlob(glob.slice(0, at + 1), folder) ? [glob.slice(one === '**' ? at : at + 1)] : [],
  );
}
