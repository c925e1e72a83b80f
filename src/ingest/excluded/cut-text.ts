import { cutLinesOf } from './cut-marks.ts';
import type { ExcludedNames } from './excluded-names.ts';

/** What stands in the place of the contents of an excluded file. */
export const EXCLUDED_MARK = '[excluded path]';

const NAME_CHARS = 4_096;
/** Upper bounds on the places of a line at which the name of its file can end. */
const COLONS_MAX = 4;
const DASHES_MAX = 16;
/** Colours of a terminal. */
const COLOURS = /\u001b\[[\d;]*[mK]/g;
const PATCH = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/;
const TAG = /^\s*<[a-z_-]+ (?:[a-z_-]+="[^"]*" )*(?:path|file|name|src|filename|source)="([^"]+)"/i;
const NAMED_FILE = String.raw`(?:#+ )?(?:file|path|filename|document|source):) ?(?:file:? ?)?(\S.*)$`;
const BANNER = new RegExp(`^(?:-{3,}|={3,}|#{3,}|\\*{3,}|${NAMED_FILE}`, 'i');
/** The same as loops over files write it: with a heading of Markdown, or other signs. */
const LOOP_BANNER = new RegExp(`^(?:[-=#*>~+]{2,}|#|${NAMED_FILE}`, 'i');
const COMMIT = /^(?:commit )?[0-9a-f]{7,64}(?: \S|$)/;
/** A hit of a search below the name of its file: `12:text`, `12-text`, `  Line 12: text`. */
const HIT = /^\s*(?:line )?\d+\s*[:|→-]/i;

/** What lists files before a diff: the status of each, or how many lines of each are changed. */
const LISTED = /^(?:[ MADRCUT]{2} \S| \S.* \| +(?:\d+ ?[-+]*$|Bin)| \d+ files? changed|-{3}$|$)/;
/** The names of git in a diff, which a filter may have left alone. */
const SIDES = /^(?:---|\+\+\+) (?:"?[a-z\d]\/|\/dev\/null)/;
/** A code block that names its lines: ```1:3:src/a.ts, and what ends it. */
const NUMBERED_FENCE = /^\s*```\d+:\d+:(\S.*)$/;
const FENCE = /^\s*```/;
/** A name with its lines alone: `[src/a.ts:1-3]`, `src/a.ts (1-3)`, `src/a.ts (lines 3-9)`. */
const RANGED =
  /^(?:\d+[.)] )?[[(`*]{0,3}([^\s[\]()`*:][^[\]()`*:\n]*?)`?(?::| ?\((?:lines? )?| ?#?L| lines? )L?\d+[-–]L?\d+[)\]`*]{0,3}:?$/;
/** Where a section of a diff or a commit begins. */
const TORN = /^(?:\u001b\[[\d;]*m)?(?:diff|commit|---|\+\+\+) /m;
/** A name alone above a code block: `src/a.ts`:, **src/a.ts**, 2. `src/a.ts` (3 lines). */
const ALONE = /^(?:\d+[.)] |[-#]+ )?[*`"[(]{0,4}([^\s*`"[\]()][^*`"[\]()\n]*?):?[*`"\])]{0,4}(?: ?\([^()]*\))?:?$/;
/** A link of Markdown, or an address within a line. */
const LINK = /\]\(|\s\S{0,20}:\/\//;
/** A path from the root, home, or the folder in which a command works. */
const PLACED = /^(?:\.{1,2}[/\\]|~|[/\\].*[/\\]|[a-z]:[/\\])/i;
/** What a pager draws below a name. */
const RULE = /^[─━═]{3}/;

/** Lines of `git log -p --graph`, before which the graph stands, two characters a branch. */
const GRAPH = /^(?:[|*\\/_ ]{0,99}\| *diff --git |\* +(?:commit )?[0-9a-f]{7})/m;
const BRANCHES = /^(?:[|*\\/_ ]{2}|[|*\\/]$){1,60}/;
/** The number of a header's line, as tools that read a file write it. */
const NUMBER = /^ *\d+[→\t|] ?(?=diff |--- |\+\+\+ |\*\*\* |@@|<\/?file)/;

/** A name by which the form of a heading is looked at. */
const SAMPLE = '/a/b.c';

/** How a text is looked through. */
export interface CutTextOptions {
  names: AskedNames;
  /** `headers`: only the sections of diffs and patches are looked for, not what else names a file. */
  only?: 'headers';
  /** The text may be of a search: lines begin with the name of a file, or stand below it, also without a number. */
  isSearch?: boolean;
}

/** What a text asks of names. */
export type AskedNames = Pick<ExcludedNames, 'has' | 'hasOwn' | 'hasInDiff' | 'mayBeIn' | 'mayBeOfOwn'>;

type Kind = 'tail' | 'diff' | 'patch' | 'tag' | 'fence' | 'banner' | 'hits' | 'heading' | 'none';

interface TextSection {
  kind: Kind;
  isExcluded: boolean;
  /** In a diff: a hunk began. In a code block: it was opened. */
  hasBody?: boolean;
}

/** The kinds of headers that end a section of an excluded file, by the kind of the section. */
const ENDED_BY: Readonly<Record<Kind, readonly Kind[]>> = {
  tail: ['tail'],
  diff: ['diff', 'tail', 'none'],
  patch: ['patch', 'none'],
  tag: ['tag', 'tail', 'none'],
  fence: ['none'],
  banner: ['banner', 'tail', 'diff'],
  hits: ['hits', 'heading', 'tail', 'diff', 'none'],
  heading: ['hits', 'heading', 'tail', 'diff', 'none'],
  none: ['tail', 'diff', 'patch', 'tag', 'fence', 'banner', 'hits', 'heading', 'none'],
};

/**
 * A text without what it tells of excluded files, the same one where it names none: sections of diffs and patches, of `head` and
 * `tail`, hits of a search. Names stay. What follows a cut, and what stands of a diff before its first header, is of a file that
 * nobody knows: it is left out where that can be one of a person's own pattern. Linear.
 */
export function cutText(text: string, options: CutTextOptions): string {
  const { names, only } = options;
  const isOwn = only === undefined && names.mayBeOfOwn();
  const cut = cutLinesOf(text, isOwn);
  const isTorn = isOwn && TORN.test(text);
  if (cut === undefined && !isTorn && !names.mayBeIn(text)) return text;
  const given = cut?.lines ?? text.split('\n');
  const before = GRAPH.test(text) ? BRANCHES : NUMBER;
  const lines = given.map((line) => line.replace(before, ''));
  const tornFrom = isTorn ? tornDiffIn(lines) : -1;
  const kept: string[] = [];
  let section: TextSection = { kind: 'none', isExcluded: false };
  let below: Kind = 'none';
  let isLess = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = plainLine(lines, at);
    if (at === tornFrom) section = { kind: 'diff', isExcluded: true, hasBody: true };
    if (cut !== undefined && isOwn) below = nameAbove(lines, at, options) ?? below;
    const next = cut?.isMark(line) ? afterCut(section, below) : sectionAt(lines, at, { section, options });
    if (next !== undefined) section = next;
    const isHidden = next === undefined && (section.isExcluded ? line !== '' : isHit(line, section, options));
    if (!isHidden) kept.push(given[at] ?? '');
    else if (kept.at(-1) !== EXCLUDED_MARK) kept.push(EXCLUDED_MARK);
    isLess ||= isHidden && line !== EXCLUDED_MARK;
  }
  return isLess ? kept.join('\n') : text;
}

/** What a cut text goes on with: where it has sections, nobody knows of which file. */
function afterCut({ kind }: TextSection, below: Kind): TextSection {
  if (kind !== 'none' && kind !== 'hits') return { kind, isExcluded: true };
  return { kind: below, isExcluded: below !== 'none' };
}

/** How a text names the file of what follows a line, so that what follows a cut goes on below the name of another. */
function nameAbove(lines: readonly string[], at: number, { isSearch = false }: CutTextOptions): Kind | undefined {
  const line = plainLine(lines, at);
  const following = plainLine(lines, at + 1);
  const name = (isSearch ? LOOP_BANNER : BANNER).exec(line)?.[1];
  if (name !== undefined && isPathLike(withoutRule(name))) return 'banner';
  if (following === '' || !isPathLike(line.replace(/:$/, ''))) return undefined;
  const isFirst = isSearch && plainLine(lines, at - 1) === '' && !isPathLike(following);
  return isFirst || HIT.test(following) ? 'heading' : undefined;
}

/** The line from which a text is a diff whose header was left out, up to the first header or commit in it; -1 where there is none. */
function tornDiffIn(lines: readonly string[]): number {
  const header = lines.findIndex(
    (_, at) => /^(?:diff |commit [0-9a-f]{7,64}\b)/.test(plainLine(lines, at)) || SIDES.test(plainLine(lines, at)),
  );
  const isCommit = plainLine(lines, header).startsWith('commit');
  let from = header;
  while (from > 0 && /^(?:[-+ @\\]|$)/.test(plainLine(lines, from - 1))) from -= 1;
  const above = lines.slice(from, header).map((_, i) => plainLine(lines, from + i));
  const isHunk = isCommit ? above.some((line) => /^(?:[-+]|@@)/.test(line)) : above.at(-1) !== '';
  const isList = above.every((line) => LISTED.test(line));
  return from < header && isHunk && !isList ? from : -1;
}

function plainLine(lines: readonly string[], at: number): string {
  const line = lines[at] ?? '';
  const plain = line.includes('\u001b') ? line.replace(COLOURS, '') : line;
  return plain.endsWith('\r') ? plain.slice(0, -1) : plain;
}

/** The section that begins or ends with a line; `undefined` where the line belongs to the one before. */
function sectionAt(
  lines: readonly string[],
  at: number,
  { section, options }: { section: TextSection; options: CutTextOptions },
): TextSection | undefined {
  const line = plainLine(lines, at);
  const found = headerAt(lines, at, { section, options }) ?? headingAt(lines, at, { section, options });
  if (found !== undefined) {
    // A diff names its files several times: one of them is enough.
    const isSame = section.kind === 'diff' && found.kind === 'diff' && !section.hasBody && !line.startsWith('diff ');
    if (isSame && section.isExcluded) return { ...found, isExcluded: true };
    const isMoved = section.kind === 'patch' && line.startsWith('*** Move') && section.isExcluded;
    if (isMoved) return section;
    return section.isExcluded && !ENDED_BY[section.kind].includes(found.kind) ? undefined : found;
  }
  if (section.kind === 'diff' && line.startsWith('@@')) section.hasBody = true;
  const isOver = section.isExcluded && section.kind === 'hits' && line === '';
  return isOver ? { kind: 'none', isExcluded: false } : undefined;
}

/** The section that a header of a known form begins. */
function headerAt(
  lines: readonly string[],
  at: number,
  { section, options: { names, only, isSearch } }: { section: TextSection; options: CutTextOptions },
): TextSection | undefined {
  const line = plainLine(lines, at);
  if (line.length > NAME_CHARS * 2) return undefined;
  if (line.startsWith('diff ') || line.startsWith('Index: '))
    return { kind: 'diff', isExcluded: namesOne(line, names) };
  const following = plainLine(lines, at + 1);
  if (
    line.startsWith('--- ') &&
    following.startsWith('+++ ') &&
    (plainLine(lines, at + 2).startsWith('@@') || (SIDES.test(line) && SIDES.test(following)))
  ) {
    const named = [line, following].some((one) => names.hasInDiff(one.slice(4).split('\t')[0] ?? ''));
    return { kind: 'diff', isExcluded: named, hasBody: true };
  }
  if (section.kind === 'diff' && !section.hasBody && /^(?:---|\+\+\+) /.test(line) && names.hasInDiff(line.slice(4))) {
    return { kind: 'diff', isExcluded: true };
  }
  if (isSideAlone(lines, at)) return { kind: 'diff', isExcluded: names.hasInDiff(line.slice(4)), hasBody: true };
  const patched = line.startsWith('*** ') ? PATCH.exec(line)?.[1] : undefined;
  if (patched !== undefined) return { kind: 'patch', isExcluded: names.has(patched.trim()) };
  if (section.kind === 'patch' && line.startsWith('*** End Patch')) return { kind: 'none', isExcluded: false };
  if (only === 'headers') return undefined;
  if (line.startsWith('==> ') && line.endsWith(' <=='))
    return { kind: 'tail', isExcluded: names.has(line.slice(4, -4)) };
  if (section.kind === 'diff' && /^commit [0-9a-f]{7,64}\b/.test(line)) return { kind: 'none', isExcluded: false };
  if (section.kind === 'diff' || section.kind === 'patch' || section.kind === 'tail') return undefined;
  return (
    fenceAt(line, following, { section, names }) ??
    tagOrBanner(line, section, { names, isSearch: isSearch === true, following })
  );
}

/** True for one of the two names of git in a diff of which a filter took the other: `grep '^+'`. */
function isSideAlone(lines: readonly string[], at: number): boolean {
  const line = plainLine(lines, at);
  if (!SIDES.test(line) || /[-+ ]$/.test(line)) return false;
  return line.startsWith('-')
    ? !plainLine(lines, at + 1).startsWith('+++ ')
    : !plainLine(lines, at - 1).startsWith('--- ');
}

/** A code block of an excluded file: it says so itself, or the line above it names one of a person's own pattern. */
function fenceAt(
  line: string,
  following: string,
  { section, names }: { section: TextSection; names: AskedNames },
): TextSection | undefined {
  if (section.kind === 'fence') {
    const isEnd = section.hasBody === true && FENCE.test(line);
    section.hasBody = true;
    return isEnd ? { kind: 'none', isExcluded: false } : undefined;
  }
  const numbered = NUMBERED_FENCE.exec(line)?.[1];
  if (numbered !== undefined) {
    return names.has(numbered) ? { kind: 'fence', isExcluded: true, hasBody: true } : undefined;
  }
  const name = FENCE.test(following) ? ALONE.exec(line)?.[1] : undefined;
  const isNamed = name !== undefined && isPathLike(name.replace(/ /g, '')) && names.hasOwn(name);
  return isNamed ? { kind: 'fence', isExcluded: true } : undefined;
}

function tagOrBanner(
  line: string,
  section: TextSection,
  { names, isSearch, following }: HitOptions & { following: string },
): TextSection | undefined {
  const tagged = line.includes('<') ? TAG.exec(line)?.[1] : undefined;
  if (tagged !== undefined) return { kind: 'tag', isExcluded: names.has(tagged) };
  if (section.kind === 'tag' && /^\s*<\//.test(line)) return { kind: 'none', isExcluded: false };
  const ranged = RANGED.exec(line)?.[1] ?? (RULE.test(following) ? line.replace(/^[a-z]{5,8}: /, '') : undefined);
  const bannered = (isSearch ? LOOP_BANNER : BANNER).exec(line)?.[1] ?? ranged;
  if (bannered === undefined) return undefined;
  const name = withoutRule(bannered);
  // A heading of a document may be the name of a secret file: "### .env".
  const isMeant = line.startsWith('#') ? names.hasOwn(name) : names.has(name) && !isSentence(name, names);
  if (isMeant) return { kind: 'banner', isExcluded: true };
  return section.kind === 'banner' && isPathLike(name) ? { kind: 'banner', isExcluded: false } : undefined;
}

/** The name in `--- name ---`, `=== name (3 lines) ===`. */
function withoutRule(text: string): string {
  let end = text.length;
  while (end > 0 && ' -=#*:<>~+'.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end).replace(/ \([^()]{0,80}\)$/, '');
}

function namesOne(line: string, names: AskedNames): boolean {
  if (!names.mayBeIn(line)) return false;
  const rest = line.slice(line.indexOf(' ') + 1);
  return names.hasInDiff(rest) || rest.split(/ (?=["\S])/).some((word) => names.hasInDiff(word));
}

/** A name of a file alone on a line, which hits or a content follow. */
function headingAt(
  lines: readonly string[],
  at: number,
  { section, options: { names, only, isSearch } }: { section: TextSection; options: CutTextOptions },
): TextSection | undefined {
  if (only !== undefined || !['none', 'hits', 'heading'].includes(section.kind)) return undefined;
  const line = plainLine(lines, at);
  if (line === '' || line.length > NAME_CHARS || /^[\s{]/.test(line)) return undefined;
  const name = line.endsWith(':') ? line.slice(0, -1) : line;
  const following = plainLine(lines, at + 1);
  const isHeading = names.has(name) && isNameAlone(name, following, { names, isSearch: isSearch === true });
  if (isHeading && following !== '' && at + 1 < lines.length) {
    if (HIT.test(following)) return { kind: 'hits', isExcluded: true };
    // A line of a list, as `.gitignore` has them, is no heading of what follows.
    if (isSearch === true && (PLACED.test(name) || names.hasOwn(name))) return { kind: 'heading', isExcluded: true };
  }
  if (isHeading || !section.isExcluded) return isHeading ? { kind: 'none', isExcluded: false } : undefined;
  const isNext = (isPathLike(name) && !HIT.test(line)) || (section.kind === 'heading' && COMMIT.test(line));
  return isNext ? { kind: 'heading', isExcluded: false } : undefined;
}

/** True for a line that is a name, and none of a hit: `a/b.md-text` could be both, and is a hit among others. */
function isNameAlone(name: string, following: string, options: HitOptions): boolean {
  if ((/\s/.test(name) && !name.includes('/')) || LINK.test(name)) return false;
  if (isNamedByColon(name, options)) return false;
  if (HIT.test(following) || !isNamedByDash(name, options)) return true;
  if (following === '' || isNamedByDash(name, { ...options, isSearch: false })) return false;
  return !/\s/.test(name) && !/^[^\s:]*[/.][^\s:]*[:-]/.test(following);
}

/** True for a line with a name, as `name` finds it, below which what a loop prints is of that file. */
export function isHeading(line: string, name: RegExp): boolean {
  const is = (text: string): boolean => text === SAMPLE;
  const names = { has: is, hasOwn: is, hasInDiff: is, mayBeIn: () => true, mayBeOfOwn: () => false };
  return cutText(`${line.replace(name, SAMPLE)}\nx`, { names, isSearch: true }).endsWith(EXCLUDED_MARK);
}

function isPathLike(name: string): boolean {
  return name.length <= NAME_CHARS && !/[\s:=]/.test(name) && /[/.]/.test(name);
}

/** True for a line that begins with the name of an excluded file, as hits of a search do. */
function isHit(line: string, { kind }: TextSection, { names, only, isSearch = false }: CutTextOptions): boolean {
  if (only !== undefined || kind === 'diff' || kind === 'patch' || kind === 'tail' || kind === 'tag') return false;
  if (line === EXCLUDED_MARK || !names.mayBeIn(line)) return false;
  const head = line.slice(0, NAME_CHARS);
  return isNamedByColon(head, { names, isSearch }) || isNamedByDash(head, { names, isSearch });
}

/** True for the name of an excluded file, and none of a hit in it: below an excluded folder any text would be a name. */
export function isExcludedName(text: string, names: AskedNames): boolean {
  if (text.length > NAME_CHARS || text.includes('\n') || !names.has(text)) return false;
  const path = text.replace(/^(?:[a-z]+:\/\/|[a-z]:(?=[/\\]))/i, '');
  if (path.includes(':') || (/\s/.test(path) && !/\.\w{1,8}$/.test(path)) || isSentence(path, names)) return false;
  return !isNamedByDash(path, { names, isSearch: false });
}

/** True for words before a name that only the patterns for secret files mean: "Configure .env", "Stop committing .env". */
function isSentence(text: string, names: AskedNames): boolean {
  return /\s/.test(text) && !PLACED.test(text) && !names.hasOwn(text);
}

/** True for a key of an object that is the path of an excluded file: a word alone may be any name (`contracts`, `user.key`). */
export function isExcludedKey(key: string, names: AskedNames): boolean {
  const isPath = /^\.|[/\\]/.test(key) || (key.includes('.') && names.hasOwn(key));
  return isPath && isExcludedName(key, names);
}

type HitOptions = Pick<CutTextOptions, 'names'> & { isSearch: boolean };

/** `file:12:text`, `file:text`, `revision:file:12:text`, `file(12,3): text`. */
function isNamedByColon(head: string, { names, isSearch }: HitOptions): boolean {
  let from = 0;
  for (let turn = 0; turn < COLONS_MAX; turn += 1) {
    const end = nextOf(head, ':\0', from);
    if (end < 0) return false;
    // A compiler names the place in brackets.
    const name = head.slice(from, end).replace(/\(\d{1,9},\d{1,9}\)$/, '');
    const isNumbered = /^\d+[:\0-]/.test(head.slice(end + 1, end + 12)) || head[end] === '\0' || head[end - 1] === ')';
    const isPlain = (!/\s/.test(name) || name.includes('/')) && !LINK.test(name);
    if ((isNumbered || (isSearch && isPlain)) && names.has(name)) return true;
    from = end + 1;
  }
  return false;
}

/** `file-12-text`, `file-text`, `file=12=text`: lines around a hit. */
function isNamedByDash(head: string, { names, isSearch }: HitOptions): boolean {
  let from = 0;
  for (let turn = 0; turn < DASHES_MAX; turn += 1) {
    const end = nextOf(head, '-=', from);
    if (end < 0) return false;
    from = end + 1;
    const isNumbered = /^\d+[-=]/.test(head.slice(from, from + 12));
    const path = head.slice(0, end);
    const name = path.slice(path.lastIndexOf(':') + 1);
    const hasExtension = name.slice(name.lastIndexOf('/') + 1).includes('.');
    if ((isNumbered || (isSearch && hasExtension && !/\s/.test(name))) && names.has(name)) return true;
  }
  return false;
}

function nextOf(text: string, chars: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (chars.includes(text[at] ?? '')) return at;
  return -1;
}
