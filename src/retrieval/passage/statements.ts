import type { Item } from '../../core/model/item.ts';
import { oneLine, plainWords } from '../../core/text/text.ts';
import { isInstruction } from '../../derive/provenance/is-instruction.ts';
import { withQuoted } from '../../derive/provenance/quoted.ts';
import { CUT_LINE } from '../../derive/session/sentences/statement-patterns.ts';
import { quotableWords } from '../validity/trust.ts';

/** Code blocks, rules, quotations: they are no sentences. Headings, and lines in bold that stand alone. */
const FENCED = /```[\s\S]*?(?:```|$)/g;
const NO_PROSE = /^\s*(?:[-=*_]{3,}\s*$|>\s|\|[\s|:-]+$)/;
const HEADING = /^\s*(?:#{1,6}\s+(.{1,120})|\*\*([^*]{2,80}?):?\*\*:?)\s*$/;
const ROW = /^\s*\|/;
const UNDER_HEAD = /^\s*\|[\s|:-]+$/;
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;
const SENTENCE = /(?<=[.!?:])\s+(?=[^\p{Ll}])/u;
const LABEL = /^\S+(?: \S+){0,2}:$/;
/** A first sentence that only says that something follows, or that all is well. */
const LEAD =
  /^(?:(?:great|perfect|excellent|done|good|all (?:done|set|fixed)|fixed|yes|ok(?:ay)?)\b[^.!?:]{0,24}[.!:]?|[^.!?]{0,160}:)$/i;
const ALL_WELL =
  /^(?:(?:all|the|both|everything|every) )?(?:\d+ )?(?:unit |integration |new )*(?:tests?|checks?|lint(?:er|ing)?|builds?|suite|code|everything)\b[^.!?:]{0,60}\b(?:pass(?:es|ed|ing)?|clean|green|succe\w+|compiles?|works?)\b[^.!?:]{0,40}[.!:;]?$/i;
const ADDRESS = /\bhttps?:\/\/|\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/i;
/** Where code or somebody else's words were left out, and words that only lead to them. */
const LEFT_OUT = /^\s*…\s*|\s*…\s*$/g;
const LEADS_TO_CODE = /:\s*…$/;
const LINK = /\[([^\]\n]{1,200})\]\([^()\s]{1,400}\)/g;
const WORDS = /\p{L}{2,}/gu;
const LEAST_WORDS = 2;
/** Begins a line that is a block of code; most characters of one. */
const CODE = '\u0000';
const CODE_CHARS = 320;
const MARKS = /(?:[✅✓✔❌🎉✨]|\u26a0\ufe0f?)+\s*/gu;

/** True for a sentence that only leads to others, or says that all is well. */
export function isLead(sentence: string): boolean {
  return LEAD.test(sentence) || ALL_WELL.test(sentence);
}

/** A sentence, an entry of a list or a row of a table. */
export interface SaidStatement {
  text: string;
  /** The heading above it, '' without one. */
  heading: string;
  isEntry: boolean;
  isRow: boolean;
}

/** How statements are read. */
export interface StatementOptions {
  /** True: a short block of code is one statement, as a command that answers a question. */
  code?: boolean;
}

/** What an item states, as far as it may be told. Code goes first: of a block half of which is quoted, no mark is left. */
export function statementsIn(item: Item, options: StatementOptions = {}): SaidStatement[] {
  const statements: SaidStatement[] = [];
  let heading = '';
  const lines = linesAwayFromCuts(options.code === true ? withCodeLines(item) : withoutCode(item));
  for (const [at, line] of lines.entries()) {
    if (line.startsWith(CODE)) {
      if (isWords(line)) statements.push({ text: line.slice(CODE.length), heading, isEntry: true, isRow: false });
      continue;
    }
    const above = HEADING.exec(line);
    if (above !== null) heading = plainWords(above[1] ?? above[2] ?? '').replace(MARKS, '');
    if (above !== null || NO_PROSE.test(line) || isTableHead(line, lines[at + 1])) continue;
    const isRow = ROW.test(line);
    const words = isRow ? line.split('|').filter(isWordy).join(' — ') : line.replace(BULLET, '');
    for (const sentence of sentencesOf(plainWords(words.replace(MARKS, '').replace(LINK, '$1')))) {
      if (LEADS_TO_CODE.test(sentence)) continue;
      const told = sentence.replace(LEFT_OUT, '').trim();
      if ((told.match(WORDS) ?? []).length < LEAST_WORDS || isOrderToFetch(told)) continue;
      statements.push({ text: told, heading, isEntry: BULLET.test(line), isRow });
    }
  }
  return statements;
}

function withoutCode(item: Item): string {
  const code = Array.from(item.text.matchAll(FENCED), ({ 0: { length }, index }): [number, number] => [
    index,
    index + length,
  ]);
  return quotableWords(code.length === 0 ? item : withQuoted(item, code)).replace(FENCED, '\n');
}

/** What may be told with each short block of code as one line; longer ones are left out. */
function withCodeLines(item: Item): string {
  return quotableWords(item).replace(FENCED, (block) => {
    const code = oneLine(block.replace(/^```[^\n]*|```$/g, '').replace(/\\\n/g, ' '));
    return code === '' || code.length > CODE_CHARS ? '\n' : `\n${CODE}${code}\n`;
  });
}

/** True for code that is more than brackets, and whole. */
function isWords(code: string): boolean {
  const letters = code.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters >= code.length / 2 && !code.includes(' … ');
}

/** The sentences of a line; an end within code in backticks is none, nor that of a label such as `Branch:`. */
function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let isInCode = false;
  for (const part of line.split(SENTENCE)) {
    if (isInCode || LABEL.test(sentences.at(-1) ?? '')) sentences.push(`${sentences.pop() ?? ''} ${part}`);
    else sentences.push(part);
    if (part.split('`').length % 2 === 0) isInCode = !isInCode;
  }
  return sentences;
}

/** True for the row that only names the columns of the rows below it. */
function isTableHead(line: string, next = ''): boolean {
  return ROW.test(line) && UNDER_HEAD.test(next);
}

function isWordy(cell: string): boolean {
  return /[\p{L}\d]/u.test(cell);
}

/** True for an order to run what an address gives: no block repeats it, whoever said it. */
function isOrderToFetch(sentence: string): boolean {
  return ADDRESS.test(sentence) && isInstruction(sentence);
}

/** The lines of a text but those that say that something was cut, and the cut ones next to them. */
function linesAwayFromCuts(text: string): string[] {
  const lines = text.split('\n');
  return lines.filter((_, at) => ![at - 1, at, at + 1].some((near) => CUT_LINE.test(lines[near] ?? '')));
}

/** A text and the sentence or entry after it, on one line. */
export function joinSentences(text: string, next: string): string {
  return text === '' ? next : `${text}${/[.!?:;]$/.test(text) ? '' : ';'} ${next}`;
}
