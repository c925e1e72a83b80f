import type { Item } from '../../core/model/item.ts';
import { cutText, plainWords } from '../../core/text/text.ts';
import { isInstruction } from '../../derive/provenance/is-instruction.ts';
import { withQuoted } from '../../derive/provenance/quoted.ts';
import { CUT_LINE } from '../../derive/session/sentences/statement-patterns.ts';
import { quotableWords } from '../../retrieval/validity/trust.ts';

/** Code blocks, rules, quotations: they are no sentences. Headings, and lines in bold that stand alone. */
const FENCED = /```[\s\S]*?(?:```|$)/g;
const NO_PROSE = /^\s*(?:[-=*_]{3,}\s*$|>\s|\|[\s|:-]+$)/;
const HEADING = /^\s*(?:#{1,6}\s+(.{1,120})|\*\*([^*]{2,80}?):?\*\*:?)\s*$/;
const ROW = /^\s*\|/;
const BULLET = /^\s*(?:[-*•]|\d{1,2}[.)])\s+/;
const SENTENCE = /(?<=[.!?:])\s+(?=[^\p{Ll}])/u;
/** A first sentence that only says that something follows, or that all is well. */
const LEAD =
  /^(?:(?:great|perfect|excellent|done|good|all (?:done|set|fixed)|fixed|yes|ok(?:ay)?)\b[^.!?:]{0,24}[.!:]?|[^.!?]{0,160}:)$/i;
const ALL_WELL =
  /^(?:(?:all|the|both|everything|every) )?(?:\d+ )?(?:unit |integration |new )*(?:tests?|checks?|lint(?:er|ing)?|builds?|suite|code|everything)\b[^.!?:]{0,60}\b(?:pass(?:es|ed|ing)?|clean|green|succe\w+|compiles?|works?)\b[^.!?:]{0,40}[.!:;]?$/i;
/** What a conclusion does not go on with. */
const TURN =
  /^(?:however|but|that said|unfortunately|would you like|do you want|want me|shall i|should i|let me know)\b/i;
const ADDRESS = /\bhttps?:\/\/|\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b/i;
/** Where code or somebody else's words were left out, and words that only lead to them. */
const LEFT_OUT = /^\s*…\s*|\s*…\s*$/g;
const LEADS_TO_CODE = /:\s*…$/;
const LINK = /\[([^\]\n]{1,200})\]\([^()\s]{1,400}\)/g;
const WORDS = /\p{L}{2,}/gu;
const LEAST_WORDS = 2;
const MARKS = /(?:[✅✓✔❌🎉✨]|\u26a0\ufe0f?)+\s*/gu;

/**
 * The beginning of what an answer says: its sentences and list entries on one line, without code, tables, headings and
 * words that only lead to them or that all is well, up to where it turns to a question; at most `max` characters, cut at a
 * sentence if it can. '' for one that says nothing else.
 */
export function gistOf(item: Item, max: number): string {
  const sentences = sentencesIn(item);
  const turn = sentences.findIndex((sentence, i) => i > 0 && TURN.test(sentence));
  const told = turn < 0 ? sentences : sentences.slice(0, turn);
  const first = told.findIndex((sentence) => !isLead(sentence));
  const kept = first < 0 ? [] : told.slice(first);
  return joinUpTo(kept, max).replace(/(?<=[.!?;]) [^.!?;]{0,160}:$/, '');
}

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

/** The sentences and list entries of an item that may be told. */
function sentencesIn(item: Item): string[] {
  return statementsIn(item).flatMap(({ text, isRow }) => (isRow ? [] : [text]));
}

/** What an item states, as far as it may be told. Code goes first: of a block half of which is quoted, no mark is left. */
export function statementsIn(item: Item): SaidStatement[] {
  const code = Array.from(item.text.matchAll(FENCED), ({ 0: { length }, index }): [number, number] => [
    index,
    index + length,
  ]);
  const text = quotableWords(code.length === 0 ? item : withQuoted(item, code));
  const statements: SaidStatement[] = [];
  let heading = '';
  for (const line of linesAwayFromCuts(text.replace(FENCED, '\n'))) {
    const above = HEADING.exec(line);
    if (above !== null) heading = plainWords(above[1] ?? above[2] ?? '').replace(MARKS, '');
    if (above !== null || NO_PROSE.test(line)) continue;
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

/** The sentences of a line; an end within code in backticks is none. */
function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let isInCode = false;
  for (const part of line.split(SENTENCE)) {
    if (isInCode) sentences.push(`${sentences.pop() ?? ''} ${part}`);
    else sentences.push(part);
    if (part.split('`').length % 2 === 0) isInCode = !isInCode;
  }
  return sentences;
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

/** Whole sentences as long as they fit; the first one is cut when it alone is too long. */
function joinUpTo(sentences: readonly string[], max: number): string {
  let text = '';
  for (const sentence of sentences) {
    const next = joinSentences(text, sentence);
    if (next.length > max) return text.length >= max / 2 ? text : cutText(next, max);
    text = next;
  }
  return text;
}

/** Words with which an answer begins to sum up what was settled. */
const SUMS_UP =
  /\b(?:recap|in summary|to sum(?:mari[sz]e| up)|settled|amended|agreed|final (?:rule|policy|version|spec))\b/i;

/** What an answer concludes: from the sentence that sums up, else its beginning, at most `max` characters. */
export function conclusionOf(item: Item, max: number): string {
  const sentences = sentencesIn(item);
  const from = sentences.findIndex((sentence) => SUMS_UP.test(sentence));
  return cutText(joinUpTo(sentences.slice(Math.max(from, 0)), Number.POSITIVE_INFINITY), max);
}
