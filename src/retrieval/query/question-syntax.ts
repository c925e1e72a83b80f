import { bigramsOf, wordsOf } from '../../core/text/terms.ts';

/** Names of filters that a question may contain, as `name:value`. */
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

/** A filter as written in a question. */
export interface WrittenFilter {
  name: FilterName;
  value: string;
  /** `-kind:message` excludes that kind; only `kind` can be excluded. */
  isNot: boolean;
}

/** The parts of a question. */
export interface QuestionSyntax {
  /** The words to look for; phrases keep their quotes. */
  text: string;
  filters: WrittenFilter[];
  /** Words and phrases that no answer may contain, each as its words. */
  not: string[][];
  /** Prefixes of words (`ord*`), without the star, folded. */
  prefixes: string[];
}

/** Characters of a question with syntax; a longer text, or one of several lines, was pasted and is read as words alone. */
const MAX_CHARS = 1_000;
const MAX_FILTERS = 12;
const MAX_NOT = 12;
const MAX_PREFIXES = 4;
/** A word, phrase or piece of code after white space, with an optional `-`, `name:` or both in front. */
const PIECE =
  /(?<=^|\s)(-?)(?:([a-z]{4,8}):)?(?:"([^"\n]{1,200})"|“([^”\n]{1,200})”|(`[^`\n]{1,200}`)|([^\s"“`]\S{0,400}))/giu;
const PREFIX = /^[\p{L}\p{N}_]{2,40}\*$/u;
/** A flag of a command: in a text that contains one, `-word` is a flag too and excludes nothing. */
const FLAG = /(?:^|\s)(?:--[a-z]|-[a-z]{1,2}(?=\s|$))|\|/i;
/** A word that can be excluded; in scripts with few letters a word, one letter is enough. */
const NOT_WORD = /^(?:[\p{L}_][\p{L}\p{N}_./:-]{2,79}|[\p{Script=Han}\p{Script=Hangul}\p{Script=Thai}\p{Lo}]{1,40})$/u;

/**
 * Splits a question into words and what narrows it: `name:value`, `-word`, `-"a phrase"`, `ord*`. What only looks like
 * syntax (an address, `std::vector`, `12:30`, flags of a command, a pasted text) stays text.
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

/** The text to embed for a question: without syntax and quotation marks; '' when nothing is left. */
export function questionText(question: string): string {
  return readSyntax(question)
    .text.replace(/["“”`\0]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** One match of `PIECE`. */
interface SyntaxPiece {
  isNot: boolean;
  name: string | undefined;
  phrase: string | undefined;
  bare: string | undefined;
}

function takeFilter({ filters }: QuestionSyntax, { isNot, name, phrase, bare }: SyntaxPiece): boolean {
  const known = FILTER_NAMES.find((one) => one === name);
  const value = (phrase ?? bare?.replace(/[?!,;]+$/, '') ?? '').trim();
  // `file://host` and `Session::new` are no filters.
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
  // The index has bigrams for scripts without spaces, so an exclusion looks for those.
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
