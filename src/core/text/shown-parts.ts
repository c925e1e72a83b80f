/** A part of a prompt that an agent or an editor put there to show a file: no words of whoever typed the prompt. */
export interface ShownPart {
  start: number;
  end: number;
  /** Where the contents of the file begin and end. */
  from: number;
  until: number;
  /** Names of the file, or of several files that one part shows. */
  paths: readonly string[];
}

/** Where a part begins, and how it ends. */
interface Opening extends Pick<ShownPart, 'start' | 'from' | 'paths'> {
  closing: string;
}

/**
 * Tags of Claude Code in an editor, of Cline, of VS Code and others; the heading of Codex in an editor; the heading of Gemini CLI
 * above each file that the prompt names.
 */
const OPENING =
  /<(ide_\w{1,40})>|<((?:file|folder|attached|attachment|document)(?:[_-]\w{1,40}){0,3})(\s[^<>\n]{0,4000})>|^(# Context from my IDE setup:)|^Content from @([^\n]{1,4096}?):$/gm;
const SELECTED = /The user selected the lines? [\d to,-]{1,40} from ([^\n]{1,4096}?):?(?:\n|(?=<\/ide_))/y;
const ATTRIBUTE = /="(?:file:(?:\/\/)?)?([^"]{1,4096})"/g;
const ACTIVE = /^## Active file: ([^\n]{1,4096})$/m;
const SELECTION = '\n## Active selection of the file:\n';
const TABS = '\n## Open tabs:';
const REQUEST = '\n## My request for Codex:';
const END_OF_CONTENT = '\n--- End of content ---';

/** The parts of a prompt that show files, in order; a part that is not closed reaches to the end. Linear. */
export function shownParts(text: string): ShownPart[] {
  const openings = mayShow(text) ? Array.from(text.matchAll(OPENING), (match) => openingAt(text, match)) : [];
  const parts: ShownPart[] = [];
  for (let n = 0; n < openings.length; ) {
    const { closing, ...part } = openings[n] as Opening;
    const closes = text.indexOf(closing, part.from);
    const paths = [...part.paths];
    // What begins before the part is closed is in it.
    for (n += 1; n < openings.length && (closes < 0 || (openings[n]?.start ?? 0) < closes); n += 1)
      paths.push(...(openings[n]?.paths ?? []));
    // A file may hold the closing itself: the last one before the next part counts.
    const until = closes < 0 ? text.length : text.lastIndexOf(closing, openings[n]?.start ?? text.length);
    const end = closes < 0 ? until : until + closing.length;
    parts.push(closing === REQUEST ? ofEditor(text, { ...part, paths, until, end }) : { ...part, paths, until, end });
  }
  return parts;
}

/** A text without some of its parts. */
export function withoutParts(text: string, parts: readonly Pick<ShownPart, 'start' | 'end'>[]): string {
  let at = 0;
  let kept = '';
  for (const { start, end } of parts) {
    kept += `${text.slice(at, start)}\n`;
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
  return /<(?:ide_|f|a|d)|^# Context from |^Content from @/m.test(text);
}

function openingAt(text: string, match: RegExpMatchArray): Opening {
  const [whole, ide, tag, attributes = '', editor, mentioned] = match;
  const start = match.index ?? 0;
  const from = start + whole.length;
  if (editor !== undefined) return { start, from, paths: [], closing: REQUEST };
  if (mentioned !== undefined) return { start, from, paths: [mentioned], closing: END_OF_CONTENT };
  if (ide === undefined) {
    return {
      start,
      from,
      paths: Array.from(attributes.matchAll(ATTRIBUTE), ([, value = '']) => value),
      closing: `</${tag}>`,
    };
  }
  SELECTED.lastIndex = from;
  const selected = SELECTED.exec(text);
  const closing = `</${ide}>`;
  if (selected === null) return { start, from, paths: [], closing };
  return { start, from: from + selected[0].length, paths: [selected[1] ?? ''], closing };
}

/** The part of Codex in an editor: its file is the active one, and its contents are what is selected there. */
function ofEditor(text: string, part: ShownPart): ShownPart {
  const head = ACTIVE.exec(text.slice(part.start, part.until));
  const selection = text.indexOf(SELECTION, part.from);
  if (selection < 0 || selection >= part.until) return { ...part, from: part.until };
  const from = selection + SELECTION.length;
  const tabs = text.lastIndexOf(TABS, part.until);
  return {
    ...part,
    from,
    until: tabs >= from ? tabs : part.until,
    paths: [...part.paths, ...(head?.[1] === undefined ? [] : [head[1]])],
  };
}
