import type { Item } from '../../core/model/item.ts';
import { cutText, plainWords } from '../../core/text/text.ts';
import { isInstruction } from '../../derive/provenance/is-instruction.ts';
import { withQuoted } from '../../derive/provenance/quoted.ts';
import { CUT_LINE } from '../../derive/session/sentences/statement-patterns.ts';
import { quotableWords } from '../../retrieval/validity/trust.ts';
import { weightIn } from './bearing.ts';

/** Code blocks, rows of tables, rules, and headings: they are no sentences. */
const FENCED = /```[\s\S]*?(?:```|$)/g;
const NO_PROSE = /^\s*(?:\||[-=*_]{3,}\s*$|#{1,6}\s|>\s)/;
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

function isLead(sentence: string): boolean {
  return LEAD.test(sentence) || ALL_WELL.test(sentence);
}

/** The sentences and list entries of an item that may be told. Code goes first: of a block half of which is quoted, no mark is left. */
function sentencesIn(item: Item): string[] {
  const code = Array.from(item.text.matchAll(FENCED), ({ 0: { length }, index }): [number, number] => [
    index,
    index + length,
  ]);
  const text = quotableWords(code.length === 0 ? item : withQuoted(item, code));
  return linesAwayFromCuts(text.replace(FENCED, '\n'))
    .filter((line) => !NO_PROSE.test(line))
    .flatMap((line) => plainWords(line.replace(BULLET, '').replace(MARKS, '')).split(SENTENCE))
    .map((sentence) => sentence.trim())
    .filter((sentence) => (sentence.match(WORDS) ?? []).length >= LEAST_WORDS && !isOrderToFetch(sentence));
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

/** Whole sentences as long as they fit; the first one is cut when it alone is too long. */
function joinUpTo(sentences: readonly string[], max: number): string {
  let text = '';
  for (const sentence of sentences) {
    const next = text === '' ? sentence : `${text}${/[.!?:;]$/.test(text) ? '' : ';'} ${sentence}`;
    if (next.length > max) return text.length >= max / 2 ? text : cutText(next, max);
    text = next;
  }
  return text;
}

/** Least share of the weight of a passage's best sentence that the others of it hold. */
const TELLING_SHARE = 0.3;

/** The sentences of a text that hold most of a prompt's weight, in their order, at most `max` characters together. */
export function passageOf(item: Item, telling: ReadonlyMap<string, number>, max: number): string {
  const all = sentencesIn(item);
  const lead = all.findIndex((sentence) => !isLead(sentence));
  const sentences = all.slice(Math.max(lead, 0));
  const whole = joinUpTo(sentences, Number.POSITIVE_INFINITY);
  if (whole.length <= max) return whole;
  const weighed = sentences.map((sentence, i) => ({ sentence, i, weight: weightIn(sentence, telling) }));
  const least = TELLING_SHARE * Math.max(...weighed.map(({ weight }) => weight));
  const chosen = new Set<number>();
  let size = 0;
  for (const { sentence, i, weight } of weighed.toSorted(
    (one, other) => other.weight - one.weight || one.i - other.i,
  )) {
    if (weight < least) break;
    if (size + sentence.length + 2 > max && size > 0) continue;
    chosen.add(i);
    size += sentence.length + 2;
  }
  let passage = '';
  for (const { sentence, i } of weighed.filter((one) => chosen.has(one.i))) {
    const isNext = i === 0 || chosen.has(i - 1);
    const end = passage === '' || /[.!?:;…]$/.test(passage) ? ' ' : '; ';
    passage += isNext ? `${end}${sentence}` : ` … ${sentence}`;
  }
  return cutText(passage.replace(/(?:\s*…)+\s*/g, ' … ').trim(), max + 40);
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
