import { foldText, wordsOf } from '../../core/text/terms.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { SHINGLE_WORDS } from '../../derive/provenance/shingles.ts';
import type { ContextLine } from '../lines/context-line.ts';
import type { Neighbourhood } from './standing-files.ts';
import { readStanding, type StandingText } from './standing-texts.ts';

/** Words that may be left over at either end: they say nothing by themselves. Any other word could turn the statement. */
const FILLERS =
  wordSet(`please note remember that always also and so then too we you i must should the a an ok yes from now on
  bitte merke beachte dass immer auch und also wir du ihr ja ab jetzt`);
/** The id and the label in front of a line's words. */
const LABEL = /^\[\w+\] (?:[^:"]{1,120}: )?/;
/** What kind of statement it is, in an agent's own words: `Decision: Rule: …`. */
const KIND_WORDS =
  /^(?:[\W_]*(?:decisions?|rules?|constraints?|preferences?|conventions?|polic(?:y|ies)|notes?|reminder|requirements?|important)\s*:)+/i;
/** Words that withdraw what they stand beside, or turn it into its opposite. */
const TURNING =
  wordSet(`no not never don dont doesn isn aren wasn won cannot can longer ignore ignored disregard forget obsolete outdated
  deprecated former formerly previously old except unless instead wrong false untrue avoid without skip stop override
  overrides overridden replaced replaces superseded removed was were used example quote
  nicht kein keine keinen nie niemals mehr ignoriere veraltet statt fruher falsch ohne
  nunca jamas ya sin obsoleto ne pas jamais plus sans`);
const CUT_WORD = /\S*…["']?$/;
const SENTENCE = /[\n.!?;:]+(?=\s|$)|\n/;
/** Where a sentence or an entry of a list ends; a line that is only wrapped goes on. */
const ENTRY = /(?<=[.!?;])\s+|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+#>|]|\d{1,3}[.)]))/;
/** What heads the entries below it: a heading, or a line that ends with a colon. */
const HEAD = /^\s*#{1,6} |:\s*$/;

/**
 * Leaves out the lines whose words an agent reads without Cairn. What warns of a call stays, and so does what a person stated,
 * unless the person's own file holds it: a file of a repository may say it where it counts for nothing.
 */
export function withoutStanding(lines: readonly ContextLine[], place: Neighbourhood): ContextLine[] {
  if (lines.length === 0) return [];
  const files = readStanding(place);
  const told = new Set([
    ...withoutThose(
      lines.filter(({ stated }) => stated === true),
      textsOf(files.filter(({ isOwn }) => isOwn)),
    ),
    ...withoutThose(
      lines.filter(({ stated }) => stated !== true),
      textsOf(files),
    ),
  ]);
  return lines.filter((line) => told.has(line));
}

function textsOf(files: readonly StandingText[]): string[] {
  return files.map(({ text }) => text);
}

/** The path of the first file for which a line is left out; `undefined` where several hold its words together. */
export function standsIn(line: ContextLine, files: readonly StandingText[]): string | undefined {
  return files.find(({ text, isOwn }) => (isOwn || line.stated !== true) && withoutThose([line], [text]).length === 0)
    ?.path;
}

function withoutThose(lines: readonly ContextLine[], texts: readonly string[]): ContextLine[] {
  if (texts.length === 0) return [...lines];
  const words = lines.map(({ section, text }) =>
    section === 'tripwires' ? [] : wordsOf(text.replace(LABEL, '').replace(KIND_WORDS, '').replace(CUT_WORD, '')),
  );
  const stands = standingAmong(words, texts);
  return lines.filter((_, i) => !stands(words[i] ?? []));
}

/**
 * Which of some word sequences stand in texts: all their words in runs of four, fillers at either end aside. A sequence
 * of fewer words stands where it is a whole sentence. Compared without case, accents and marks; a single word or number
 * that differs makes it another statement, and so does a word beside them, or above them in a head, that withdraws them.
 */
function standingAmong(
  sequences: readonly (readonly string[])[],
  texts: readonly string[],
): (words: readonly string[]) => boolean {
  const folded = texts.map(foldText);
  const holds = holdingWords(folded);
  const likely = sequences.filter((words) => words.every((word) => FILLERS.has(word) || holds(word)));
  const wanted = new Set(likely.flatMap((words) => runsOf(words)));
  const short = new Set(
    likely.filter(({ length }) => length > 0 && length < SHINGLE_WORDS).map((one) => one.join(' ')),
  );
  if (wanted.size + short.size === 0) return () => false;
  const parts = folded.flatMap(partsIn).map((part) => {
    return { ...part, runs: runsOf(wordsOf(part.text)).filter((run) => wanted.has(run)) };
  });
  return (words) => {
    const own = new Set(words);
    const counted = parts.filter(({ turning }) => turning.every((word) => own.has(word)));
    if (words.length < SHINGLE_WORDS) {
      const whole = words.join(' ');
      return short.has(whole) && counted.some(({ text }) => hasSentence(text, whole));
    }
    return isCovered(words, new Set(counted.flatMap(({ runs }) => runs)));
  };
}

/** A part of a text with the words in it, and in the head above it, that withdraw a statement. */
interface FilePart {
  text: string;
  turning: string[];
}

/** Parts of a text: sentences that withdraw nothing together, each other one by itself. */
function partsIn(text: string): FilePart[] {
  const parts: FilePart[] = [];
  let head: string[] = [];
  let plain: string[] = [];
  const endPlain = (): void => {
    if (plain.length > 0) parts.push({ text: plain.join('\n'), turning: [] });
    plain = [];
  };
  for (const entry of text.split(ENTRY)) {
    const turning = wordsOf(entry).filter((word) => TURNING.has(word));
    if (HEAD.test(entry)) head = turning;
    if (turning.length + head.length === 0) plain.push(entry);
    else {
      endPlain();
      parts.push({ text: entry, turning: [...turning, ...head] });
    }
  }
  endPlain();
  return parts;
}

function hasSentence(text: string, whole: string): boolean {
  return text.split(SENTENCE).some((sentence) => wordsOf(sentence).join(' ') === whole);
}

/** Tells whether a word is in folded texts, as a word or a part of one. */
function holdingWords(folded: readonly string[]): (word: string) => boolean {
  const known = new Map<string, boolean>();
  return (word) => {
    const isHeld = known.get(word) ?? folded.some((text) => text.includes(word));
    known.set(word, isHeld);
    return isHeld;
  };
}

function isCovered(words: readonly string[], found: ReadonlySet<string>): boolean {
  const covered = words.map(() => false);
  for (const [at, run] of runsOf(words).entries()) if (found.has(run)) covered.fill(true, at, at + SHINGLE_WORDS);
  const first = covered.indexOf(true);
  const last = covered.lastIndexOf(true);
  const isFiller = (word: string, at: number): boolean => (at < first || at > last) && FILLERS.has(word);
  return first >= 0 && words.every((word, at) => covered[at] === true || isFiller(word, at));
}

function runsOf(words: readonly string[]): string[] {
  const runs: string[] = [];
  for (let at = 0; at + SHINGLE_WORDS <= words.length; at += 1)
    runs.push(words.slice(at, at + SHINGLE_WORDS).join(' '));
  return runs;
}
