import { matchesGlob, pathSegments } from '../../core/glob.ts';
import type { Exclusion, PathPattern } from '../../privacy/exclude.ts';
import { fromHome, isRelative } from './folders-of.ts';

/** Upper bound on the characters and segments of a glob that is compared; a longer one counts as one that aims. */
const GLOB_CHARS = 256;
const GLOB_SEGMENTS = 32;
const WILD = /[*?]/;
/** Upper bound on the words for which one with braces stands. */
const BRACED_MAX = 64;
const BRACES = /\{([^{}]*,[^{}]*)\}/;
/** Letters and digits by which a part of a name tells which file is meant: of a person's patterns, and of the others. */
const OWN_LETTERS = 1;
const LETTERS = 3;

/** A glob as the patterns are compared with it: as it is, and from the root, where the call says from where. */
interface PlacedGlob {
  bare: readonly string[];
  full: readonly string[] | undefined;
}

/** What a glob is compared with: the patterns, and the folders that it can be of. */
export interface GlobPlace extends Pick<Exclusion, 'patterns'> {
  folders: readonly string[];
}

/**
 * How a glob of a call meets the patterns of excluded paths: `aims` where a part of a name in it is one of theirs (`contr*` and
 * `contracts/`), `meets` where its wildcards could stand for one of them, among others. Shells and tools both are read:
 * `{1..9}` and `[ab]` stand for any text and any character. A pattern from the root is met from the folders of the call.
 */
export function globAim(
  word: string,
  { folders, patterns }: GlobPlace,
  isMeant: (pattern: PathPattern) => boolean = () => true,
): 'aims' | 'meets' | undefined {
  const plain = fromHome(word, folders[0]);
  const glob = plain.replace(/\{[^{}]*\}/g, '*').replace(/\[[^[\]]*\]/g, '?');
  if (!WILD.test(glob)) return undefined;
  const bare = pathSegments(glob);
  if (word.length > GLOB_CHARS || bare.length > GLOB_SEGMENTS) return 'aims';
  const places = isRelative(glob) ? folders.map((folder) => pathSegments(`${folder}/${glob}`)) : [bare];
  const lists = patterns().map((list) => list.filter(isMeant));
  const globs = places.length === 0 ? [{ bare, full: undefined }] : places.map((full) => ({ bare, full }));
  const met = Math.max(...globs.flatMap((one) => lists.map((list) => meetLast(one, list))));
  return met === 3 ? 'aims' : met === 2 ? 'meets' : undefined;
}

/** How a glob meets a list of patterns, of which a later one takes back what an earlier one said. */
function meetLast({ bare, full }: PlacedGlob, patterns: readonly PathPattern[]): number {
  let met = 0;
  for (const { globs, isNegated, isOwn } of patterns) {
    for (const pattern of globs) {
      const glob = isRooted(pattern) ? full : bare;
      if (glob === undefined) continue;
      if (isNegated) met = met > 0 && isWithin(glob, pattern) ? 0 : met;
      else if (couldMeet(glob, pattern, isOwn)) met = Math.max(met, meet(glob, pattern, isOwn));
    }
  }
  return met;
}

/** True when whatever a glob stands for matches a pattern; what stands behind a `**` counts for nothing. */
function isWithin(glob: readonly string[], pattern: readonly string[]): boolean {
  const until = glob.indexOf('**');
  const sure = until < 0 ? glob : glob.slice(0, until);
  return matchesGlob(
    pattern,
    sure.map((segment) => segment.replace(/\*/g, '\0\0')),
  );
}

/** True for the segments of a pattern from the root. */
export function isRooted(pattern: readonly string[]): boolean {
  return pattern[0] !== '**';
}

/** The longest run without wildcards. */
export function longestOf(glob: readonly string[]): string {
  const runs = glob.flatMap((segment) => segment.split(/[*?]+/));
  return runs.reduce((longest, run) => (run.length >= longest.length ? run : longest), '');
}

/** A command without the quotes that end before a path goes on: `"$HOME"/docs/*`. */
export function withoutEnds(command: string): string {
  return command.replace(/(?<=[\w}])["'](?=[/\\])/g, '');
}

/** How often what runs within what runs is looked at. */
const RUNS_DEPTH = 8;
const RUNS = /\$\([^()]*\)|`[^`]*`/g;
/** What stands for a folder before a path: `$ROOT/a`, `"${ROOT}"/a`, `{d}/a` in a text of code. */
const FILLED = /(?:\$(?!HOME\b|TMPDIR\b|PWD\b)\w+|\$?\{(?!HOME\}|TMPDIR\})[\w.[\]()@:#%-]{1,200}\})["']?(?=[/\\])/g;

/** A command with `$PWD` for each folder that another command or a variable says: `$(git rev-parse --show-toplevel)/a`. Linear. */
export function withFolders(command: string): string {
  if (!/[$`{]/.test(command)) return command;
  let left = command;
  for (let turn = 0; turn < RUNS_DEPTH; turn += 1) {
    const less = left.replace(RUNS, '$$PWD');
    if (less === left) break;
    left = less;
  }
  return left.replace(FILLED, '$$PWD').replace(/(?<=\$PWD)["'](?=[/\\])/g, '');
}

/** The words for which a word with braces stands: `{a,b}/c`. What stands for too many keeps its braces. */
export function withoutBraces(word: string): string[] {
  let words = [word];
  for (;;) {
    const choices = BRACES.exec(words[0] ?? '')?.[1]?.split(',') ?? [];
    if (choices.length === 0 || words.length * choices.length > BRACED_MAX) return words;
    words = words.flatMap((one) => choices.map((choice) => one.replace(BRACES, () => choice)));
  }
}

/** A quick look: each name of the pattern has a counterpart, and one of a pattern that is nobody's own is aimed at. */
function couldMeet(glob: readonly string[], pattern: readonly string[], isOwn: boolean): boolean {
  if (!isOwn)
    return glob.some(
      (one) => one !== '**' && pattern.some((other) => isAim(one, other, false) && couldBeOne(one, other)),
    );
  const isAnywhere = glob.includes('**');
  return pattern.every((other) => other === '**' || isAnywhere || glob.some((one) => couldBeOne(one, other)));
}

/** 3: aims; 2: meets a person's pattern; 1: meets another; 0: does not. */
function meet(glob: readonly string[], pattern: readonly string[], isOwn: boolean): number {
  const known = new Map<number, number>();
  const from = (at: number, to: number): number => {
    const key = at * (pattern.length + 1) + to;
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = step(at, to);
    known.set(key, found);
    return found;
  };
  const step = (at: number, to: number): number => {
    const [one, other] = [glob[at], pattern[to]];
    if (one === undefined && other === undefined) return isOwn ? 2 : 1;
    if (one === '**') return Math.max(from(at + 1, to), other === undefined ? 0 : from(at, to + 1));
    if (other === '**') return Math.max(from(at, to + 1), one === undefined ? 0 : from(at + 1, to));
    if (one === undefined || other === undefined || !couldBeOne(one, other)) return 0;
    const rest = from(at + 1, to + 1);
    return rest > 0 && isAim(one, other, isOwn) ? 3 : rest;
  };
  return from(0, 0);
}

/** True when a name could match both: a wildcard stands for no dot at the begin, as in a shell. */
function couldBeOne(one: string, other: string): boolean {
  if (!WILD.test(one)) return WILD.test(other) ? matchesGlob([other], [one]) : one === other;
  if (other.startsWith('.') && !one.startsWith('.')) return false;
  if (!WILD.test(other)) return matchesGlob([one], [other]);
  const [[a, b], [c, d]] = [endsOf(one), endsOf(other)];
  return (a.startsWith(c) || c.startsWith(a)) && (b.endsWith(d) || d.endsWith(b));
}

/** What stands before the first wildcard, and behind the last. */
function endsOf(glob: string): [string, string] {
  return [glob.slice(0, glob.search(WILD)), glob.slice(Math.max(glob.lastIndexOf('*'), glob.lastIndexOf('?')) + 1)];
}

/** True where letters other than those of an extension tell the name: `contr*` of `contracts`, not `*.json` of `secrets.json`. */
function isAim(one: string, other: string, isOwn: boolean): boolean {
  if (!WILD.test(one) || WILD.test(other)) return false;
  const dot = one.lastIndexOf('.');
  const name = dot > 0 ? one.slice(0, dot) : one;
  const isHidden = name.startsWith('.') && /\w/.test(name);
  return isHidden || name.replace(/\W/g, '').length >= (isOwn ? OWN_LETTERS : LETTERS);
}
