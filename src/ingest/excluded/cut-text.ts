import type { ExcludedNames } from './excluded-names.ts';

/** What stands in the place of the contents of an excluded file. */
export const EXCLUDED_MARK = '[excluded path]';

const NAME_CHARS = 4_096;
/** Upper bounds on the places of a line at which the name of its file can end. */
const COLONS_MAX = 4;
const DASHES_MAX = 16;
/** Where the door cut a long text: what follows may be of any file. */
const CUT = /^\[cut: \d+ of \d+ characters, \d+ lines\]$/m;
/** Colours of a terminal. */
const COLOURS = /\u001b\[[\d;]*[mK]/g;
const PATCH = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/;
const TAG = /^\s*<[a-z_-]+ (?:[a-z_-]+="[^"]*" )*(?:path|file|name|src|filename|source)="([^"]+)"/i;
const BANNER = /^(?:-{3,}|={3,}|#{3,}|\*{3,}|(?:#+ )?(?:file|path|filename|document|source):) ?(?:file:? ?)?(\S.*)$/i;
/** The same with a heading of Markdown, as loops over files write it. */
const LOOP_BANNER = new RegExp(BANNER.source.replace('#{3,}', '#+'), 'i');
const COMMIT = /^(?:commit )?[0-9a-f]{7,64}(?: \S|$)/;
/** A hit of a search below the name of its file: `12:text`, `12-text`, `  Line 12: text`. */
const HIT = /^\s*(?:line )?\d+\s*[:|→-]/i;

/** Lines of `git log -p --graph` before which the graph stands. */
const GRAPH = /^[|*\\/ ]{0,80}\| ?diff --git /m;
const BRANCHES = /^(?:[|*\\/] ?| {2}(?=[|\\/])){1,60}/;

/** How a text is looked through. */
export interface CutTextOptions {
  names: ExcludedNames;
  /** `headers`: only the sections of diffs and patches are looked for, not what else names a file. */
  only?: 'headers';
  /** The text may be of a search: lines begin with the name of a file, or stand below it, also without a number. */
  isSearch?: boolean;
}

type Kind = 'tail' | 'diff' | 'patch' | 'tag' | 'banner' | 'hits' | 'heading' | 'none';

interface TextSection {
  kind: Kind;
  isExcluded: boolean;
  /** In a diff: a hunk began. */
  hasBody?: boolean;
}

/** The kinds of headers that end a section of an excluded file, by the kind of the section. */
const ENDED_BY: Readonly<Record<Kind, readonly Kind[]>> = {
  tail: ['tail'],
  diff: ['diff', 'tail', 'none'],
  patch: ['patch', 'none'],
  tag: ['tag', 'tail', 'none'],
  banner: ['banner', 'tail', 'diff'],
  hits: ['hits', 'heading', 'tail', 'diff', 'none'],
  heading: ['hits', 'heading', 'tail', 'diff', 'none'],
  none: ['tail', 'diff', 'patch', 'tag', 'banner', 'hits', 'heading', 'none'],
};

/**
 * A text without what it tells of excluded files, the same one where it names none: sections of diffs and patches, of `head` and
 * `tail`, hits of a search. Names stay. Linear.
 */
export function cutText(text: string, options: CutTextOptions): string {
  const isCut = CUT.test(text);
  if (!isCut && !options.names.mayBeIn(text)) return text;
  const given = text.split('\n');
  const lines = GRAPH.test(text) ? given.map((line) => line.replace(BRANCHES, '')) : given;
  const kept: string[] = [];
  let section: TextSection = { kind: 'none', isExcluded: false };
  let isLess = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = plainLine(lines, at);
    const next = isCut && CUT.test(line) ? afterCut(section) : sectionAt(lines, at, { section, options });
    if (next !== undefined) section = next;
    const isHidden = next === undefined && (section.isExcluded ? line !== '' : isHit(line, section, options));
    if (!isHidden) kept.push(given[at] ?? '');
    else if (kept.at(-1) !== EXCLUDED_MARK) kept.push(EXCLUDED_MARK);
    isLess ||= isHidden && line !== EXCLUDED_MARK;
  }
  return isLess ? kept.join('\n') : text;
}

/** What a cut text goes on with: where it has sections, nobody knows of which file. */
function afterCut({ kind }: TextSection): TextSection {
  return { kind, isExcluded: kind === 'diff' || kind === 'tail' || kind === 'patch' };
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
  if (
    line.startsWith('--- ') &&
    plainLine(lines, at + 1).startsWith('+++ ') &&
    plainLine(lines, at + 2).startsWith('@@')
  ) {
    const named = [line, plainLine(lines, at + 1)].some((one) => names.hasInDiff(one.slice(4).split('\t')[0] ?? ''));
    return { kind: 'diff', isExcluded: named };
  }
  if (section.kind === 'diff' && !section.hasBody && /^(?:---|\+\+\+) /.test(line) && names.hasInDiff(line.slice(4))) {
    return { kind: 'diff', isExcluded: true };
  }
  const patched = line.startsWith('*** ') ? PATCH.exec(line)?.[1] : undefined;
  if (patched !== undefined) return { kind: 'patch', isExcluded: names.has(patched.trim()) };
  if (section.kind === 'patch' && line.startsWith('*** End Patch')) return { kind: 'none', isExcluded: false };
  if (only === 'headers') return undefined;
  if (line.startsWith('==> ') && line.endsWith(' <=='))
    return { kind: 'tail', isExcluded: names.has(line.slice(4, -4)) };
  if (section.kind === 'diff' && /^commit [0-9a-f]{7,64}\b/.test(line)) return { kind: 'none', isExcluded: false };
  if (section.kind === 'diff' || section.kind === 'patch' || section.kind === 'tail') return undefined;
  return tagOrBanner(line, section, { names, isSearch: isSearch === true });
}

function tagOrBanner(line: string, section: TextSection, { names, isSearch }: HitOptions): TextSection | undefined {
  const tagged = line.includes('<') ? TAG.exec(line)?.[1] : undefined;
  if (tagged !== undefined) return { kind: 'tag', isExcluded: names.has(tagged) };
  if (section.kind === 'tag' && /^\s*<\//.test(line)) return { kind: 'none', isExcluded: false };
  const bannered = (isSearch ? LOOP_BANNER : BANNER).exec(line)?.[1];
  if (bannered === undefined) return undefined;
  const name = withoutRule(bannered);
  if (names.has(name)) return { kind: 'banner', isExcluded: true };
  return section.kind === 'banner' && isPathLike(name) ? { kind: 'banner', isExcluded: false } : undefined;
}

/** The name in `--- name ---`. */
function withoutRule(text: string): string {
  let end = text.length;
  while (end > 0 && ' -=#*:'.includes(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

function namesOne(line: string, names: ExcludedNames): boolean {
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
    if (isSearch === true) return { kind: 'heading', isExcluded: true };
  }
  if (isHeading || !section.isExcluded) return isHeading ? { kind: 'none', isExcluded: false } : undefined;
  const isNext = isPathLike(name) || (section.kind === 'heading' && COMMIT.test(line));
  return isNext ? { kind: 'heading', isExcluded: false } : undefined;
}

/** True for a line that is a name, and none of a hit: `a/b.md-text` could be both, and is a hit among others. */
function isNameAlone(name: string, following: string, options: HitOptions): boolean {
  if (/\s/.test(name) && !name.includes('/')) return false;
  if (isNamedByColon(name, options)) return false;
  if (HIT.test(following) || !isNamedByDash(name, options)) return true;
  if (following === '' || isNamedByDash(name, { ...options, isSearch: false })) return false;
  return !/\s/.test(name) && !/^[^\s:]*[/.][^\s:]*[:-]/.test(following);
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
export function isExcludedName(text: string, names: ExcludedNames): boolean {
  if (text.length > NAME_CHARS || text.includes('\n') || !names.has(text)) return false;
  const path = text.replace(/^(?:[a-z]+:\/\/|[a-z]:(?=[/\\]))/i, '');
  if (path.includes(':') || (/\s/.test(path) && !/\.\w{1,8}$/.test(path))) return false;
  return !isNamedByDash(path, { names, isSearch: false });
}

/** True for a key of an object that is the path of an excluded file: a word alone may be any name (`contracts`, `user.key`). */
export function isExcludedKey(key: string, names: ExcludedNames): boolean {
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
    const isPlain = !/\s/.test(name) || name.includes('/');
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
