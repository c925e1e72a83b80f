import { matchesGlob, pathSegments } from '../core/glob.ts';
import { SECRET_FILES } from './secret-files.ts';

/** Which files' contents and which projects are never kept. */
export interface Exclusion {
  /** True for a path whose contents are not kept. */
  path(path: string): boolean;
  /** True for a project, by its root or a folder in it, of which nothing is kept. */
  project(root: string): boolean;
}

/** Globs of a person, beside those for files that hold secrets. */
export interface ExclusionRules {
  paths: readonly string[];
  projects: readonly string[];
}

interface Pattern {
  /** Segments that a path has to match, each list by itself. */
  globs: readonly (readonly string[])[];
  isNegated: boolean;
  /** Letters that a path has to hold, in lower case: the longest run of the pattern without wildcards. */
  literal: string;
}

/** Patterns, and what tells at once that none of them can match: most words of a command are no path at all. */
interface Patterns {
  all: readonly Pattern[];
  hint: RegExp;
}

/**
 * Builds the rules of exclusion. `*` and `?` match within a name, `**` any number of folders; a pattern that does not start
 * with `/` matches at any depth; `!` takes back, and the last pattern that matches decides. A person's pattern holds for
 * the file or folder it names and all below. Letters match in both cases. Matching is linear in path and pattern.
 */
export function createExclusion(rules: ExclusionRules): Exclusion {
  // Made when first asked: a hook builds these rules for a single event, which mostly names no file.
  let paths: Patterns | undefined;
  const projects = withHint(rules.projects.map((glob) => parsePattern(glob, true)));
  return {
    path(path) {
      paths ??= withHint(pathPatterns(rules));
      return isExcluded(path, paths);
    },
    project: (root) => isExcluded(root, projects),
  };
}

function pathPatterns(rules: ExclusionRules): Pattern[] {
  return [
    ...SECRET_FILES.map((glob) => parsePattern(glob, glob.endsWith('/'))),
    ...rules.paths.map((glob) => parsePattern(glob, true)),
  ];
}

function withHint(all: readonly Pattern[]): Patterns {
  const literals = new Set(
    all.filter(({ isNegated }) => !isNegated).map(({ literal }) => literal.replace(/[^a-z0-9]/g, '\\$&')),
  );
  return { all, hint: new RegExp(literals.size === 0 ? '$.' : [...literals].join('|')) };
}

function parsePattern(glob: string, isFolder: boolean): Pattern {
  const trimmed = glob.trim();
  const isNegated = trimmed.startsWith('!');
  const plain = (isNegated ? trimmed.slice(1) : trimmed).replace(/^~(?=[/\\])/, '');
  const isHome = plain.length < trimmed.length - (isNegated ? 1 : 0);
  const segments = pathSegments(plain);
  const isRooted = !isHome && (/^[/\\]/.test(plain) || /^[a-z]:$/.test(segments[0] ?? ''));
  const globs = isRooted ? segments : ['**', ...segments];
  const literal = segments
    .flatMap((segment) => segment.split(/[*?]+/))
    .reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  if (segments.length === 0) return { globs: [], isNegated, literal };
  return { globs: isFolder ? [globs, [...globs, '**']] : [globs], isNegated, literal };
}

function isExcluded(path: string, { all, hint }: Patterns): boolean {
  if (!hint.test(path.toLowerCase())) return false;
  const segments = pathSegments(path);
  const decided = all.findLast(({ globs }) => globs.some((glob) => matchesGlob(glob, segments)));
  return decided !== undefined && !decided.isNegated;
}
