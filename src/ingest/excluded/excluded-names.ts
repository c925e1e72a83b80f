import { foldPath, matchesGlob, pathSegments } from '../../core/glob.ts';
import type { Exclusion, PathPattern } from '../../privacy/exclude.ts';

/** Upper bound on the different paths of one event that are compared with the patterns. */
const PATHS_MAX = 20_000;
const PATH_CHARS = 4_096;

/** The home that a folder is in, and how a shell writes it. */
const HOME = /^(?:\w:)?[/\\](?:root\b|(?:home|Users)[/\\][^/\\]+)/;
/** A path that a command begins elsewhere than in its folder, of which the name alone says too little. */
export const OUTSIDE = /(?<![^\s'"=])(?:\.\.|~|\$HOME)(?=[/\\]|$)/;
const OF_HOME = /^(?:~|\$HOME)(?=[/\\])/;

/** The excluded paths as one event is asked for them. */
export interface ExcludedNames {
  /** True for a path of an excluded file. Beyond 20,000 different ones for each that could be one: what nobody looked at is left out. */
  has(path: string): boolean;
  /** The same by the patterns of a person or project alone. */
  hasOwn(path: string): boolean;
  /** True once the bound on paths is met. */
  isFull(): boolean;
  /** False for a text that names none. */
  mayBeIn(text: string): boolean;
  patterns(): readonly PathPattern[];
}

/** Builds the question for one event, in whose folder relative paths are: each path is compared once. */
export function createExcludedNames({ path: isAny, own, mayName, patterns }: Exclusion, cwd = ''): ExcludedNames {
  const known = new Map<string, boolean>();
  const knownOwn = new Map<string, boolean>();
  const hint = cwd !== '' && isAny(cwd) ? /^/ : hintBelow(patterns(), cwd);
  const [home = '~'] = HOME.exec(cwd) ?? [];
  const isBelow = (text: string): boolean => hint?.test(foldPath(text)) === true;
  const ask = (given: string, answers: Map<string, boolean>, isExcluded: (path: string) => boolean): boolean => {
    const before = answers.get(given);
    if (before !== undefined || given === '') return before === true;
    const path = given.startsWith('"') ? unquoted(given.slice(0, PATH_CHARS)) : given;
    const isRelative = cwd !== '' && !/^(?:[/\\~$]|\w+:)/.test(path);
    const full = isRelative ? `${cwd}/${path}` : path.replace(OF_HOME, home);
    if (!(isRelative && isBelow(path)) && !mayName(OUTSIDE.test(path) ? full : path)) return false;
    if (answers.size >= PATHS_MAX) return true;
    const found = isExcluded(path) || isExcluded(full);
    answers.set(given, found);
    return found;
  };
  return {
    patterns,
    isFull: () => known.size >= PATHS_MAX || knownOwn.size >= PATHS_MAX,
    mayBeIn: (text) => mayName(text) || ESCAPED.test(text) || isBelow(text),
    has: (given) => ask(given, known, isAny),
    hasOwn: (given) => ask(given, knownOwn, own),
  };
}

/**
 * What a path relative to a folder must contain to be excluded by a pattern that names the folder as well: of `/srv/shop/contracts`
 * in `/srv/shop` the rest of the pattern. `undefined` where no pattern does.
 */
function hintBelow(patterns: readonly PathPattern[], cwd: string): RegExp | undefined {
  const folder = pathSegments(cwd);
  if (folder.length === 0) return undefined;
  const rests = patterns
    .filter(({ isNegated }) => !isNegated)
    .flatMap(({ globs }) => globs)
    .flatMap((glob) => glob.flatMap((_, at) => (endsAt(glob, at, folder) ? [longestOf(glob.slice(at + 1))] : [])));
  return rests.length === 0 ? undefined : new RegExp(rests.map((rest) => rest.replace(/[^a-z0-9]/g, '\\$&')).join('|'));
}

function endsAt(glob: readonly string[], at: number, folder: readonly string[]): boolean {
  return glob[at] !== '**' && matchesGlob(glob.slice(0, at + 1), folder);
}

/** The longest run without wildcards. */
function longestOf(glob: readonly string[]): string {
  const runs = glob.flatMap((segment) => segment.split(/[*?]+/));
  return runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
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
