import type { ContextResult } from '../../../src/api/context-answers.ts';
import { countTokens } from '../../../src/core/text/tokens.ts';
import { BEGIN_LINE, END_LINE } from '../../../src/privacy/own-words.ts';
import type { SessionActs } from './session-acts.ts';

/** The two blocks of a session, with the items behind their lines where they are known. */
export interface Blocks {
  start: string;
  prompt: string;
  items?: readonly Pick<ContextResult['items'][number], 'id' | 'kind' | 'section'>[];
}

/** Figures of the two blocks of one point. */
export interface BlockFigures {
  tokens: number;
  lines: number;
  /** Files of the next session, and how many of them are named. */
  files: number;
  filesNamed: number;
  /** Identifiers in the blocks that the next session uses and its first prompt does not hold. */
  identifiers: number;
  /** Lines of whose files and identifiers the next session meets none. */
  noise: number;
  withheld: number;
  empty: number;
  rules: string[];
  /** Lines by the section and the kind of their item. */
  kinds: Record<string, number>;
}

/** The id that a line begins with. */
export const LINE_ID: RegExp = /^\[([a-z]_[a-z2-7]{16})\]\s*/;
const WORD = /[A-Za-z_][\w.]{7,}/g;
const TELLING = /[a-z][A-Z]|_|\.\w/;
const WITHHELD = /not told unasked|\b(?:is|are) not told\b|\bwithheld\b|\bhidden:/i;
/** Lines that hold no more than the name of a file or a program and a date, in the words that Cairn had for them. */
const EMPTY =
  /^(?:Error of .* seen \d+ times|Commands often run after each other|Change of .+, \d{4}-|Change of .+ file changed since|\S+(?: \S+){0,3} failed(?: \(exit -?\d+\))?, \d{4}-|An agent's checkpoint|Session that changed)/;
/** What names and dates are taken out of a line before its words are counted. */
const NAMES = /`[^`]*`|\d[\d:.,-]*|\S*[/\\]\S*|\b[\w-]+\.\w{1,5}\b|\w*(?:_\w+)+/g;
const SAYING = /\p{L}{3,}/gu;
const SAYS_LITTLE = 2;

/** Measures both blocks of a point together against what the next session did. */
export function figuresOf(blocks: Blocks, acts: SessionActs, prompt: string): BlockFigures {
  const text = `${blocks.start}\n${blocks.prompt}`;
  const lines = linesOf(text);
  const asked = identifiersIn(prompt);
  const used = (word: string): boolean => acts.text.includes(word);
  const files = [...acts.files];
  const kindOf = kindsBy(blocks);
  const isNoise = (line: string): boolean =>
    !files.some((file) => line.includes(file)) && ![...identifiersIn(line)].some(used);
  const kinds: Record<string, number> = {};
  for (const line of lines) kinds[kindOf(line)] = (kinds[kindOf(line)] ?? 0) + 1;
  return {
    tokens: countTokens(blocks.start) + countTokens(blocks.prompt),
    lines: lines.length,
    files: files.length,
    filesNamed: files.filter((file) => text.includes(file)).length,
    identifiers: [...identifiersIn(text)].filter((word) => !asked.has(word) && used(word)).length,
    noise: lines.filter(isNoise).length,
    withheld: lines.filter((line) => WITHHELD.test(line)).length,
    empty: lines.filter(isEmpty).length,
    rules: lines.filter((line) => kindOf(line).startsWith('rules ')),
    kinds,
  };
}

/** The lines of a block that say something: not the two around it, and no blank ones. */
export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '' && line !== BEGIN_LINE && line !== END_LINE);
}

/** True for a line with no more than names and dates, and at most one word around them. */
export function isEmpty(line: string): boolean {
  const words = line.replace(LINE_ID, '');
  if (EMPTY.test(words) || WITHHELD.test(words)) return true;
  return (words.replace(NAMES, ' ').match(SAYING) ?? []).length < SAYS_LITTLE && !/[“"«]/.test(words);
}

/** Words such as `fooBar`, `foo_bar` and `foo.go`, of at least eight characters. */
export function identifiersIn(text: string): Set<string> {
  return new Set((text.match(WORD) ?? []).filter((word) => TELLING.test(word)));
}

/** The section and the kind of a line's item, by the structured answer: no wording is looked at. */
function kindsBy({ items = [] }: Blocks): (line: string) => string {
  const byId = new Map<string, string>(items.map(({ id, section, kind }) => [id, `${section} ${kind}`]));
  return (line) => byId.get(LINE_ID.exec(line)?.[1] ?? '') ?? 'of no item';
}
