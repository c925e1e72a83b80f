import { bigramsOf, wordsOf } from '../../core/text/terms.ts';

/** Names of filters that can stand in a question, as `name:value`. */
export const FILTER_NAMES = [
  'file',
  'agent',
  'kind',
  'project',
  'session',
  'before',
  'after',
  'since',
  'until',
  'concept',
  'meaning',
  'category',
] as const;
/** Name of a filter in a question. */
export type FilterName = (typeof FILTER_NAMES)[number];

/** A filter as it stands in a question. */
export interface WrittenFilter {
  name: FilterName;
  value: string;
  /** `-kind:message`: all others. Of kinds only. */
  isNot: boolean;
}

/** What a question is made of. */
export interface QuestionSyntax {
  /** What is looked for; phrases in their quotes. */
  text: string;
  filters: WrittenFilter[];
  /** Words and runs of words that no answer may hold. */
  not: string[][];
  /** Beginnings of words: `ord*`, without the star, folded. */
  prefixes: string[];
}

/** A longer text, or one of several lines, was pasted: what looks like syntax in it is none. */
const MAX_CHARS = 1_000;
const MAX_FILTERS = 12;
const MAX_NOT = 12;
const MAX_PREFIXES = 4;
/** A word, phrase or piece of code after white space; before it `-` or `name:` or both. */
const PIECE =
  /(?<=^|\s)(-?)(?:([a-z]{4,8}):)?(?:"([^"\n]{1,200})"|“([^”\n]{1,200})”|(`[^`\n]{1,200}`)|([^\s"“`]\S{0,400}))/giu;
const PREFIX = /^[\p{L}\p{N}_]{2,40}\*$/u;
/** A flag of a command: with one, `-word` is one too. */
const FLAG = /(?:^|\s)(?:--[a-z]|-[a-z]{1,2}(?=\s|$))|\|/i;
/** Of scripts that write few letters a word, one letter is a word. */
const NOT_WORD = /^(?:[\p{L}_][\p{L}\p{N}_./:-]{2,79}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}\p{Lo}]{1,40})$/u;

/**
 * Reads what narrows a question out of its text: `name:value`, `-word`, `-"a phrase"`, `ord*`. What only looks like it (an
 * address, `std::vector`, `12:30`, flags of a command, a pasted text) stays text.
 */
export function readSyntax(question: string): QuestionSyntax {
  const found: QuestionSyntax = { text: question, filters: [], not: [], prefixes: [] };
  const asked = question.trim();
  if (asked.length > MAX_CHARS || /[\n\r]/.test(asked)) return found;
  const isCommand = FLAG.test(asked);
  found.text = asked.replace(PIECE, (written: string, ...groups: (string | undefined)[]) => {
    const [minus, name, quoted, curled, code, bare] = groups;
    const piece = { isNot: minus === '-', name: name?.toLowerCase(), phrase: quoted ?? curled, bare };
    const isTaken = code === undefined && (takeFilter(found, piece) || takeNot(found, piece, isCommand));
    if (!isTaken && !piece.isNot && name === undefined) takePrefix(found, bare ?? '');
    return isTaken ? ' ' : written;
  });
  found.text = found.text.replace(/\s+/g, ' ').trim();
  return found;
}

/** The text by which a question is asked by meaning: without what narrows it and without marks; empty when nothing is left. */
export function questionText(question: string): string {
  return readSyntax(question)
    .text.replace(/["“”`\0]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A piece of a question. */
interface SyntaxPiece {
  isNot: boolean;
  name: string | undefined;
  phrase: string | undefined;
  bare: string | undefined;
}

function takeFilter({ filters }: QuestionSyntax, { isNot, name, phrase, bare }: SyntaxPiece): boolean {
  const known = FILTER_NAMES.find((one) => one === name);
  const value = (phrase ?? bare?.replace(/[?!,;]+$/, '') ?? '').trim();
  // `file://host`, `Session::new`: no values.
  if (known === undefined || value === '' || /^(?::|\/\/)/.test(value) || filters.length >= MAX_FILTERS) return false;
  if (isNot && known !== 'kind') return false;
  filters.push({ name: known, value, isNot });
  return true;
}

function takeNot({ not }: QuestionSyntax, { isNot, name, phrase, bare }: SyntaxPiece, isCommand: boolean): boolean {
  if (!isNot || not.length >= MAX_NOT) return false;
  const word = bare?.replace(/[?!,;.]+$/, '') ?? '';
  if (phrase === undefined && (isCommand || !NOT_WORD.test(word))) return false;
  const written = `${name === undefined ? '' : `${name}:`}${phrase ?? word}`;
  // Of a script without spaces the index knows pairs.
  const pairs = bigramsOf(written);
  const run = pairs.length > 1 ? pairs : wordsOf(written);
  if (run.length === 0) return false;
  not.push(run);
  return true;
}

function takePrefix({ prefixes }: QuestionSyntax, bare: string): void {
  if (!PREFIX.test(bare) || prefixes.length >= MAX_PREFIXES) return;
  const [only, ...others] = wordsOf(bare);
  if (only !== undefined && others.length === 0) prefixes.push(only);
}
