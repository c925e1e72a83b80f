import { foldPath, matchesGlob, pathSegments } from '../../core/glob.ts';
import { lazy } from '../../core/lazy.ts';
import type { Exclusion, PathPattern } from '../../privacy/exclude.ts';
import { above, fromHome, isInHome, isRelative } from './folders-of.ts';
import { globAim, isRooted, longestOf } from './glob-aim.ts';
import { inWorkTrees } from './in-work-trees.ts';
import { isPage } from './web-pages.ts';

/** Upper bound on the different paths of one event that are compared with the patterns. */
const PATHS_MAX = 20_000;
const PATH_CHARS = 4_096;

/** A path that a command begins elsewhere than in its folder, of which the name alone says too little. */
export const OUTSIDE = /(?<![^\s'"=])(?:\.\.|~|\$HOME)(?=[/\\]|$)/;
/** A path from a folder that nobody knows, mostly that in which a command works, or the top of its repository: `$ROOT/a`. */
const FROM_UNKNOWN = /^\$(?!HOME\b|TMPDIR\b)(?:\w+|\{(?!HOME\}|TMPDIR\})[^{}]*\})[/\\]/;
/** What git puts before the names of a diff. */
const SIDE = /^("?)[a-z\d]\//i;

/** The excluded paths as one event is asked for them. */
export interface ExcludedNames {
  /** True for a path of an excluded file. Beyond 20,000 different ones for each that could be one: what nobody looked at is left out. */
  has(path: string): boolean;
  /** The same by the patterns of a person or project alone. */
  hasOwn(path: string): boolean;
  /** True for the folder of an excluded project, or one in it. */
  isProject(path: string): boolean;
  /** The same as `has` of a name in a diff, which git writes behind `a/` or `b/`, and from the top of the repository. */
  hasInDiff(name: string): boolean;
  /** True for a name that says itself that its file is excluded, and is not so by the folder of the call alone: no word of contents. */
  isName(path: string): boolean;
  /** True where a folder of the call is excluded: each word of it can be of what lies there. */
  isInside(): boolean;
  /**
   * True where a file that a person's own pattern names can lie in a repository of the call's folders: what an answer tells of no known
   * file may be of that one.
   */
  mayBeOfOwn(): boolean;
  /** True once the bound on paths is met. */
  isFull(): boolean;
  /** False for a text that names none. */
  mayBeIn(text: string): boolean;
  patterns: Exclusion['patterns'];
  /** The folders that relative paths can be of. */
  folders: readonly string[];
}

/** Builds the question for one event, with the folders that its relative paths can be of: each path is compared once. */
export function createExcludedNames(exclusion: Exclusion, folders: readonly string[]): ExcludedNames {
  return namesFrom(inWorkTrees(exclusion, folders), folders);
}

function namesFrom(exclusion: Exclusion, given: readonly string[]): ExcludedNames {
  const folders = withTops(exclusion, given);
  const { path: isAny, mayName, patterns } = exclusion;
  const known = new Map<string, boolean>();
  const knownOwn = new Map<string, boolean>();
  const outside = lazy(() =>
    namesFrom(
      exclusion,
      folders.filter((folder) => !isAny(folder)),
    ),
  );
  const bases = lazy(() =>
    folders.map((folder) => ({ folder, hint: isAny(folder) ? /^/ : hintFrom(patterns().flat(), folder) })),
  );
  const fromTop = lazy(() => namesFrom(exclusion, topsOf(exclusion, folders)));
  const placesOf = (path: string): string[] => {
    if (!isRelative(path)) return [fromHome(path, folders[0])];
    const [lower, isOutside] = [foldPath(path), OUTSIDE.test(path)];
    return bases().flatMap(({ folder, hint }) => (isOutside || hint?.test(lower) ? [`${folder}/${path}`] : []));
  };
  const ask = (asked: string, answers: Map<string, boolean>, byOwn?: boolean): boolean => {
    const before = answers.get(asked);
    if (before !== undefined || asked === '') return before === true;
    const plain = asked.startsWith('"') ? unquoted(asked.slice(0, PATH_CHARS)) : asked;
    const path = plain.replace(FROM_UNKNOWN, '');
    const places = [path, ...placesOf(path)].filter(mayName);
    if (places.length === 0 || (byOwn && isPage(asked))) return false;
    if (answers.size >= PATHS_MAX) return true;
    const isOfTop = (): boolean => path !== plain && fromTop()[byOwn ? 'hasOwn' : 'has'](path);
    const isMet = (one: string): boolean => isAny(one, byOwn) && !(isPage(asked) && isAny(one, true));
    const found = places.some(isMet) || isOfTop();
    answers.set(asked, found);
    return found;
  };
  const has = (path: string): boolean => ask(path, known);
  const ofOwn = lazy(() => {
    const rooted = (pattern: PathPattern): boolean => pattern.isOwn && pattern.globs.every(isRooted);
    const own = patterns().flatMap((list) => list.filter(({ isOwn, isNegated }) => isOwn && !isNegated));
    if (own.some((pattern) => !rooted(pattern))) return true;
    const tops = folders
      .flatMap((folder) => exclusion.topOf?.(folder) ?? above(folder).filter(isInHome))
      .filter(hasLetters);
    const globs = own.length === 0 ? [] : [...new Set([...folders, ...tops])].map((folder) => `${folder}/**`);
    const isMeant = (pattern: PathPattern): boolean => pattern.isNegated || rooted(pattern);
    return globs.some((glob) => globAim(glob, { folders, patterns }, isMeant) !== undefined);
  });
  return {
    has,
    hasOwn: (path) => ask(path, knownOwn, true),
    isProject: (path) => [path, ...placesOf(path)].some((one) => mayName(one) && exclusion.project(one)),
    hasInDiff: (name) => [name, name.replace(SIDE, '$1')].some((one) => has(one) || fromTop().has(one)),
    isName: (path) => (outside().folders.length === folders.length ? has(path) : outside().has(path)),
    isInside: () => outside().folders.length < folders.length,
    mayBeOfOwn: ofOwn,
    patterns,
    folders,
    isFull: () => known.size >= PATHS_MAX || knownOwn.size >= PATHS_MAX,
    mayBeIn: (text) =>
      mayName(text) || ESCAPED.test(text) || bases().some(({ hint }) => hint?.test(foldPath(text)) === true),
  };
}

function hasLetters(path: string): boolean {
  return /\w/.test(path);
}

/** The folders, with the tops of their repositories where one of them is said by a command or variable: `cd $(git rev-parse …)`. */
function withTops(exclusion: Exclusion, folders: readonly string[]): readonly string[] {
  const known = folders.filter((folder) => !folder.startsWith('$'));
  return known.length === folders.length ? folders : [...new Set([...known, ...topsOf(exclusion, known)])];
}

/** The top of the repository of each folder; where nobody knows it, each folder above. */
function topsOf({ topOf }: Exclusion, folders: readonly string[]): string[] {
  const tops = folders.map((folder) => topOf?.(folder) ?? '/');
  return [...new Set(folders.flatMap((folder, i) => (hasLetters(tops[i] ?? '') ? [`${tops[i]}`] : above(folder))))];
}

/**
 * What a relative path must contain to be excluded from a folder by a pattern that names folders of its own: of `/srv/shop/contracts`
 * in `/srv/shop` or below it the rest of the pattern. `undefined` where no pattern does.
 */
function hintFrom(patterns: readonly PathPattern[], path: string): RegExp | undefined {
  const folder = pathSegments(path);
  if (folder.length === 0) return undefined;
  const rests = patterns
    .filter(({ isNegated }) => !isNegated)
    .flatMap(({ globs }) => globs)
    .flatMap((glob) => [...restsBelow(glob, folder), ...restBeside(glob, folder)])
    .map(longestOf);
  return rests.length === 0 ? undefined : new RegExp(rests.map((rest) => rest.replace(/[^a-z0-9]/g, '\\$&')).join('|'));
}

function restsBelow(glob: readonly string[], folder: readonly string[]): string[][] {
  return glob.flatMap((_, at) => (endsAt(glob, at, folder) ? [glob.slice(at + 1)] : []));
}

/** The rest of a pattern from the root that begins as the folder does: a path may go up to there by `..`. */
function restBeside(glob: readonly string[], folder: readonly string[]): string[][] {
  const same = glob.findIndex(
    (one, at) => one === '**' || at >= folder.length || !matchesGlob([one], [folder[at] ?? '']),
  );
  return same === 0 ? [] : [glob.slice(same < 0 ? glob.length : same)];
}

function endsAt(glob: readonly string[], at: number, folder: readonly string[]): boolean {
  return glob[at] !== '**' && matchesGlob(glob.slice(0, at + 1), folder);
}

/** A byte as git writes it in a quoted path: `\303`. */
const ESCAPED = /\\[0-3][0-7]{2}/;

/** The path within quotes, with the bytes that git wrote in octal. */
function unquoted(path: string): string {
  const inner = path.slice(1, path.endsWith('"') ? -1 : undefined);
  if (!ESCAPED.test(inner)) return inner;
  const bytes = inner
    .split(/\\([0-3][0-7]{2})/)
    .flatMap((part, i) => (i % 2 === 0 ? [...new TextEncoder().encode(part)] : [Number.parseInt(part, 8)]));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
