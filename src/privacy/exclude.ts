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

const MAX_PATH = 4_096;

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
  const segments = segmentsOf(plain);
  const isRooted = !isHome && (/^[/\\]/.test(plain) || /^[a-z]:$/.test(segments[0] ?? ''));
  const globs = isRooted ? segments : ['**', ...segments];
  const literal = segments
    .flatMap((segment) => segment.split(/[*?]+/))
    .reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  if (segments.length === 0) return { globs: [], isNegated, literal };
  return { globs: isFolder ? [globs, [...globs, '**']] : [globs], isNegated, literal };
}

function segmentsOf(path: string): string[] {
  const segments: string[] = [];
  for (const segment of path
    .slice(0, MAX_PATH)
    .toLowerCase()
    .split(/[/\\]+/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.' && segment !== 'file:') segments.push(segment);
  }
  return segments;
}

function isExcluded(path: string, { all, hint }: Patterns): boolean {
  if (!hint.test(path.toLowerCase())) return false;
  const segments = segmentsOf(path);
  const decided = all.findLast(({ globs }) => globs.some((glob) => matchList(glob, segments, SEGMENTS)));
  return decided !== undefined && !decided.isNegated;
}

/** What stands for any number of elements, and how one element is compared. */
interface Wildcards {
  many: string;
  one: (glob: string, item: string) => boolean;
}

const CHARACTERS: Wildcards = { many: '*', one: (glob, char) => glob === '?' || glob === char };

const SEGMENTS: Wildcards = {
  many: '**',
  one: (glob, name) => (/[*?]/.test(glob) ? matchList([...glob], [...name], CHARACTERS) : glob === name),
};

/** A list against a list of globs. Only the last star is taken up again: the work is at most the product of both lengths. */
function matchList(globs: readonly string[], items: readonly string[], wildcards: Wildcards): boolean {
  let glob = 0;
  let star = -1;
  let resume = 0;
  for (let item = 0; item < items.length; ) {
    if (globs[glob] === wildcards.many) {
      star = glob;
      glob += 1;
      resume = item;
    } else if (glob < globs.length && wildcards.one(globs[glob] ?? '', items[item] ?? '')) {
      glob += 1;
      item += 1;
    } else if (star >= 0) {
      glob = star + 1;
      resume += 1;
      item = resume;
    } else return false;
  }
  while (globs[glob] === wildcards.many) glob += 1;
  return glob === globs.length;
}
