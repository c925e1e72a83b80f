import type { Item } from '../../../core/model/item.ts';
import { cutText, oneLine } from '../../../core/text/text.ts';

/** A sentence in the author's own words, unchanged except for white space and a cut end. */
export interface StatementSentence {
  text: string;
  /** The heading above it, or the short line before its list, in lower case; empty without one. */
  heading: string;
  /** True for an entry of a list. */
  listed: boolean;
}

type StatementPattern = Pick<Item, 'kind' | 'text' | 'detail'>;

const MAX_SAYINGS = 60;
const MAX_CHARS = 280;
const MIN_CHARS = 8;
const CUT = '[cut: ';
/** The line by which `truncateText` says what it left out. */
export const CUT_LINE: RegExp = /^\[cut: \d+ of \d+ characters\]$/;
const FENCE = /^\s{0,12}(?:```|~~~)/;
/** Mark at the start of a list entry. */
export const BULLET = /^\s{0,12}(?:[-*•+]\s+|\[[ xX]\]\s+|\d{1,3}[.)]\s+|(?:[✅✓✔☑❌⬜🎉✨]|\u26a0\ufe0f?)\s*){1,4}/u;
const HEADING = /^\s{0,3}#{1,6}\s+(.{1,120})$/;
/** `**Root cause:**` or `Next steps:` alone on a line. */
const LEADING_LINE = /^\s{0,12}(?:\d{1,2}[.)]\s+)?(?:\*\*(.{2,80}?)\*\*:?|([\p{L}\p{N}][^.!?。]{1,60}?)[:：])\s*$/u;
/** Lines that are not sentences: tables, quotations, diffs, drawings, logs, paths with line numbers, tags. */
const NO_PROSE =
  /^\s{0,12}(?:>|\||@@|\$ |❯|›|│|├|└|┌|╭|╰|⏺|⎿|─{3}|-{3}|={3}|\*{3}|<\/?[a-z][\w-]{0,40}>?\s*$)|^(?:\t| {12,})\S|^\s{0,8}[\w./-]{1,120}:\d+[:\s]/iu;
const SENTENCE_END =
  /(?<=[.!?]["')\]*_`]{0,3})(?<!\b(?:[Ee]\.g|[Ii]\.e|etc|vs|cf|[Nn]o|approx|incl)\.)\s+(?=[^\p{Ll}])|(?<=[。！？])/u;
/** End of a typed sentence: people leave capitals out. */
const TYPED_END = /(?<=[.!?])(?<!\b(?:[Ee]\.g|[Ii]\.e|etc|vs|cf|[Nn]o)\.)\s+|(?<=[。！？])/u;

/**
 * The sentences that the author of an item wrote: without code, tables, logs, quotations of what was read, and lines next to a
 * cut. About 60 at most, each of at most 280 characters.
 */
export function statementSentences(item: StatementPattern): readonly StatementSentence[] {
  const known = read.get(item) ?? readSayings(item);
  read.set(item, known);
  return known;
}

/** Cache: several rules read the same item one after the other. */
const read: WeakMap<StatementPattern, readonly StatementSentence[]> = new WeakMap();

function readSayings(item: StatementPattern): StatementSentence[] {
  const sayings: StatementSentence[] = [];
  let heading = '';
  let fenced = false;
  for (const line of ownLines(item)) {
    if (FENCE.test(line)) fenced = !fenced;
    else if (fenced || line === '' || NO_PROSE.test(line)) continue;
    const above = headingOf(line);
    if (above === undefined) {
      const listed = BULLET.test(line);
      for (const text of sentencesOf(line, item.kind === 'prompt')) sayings.push({ text, heading, listed });
      if (!listed && !LIST_LEAD.test(line)) heading = headingAfter(heading);
    } else heading = above;
    if (sayings.length >= MAX_SAYINGS) break;
  }
  return sayings;
}

/** Cheap filter: a line that leads to a list or a section ends in one of these. */
const LEADS = /[:：*]\s*$/;
const LIST_LEAD = /[:：]\s*$/;

/** The heading after a line of prose: a document's heading continues, the short line before a list does not. */
function headingAfter(heading: string): string {
  return heading.startsWith('#') ? heading : '';
}

function headingOf(line: string): string | undefined {
  const heading = HEADING.exec(line)?.[1];
  if (heading !== undefined) return `#${heading.toLowerCase()}`;
  const leading = LEADS.test(line) ? LEADING_LINE.exec(line) : null;
  return leading === null ? undefined : (leading[1] ?? leading[2] ?? '').replace(/[:：]$/, '').toLowerCase();
}

/** The lines that the author of an item wrote, without code, tables, logs and quotations; a line left out is empty. */
export function proseLines(item: StatementPattern): string[] {
  let fenced = false;
  return ownLines(item).map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) fenced = !fenced;
    return isFence || fenced || NO_PROSE.test(line) ? '' : line;
  });
}

/** The sentences of a line of an agent's prose. */
export function sentencesIn(line: string): string[] {
  return line.split(SENTENCE_END).map(oneLine);
}

function sentencesOf(line: string, isTyped: boolean): string[] {
  return line
    .replace(BULLET, '')
    .split(isTyped ? TYPED_END : SENTENCE_END)
    .map((sentence) => oneLine(sentence))
    .filter(
      (sentence) =>
        sentence.length >= MIN_CHARS || /[\p{Script=Han}\p{Script=Kana}\p{Script=Hangul}]{4}/u.test(sentence),
    )
    .map((sentence) => cutText(sentence, MAX_CHARS));
}

/** The lines of a text; quoted lines and lines next to a cut are empty. */
function ownLines({ text, detail }: StatementPattern): string[] {
  const own = withoutQuoted(text, detail.quoted ?? []);
  const lines = own.split('\n');
  if (!own.includes(CUT)) return lines.map((line) => line.trimEnd());
  return lines.map((line, at) => {
    const isCut = [lines[at - 1], line, lines[at + 1]].some((near) => near !== undefined && CUT_LINE.test(near));
    return isCut ? '' : line.trimEnd();
  });
}

function withoutQuoted(text: string, quoted: readonly [number, number][]): string {
  if (quoted.length === 0) return text;
  let own = '';
  let at = 0;
  for (const [start, end] of quoted) {
    own += `${fromSentence(text.slice(at, start), at > 0)}\n`;
    at = end;
  }
  return own + fromSentence(text.slice(at), true);
}

/** The text after a quotation, from the next sentence on where it continues in the middle of one. */
function fromSentence(text: string, isRest: boolean): string {
  if (!isRest || !/^\s*[\p{Ll},;)"']/u.test(text)) return text;
  const end = /[.!?]\s|\n/.exec(text);
  return end === null ? '' : text.slice(end.index + 1);
}
