import { addToList } from '../add-to-list.ts';
import { memoizeLast } from '../memoize-last.ts';

/** A part of a prompt that an agent or an editor put there to show a file: no words of whoever typed the prompt. */
export interface ShownPart {
  start: number;
  end: number;
  /** Where the contents of the file begin and end. */
  from: number;
  until: number;
  /** Names of the file, or of several files that one part shows. */
  paths: readonly string[];
  /** What ends it, where a text may hold that as well. */
  closing?: string;
}

/** Where a part begins, and how it ends: at the last `closing` before the next part, or the first; without one with the text. */
interface Opening extends Pick<ShownPart, 'start' | 'from' | 'paths'> {
  closing?: string | undefined;
  /** It ends at the first closing. */
  isFirst?: boolean;
  /** It begins no part unless it is closed. */
  isBare?: boolean;
  /** It names a file within a part, and begins none. */
  isInner?: true;
}

/** Places of the ends of parts in a text. */
interface PartEnds {
  /** The first at or behind a place; -1 where there is none. */
  next(closing: string, from: number): number;
  /** The last at or before a place; -1 where there is none. */
  last(closing: string, before: number): number;
}

/** How an agent or an editor shows a file: what stands before it, and what of that names it. `undefined`: shows none. */
interface ShownForm {
  opens: RegExp;
  read?: (match: RegExpExecArray, text: string) => Partial<Opening> | undefined;
}

const SELECTED = /The user selected the lines? [\d to,-]{1,40} from ([^\n]{1,4096}?):?(?:\n|(?=<\/ide_))/y;
const ATTRIBUTE = /=(?:"([^"]{1,4096})"|'([^']{1,4096})'|([^\s"']{1,4096}))/g;
const ACTIVE = /^## Active file: ([^\n]{1,4096})$/m;
const SELECTION = '\n## Active selection of the file:\n';
const TABS = '\n## Open tabs:';
const REQUEST = '\n## My request for Codex:';
const END_OF_CONTENT = '\n--- End of content ---';
const FENCE = '\n```';
/** An end that names what it ends: of these a text may have any number. */
const NAMED = /^(?:<\/|\n--- End of content for directory: )/;
const NAMED_ENDS = /<\/[\w-]{1,170}>|\n-{3} End of content for directory: [^\n]{1,4096} -{3}(?=\n|$)/g;
const VALUE = /: ?"([^"]{1,4096})"/g;
/** What stands between the words of a command, whatever its quotes. */
export const BETWEEN_WORDS = /[\s'"`=;|&<>(){}@,:]+/;

const FORMS: readonly ShownForm[] = [
  // Claude Code in an editor.
  { opens: /<(ide_\w{1,40})>/g, read: readSelection },
  // Cline, VS Code, Cursor, Crush, pi; `context` and `resource`: editors that speak ACP with Claude Code, Codex or Kimi.
  {
    opens:
      /<((?:attach(?:ed|ment)|code|context|document|explicit|file|folder|git|resource|selected|skill|terminal|url|workspace)(?:[_-][\w-]{1,120})?)(\s[^<>\n]{0,4000})?>/g,
    read: readTag,
  },
  // What names a page, a file or a commit, as a tag on a line of its own.
  {
    opens: /^<(\w{1,40})(\s(?:[^<>\n]{0,200}\s)?(?:url|path|hash)="[^"<>\n]{1,4000}"[^<>\n]{0,400})>$/gm,
    read: (match) => ({ ...readTag(match), isBare: true }),
  },
  // Codex in an editor.
  { opens: /^# Context from my IDE setup:/gm, read: () => ({ paths: [], closing: REQUEST }) },
  // Gemini CLI and Qwen Code: above each file, and above all of them.
  {
    opens: /^Content from (?:@|(?=[/~]|\w{1,20}:[/\\]))([^\n]{1,4096}?):$/gm,
    read: ([, path = '']) => ({ paths: [path], closing: END_OF_CONTENT }),
  },
  { opens: /^-{3} Content from referenced (?:files|context) -{3}$/gm, read: () => ({ closing: END_OF_CONTENT }) },
  { opens: /^-{3} Content from ([^\n]{1,4096}?) -{3}$/gm },
  {
    opens: /^-{3} Start of content for directory: ([^\n]{1,4096}?) -{3}$/gm,
    read: ([whole, path = '']) => ({ paths: [path], closing: `\n${whole.replace('Start', 'End')}` }),
  },
  // Hermes: what `@file:` and its like stand for, and what came with a message.
  { opens: /^-{3} (?:Attached Context|Context Warnings) -{3}$/gm, read: () => ({}) },
  { opens: /^\[Content of ([^\n]{1,4096}?)\]:$/gm },
  // Mistral Vibe.
  { opens: /^(file:\/\/[^\n]{1,4096})\n```$/gm, read: ([, path = '']) => ({ paths: [path], closing: FENCE }) },
  // Continue: code under the name of its file.
  { opens: /^(`{3,20})([^\n`]{1,4096})$/gm, read: readFence },
  // A command that the person ran: Gemini CLI, Qwen Code, Mistral Vibe.
  {
    opens:
      /^(?:I ran the following shell command:\s{1,9}(?:`{3}\w{0,20}\n|\$ )|Manual `!` command result from the user[^\n]{0,200}\s{1,9}Command: `)([\s\S]{0,4000}?)(?:\n`{3}|`\n|\n\n)/gm,
    read: ([, command = '']) => ({ paths: command.split(BETWEEN_WORDS) }),
  },
  // OpenCode and Claude Code: a call that was made for the prompt; a skill that was loaded for it.
  {
    opens: /^Called the \w{1,80} tool with the following input: [^\n]{1,20000}$/gm,
    read: ([whole]) => ({ paths: Array.from(whole.matchAll(VALUE), ([, value = '']) => value) }),
  },
  { opens: /^Base directory for this skill: ([^\n]{1,4096})$/gm },
  // The names of files in a part that shows several.
  { opens: /^Content from ([^\n]{1,4096}?):$/gm, read: readInner },
  { opens: /^-{3} ([^\n]{1,4096}?) -{3}$/gm, read: readInner },
  { opens: /^\S{1,8} @(?:file|folder|url):[`"']?([^\n]{1,4096}?)[`"']?(?::\d+(?:-\d+)?)? \(\d/gm, read: readInner },
];

/** The parts of a prompt that show files, in order; a part that is not closed reaches to the end. Linear. */
export function shownParts(text: string): readonly ShownPart[] {
  return lookAt(text).parts;
}

/** Several rules ask about one prompt in a row. */
const lookAt = memoizeLast((text: string): { parts: readonly ShownPart[]; ends: PartEnds } => {
  const openings = mayShow(text) ? openingsOf(text) : [];
  const parts: ShownPart[] = [];
  const ends = endsIn(text);
  for (let n = 0; n < openings.length; ) {
    const { closing = '', isFirst, isBare, isInner, ...part } = openings[n] as Opening;
    n += 1;
    const closes = closing === '' ? -1 : ends.next(closing, part.from);
    if (isInner === true || (isBare === true && closes < 0)) continue;
    const paths = [...part.paths];
    // What begins before the part is closed is in it; what begins with it is the same in another form.
    for (; n < openings.length && (closes < 0 || (openings[n]?.start ?? 0) < closes); n += 1)
      if (openings[n]?.start !== part.start) paths.push(...(openings[n]?.paths ?? []));
    // A file may hold the closing itself: the last one before the next part counts.
    const last = (): number => ends.last(closing, openings[n]?.start ?? text.length);
    const until = closes < 0 ? text.length : isFirst === true ? closes : last();
    const end = closes < 0 ? until : until + closing.length;
    const shown = { ...part, paths: paths.map(toPath), until, end, ...(isFirst !== true && { closing }) };
    parts.push(closing === REQUEST ? ofEditor(text, shown) : shown);
  }
  return { parts, ends };
});

/**
 * What of a prompt nobody is known to have typed: from the first part to the last, or to what would end one. Words between two
 * may be a file's, which can hold the marks itself.
 */
export function shownSpan(text: string): Pick<ShownPart, 'start' | 'end'>[] {
  const { parts, ends } = lookAt(text);
  const [first] = parts;
  if (first === undefined) return [];
  const closings = new Set(parts.map(({ closing = '' }) => closing));
  closings.delete('');
  let end = parts.at(-1)?.end ?? 0;
  for (const closing of closings) end = Math.max(end, ends.last(closing, text.length) + closing.length);
  return [{ start: first.start, end }];
}

/** A text with something else in the place of some of its parts. */
export function withoutParts(text: string, parts: readonly Pick<ShownPart, 'start' | 'end'>[], instead = '\n'): string {
  let at = 0;
  let kept = '';
  for (const { start, end } of parts) {
    kept += `${text.slice(at, start)}${instead}`;
    at = end;
  }
  return kept + text.slice(at);
}

/** What some parts of a text say, one below the other. */
export function textOfParts(text: string, parts: readonly Pick<ShownPart, 'start' | 'end'>[]): string {
  return parts.map(({ start, end }) => text.slice(start, end)).join('\n');
}

/** A quick look: false for most prompts, which show none. */
export function mayShow(text: string): boolean {
  return /<[a-z]|^(?:# Con|---|\[?Content |file:|```|I ran|Manual|Called|Base)/m.test(text);
}

function openingsOf(text: string): Opening[] {
  const found = FORMS.flatMap(({ opens, read = readName }) =>
    Array.from(text.matchAll(opens), (match): Opening[] => {
      const opening = read(match, text);
      const from = match.index + match[0].length;
      return opening === undefined ? [] : [{ start: match.index, from, paths: [], ...opening }];
    }).flat(),
  );
  return found.sort((one, other) => one.start - other.start);
}

/** All ends of parts that name what they end are found in one go. */
function endsIn(text: string): PartEnds {
  const places = new Map<string, number[]>();
  let isRead = false;
  const placesOf = (closing: string): readonly number[] => {
    if (NAMED.test(closing)) {
      if (!isRead) for (const { 0: end, index } of text.matchAll(NAMED_ENDS)) addToList(places, end, index);
      isRead = true;
    } else if (!places.has(closing)) {
      for (let at = text.indexOf(closing); at >= 0; at = text.indexOf(closing, at + 1)) addToList(places, closing, at);
      if (!places.has(closing)) places.set(closing, []);
    }
    return places.get(closing) ?? [];
  };
  return {
    next: (closing, from) => {
      const all = placesOf(closing);
      return all[countBelow(all, from)] ?? -1;
    },
    last: (closing, before) => {
      const all = placesOf(closing);
      return all[countBelow(all, before + 1) - 1] ?? -1;
    },
  };
}

/** How many of some numbers in order are below another. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

function readName([, name = '']: RegExpExecArray): Partial<Opening> {
  return { paths: [name] };
}

function readSelection({ 0: whole, 1: tag, index }: RegExpExecArray, text: string): Partial<Opening> {
  SELECTED.lastIndex = index + whole.length;
  const selected = SELECTED.exec(text);
  const closing = `</${tag}>`;
  return selected === null ? { closing } : { from: SELECTED.lastIndex, paths: [selected[1] ?? ''], closing };
}

/** A tag without attributes says too little where it is one word, or is not closed: a person may speak of it. */
function readTag([, tag = '', attributes = '']: RegExpExecArray): Partial<Opening> | undefined {
  const isBare = attributes.trim() === '';
  if (attributes.endsWith('/') || (isBare && !/[_-]|^file$/.test(tag))) return undefined;
  const paths = Array.from(attributes.matchAll(ATTRIBUTE), ([, ...values]) => values.join(''));
  return { paths, closing: `</${tag}>`, isBare };
}

/** Code between fences, of which the first says which file it is from: `ts src/a.ts (1-10)`, or as a person writes `src/a.ts`. */
function readFence([, fence, info = '']: RegExpExecArray): Partial<Opening> | undefined {
  if (!/[./]/.test(info)) return undefined;
  const name = info.replace(/ \(\d+(?:-\d+)?\)$/, '');
  const paths = [name, name.slice(name.indexOf(' ') + 1), ...info.split(' ')];
  return { paths, closing: `\n${fence}`, isFirst: name === info };
}

function readInner([, name = '']: RegExpExecArray): Partial<Opening> {
  return { paths: [name.replace(/^@/, '')], isInner: true };
}

/** The path of an address of a file; what names no address stays. */
function toPath(name: string): string {
  if (!name.startsWith('file:')) return name;
  const path = name.replace(/^file:(?:\/\/)?/, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The part of Codex in an editor: its file is the active one, and its contents are what is selected there. */
function ofEditor(text: string, part: ShownPart): ShownPart {
  const head = ACTIVE.exec(text.slice(part.start, part.until));
  const selection = text.slice(part.from, part.until).indexOf(SELECTION);
  if (selection < 0) return { ...part, from: part.until };
  const from = part.from + selection + SELECTION.length;
  const tabs = text.slice(from, part.until).lastIndexOf(TABS);
  return {
    ...part,
    from,
    until: tabs < 0 ? part.until : from + tabs,
    paths: [...part.paths, ...(head?.[1] === undefined ? [] : [head[1]])],
  };
}
