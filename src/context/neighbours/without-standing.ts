import { foldText, wordsOf } from '../../core/text/terms.ts';
import { wordSet } from '../../core/text/word-set.ts';
import { SHINGLE_WORDS } from '../../derive/provenance/shingles.ts';
import type { ContextLine } from '../lines/context-line.ts';
import type { Neighbourhood } from './standing-files.ts';
import { readStandingTexts, type StandingText } from './standing-texts.ts';

/** Words that may be left over at either end: they say nothing by themselves. Any other word could turn the statement. */
const FILLERS =
  wordSet(`please note remember that always also and so then too we you i must should the a an ok yes from now on
  bitte merke beachte dass immer auch und also wir du ihr ja ab jetzt`);
/** The id and the label in front of a line's words. */
const LABEL = /^\[\w+\] (?:[^:"]{1,120}: )?/;
/** What kind of statement it is, in an agent's own words: `Decision: Rule: …`. */
const KIND_WORDS =
  /^(?:[\W_]*(?:decisions?|rules?|constraints?|preferences?|conventions?|polic(?:y|ies)|notes?|reminder|requirements?|important)\s*:)+/i;
const CUT_WORD = /\S*…["']?$/;
const SENTENCE = /[\n.!?;:]+(?=\s|$)|\n/;

/** Leaves out the lines whose words an agent reads without Cairn. What warns of a call stays. */
export function withoutStanding(lines: readonly ContextLine[], place: Neighbourhood): ContextLine[] {
  return lines.length === 0 ? [] : withoutThose(lines, readStandingTexts(place));
}

/** The path of the first file in which the words of a line stand as a whole; `undefined` where several hold them together. */
export function standsIn(line: ContextLine, files: readonly StandingText[]): string | undefined {
  return files.find(({ text }) => withoutThose([line], [text]).length === 0)?.path;
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
 * that differs makes it another statement.
 */
function standingAmong(
  sequences: readonly (readonly string[])[],
  texts: readonly string[],
): (words: readonly string[]) => boolean {
  const holds = holdingWords(texts.map(foldText));
  const likely = sequences.filter((words) => words.every((word) => FILLERS.has(word) || holds(word)));
  const wanted = new Set(likely.flatMap((words) => runsOf(words)));
  const short = new Set(
    likely.filter(({ length }) => length > 0 && length < SHINGLE_WORDS).map((one) => one.join(' ')),
  );
  if (wanted.size + short.size === 0) return () => false;
  const found = new Set<string>();
  for (const text of texts) {
    for (const run of runsOf(wordsOf(text))) if (wanted.has(run)) found.add(run);
    if (short.size === 0) continue;
    for (const sentence of text.split(SENTENCE)) {
      const words = wordsOf(sentence).join(' ');
      if (short.has(words)) found.add(words);
    }
  }
  return (words) => {
    if (words.length < SHINGLE_WORDS) return words.length > 0 && found.has(words.join(' '));
    return isCovered(words, found);
  };
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
