import { type AgedMiddle, agedLine, agedMiddle } from '../core/aged-text.ts';
import type { StoredEvent, ToolEnd } from '../core/event.ts';
import { given } from '../core/given.ts';
import { lazy } from '../core/lazy.ts';
import { LIMITS } from '../core/limits.ts';
import { countTokens } from '../core/tokens.ts';
import { deriveEvent } from './derive-event.ts';
import { wholeCharacter } from './fit-text.ts';
import { eachWord, foldWord, SHINGLE_WORDS, shinglesOf } from './shingles.ts';
import { targetsOf } from './targets-of.ts';

/** A run of a tool: what its session says itself, by shingles, and the root of its project. */
export interface AgeingRun {
  event: StoredEvent & { body: ToolEnd };
  says: (shingle: number) => boolean;
  projectRoot?: string | undefined;
}

/** Characters of head and of tail that stay: as many as any item shows of an output. */
const SIDE_CHARS = 1_200;
/** Below this share of what it was, an output is worth ageing. */
const WORTH = 0.8;
/** So often the length of the middle is corrected by what the rules count. */
const TRIES = 5;
const CUT = /\[cut: \d+ of (\d+) characters\]/;
/** What stands in the place of a secret: no cut goes through it. */
const SECRET_MARK = /\[redacted:[\w-]+\]/g;

/**
 * The output that some runs share without its middle: head, tail, and the lines between that their sessions say again.
 * `undefined` for one that is short, or of which anything that the rules make would be another without the middle.
 */
export function agedOutput(runs: readonly AgeingRun[]): string | undefined {
  const [first] = runs;
  const whole = first?.event.body.output ?? '';
  if (whole.length * WORTH < 2 * SIDE_CHARS || agedMiddle(whole) !== undefined) return undefined;
  const says = (shingle: number): boolean => runs.some((run) => run.says(shingle));
  const sides = sidesOf(whole);
  const parts = {
    head: whole.slice(0, sides.head),
    tail: whole.slice(sides.tail),
    said: saidLines(whole, sides, says),
  };
  const kept = parts.head.length + parts.tail.length + parts.said.length;
  if (kept > whole.length * WORTH) return undefined;
  let middle: AgedMiddle = { chars: whole.length - kept, tokens: countTokens(whole) };
  const without = (): string => `${parts.head}${agedLine(middle)}${parts.said}${parts.tail}`;
  // No word of the line that tells of the middle can be said: what it counts changes nothing here.
  if (first === undefined || !isSaidAlike(whole, without(), says)) return undefined;
  const made = runs.map((run) => lazy(() => madeOf(run, whole)));
  const was = countedIn(first, whole);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const aged = without();
    if (runs.every((run, at) => madeOf(run, aged) === made[at]?.())) return aged;
    // The rules leave out spaces and repeated lines: what they count tells how much of the middle they saw.
    const is = countedIn(first, aged);
    if (was === undefined || is === undefined || was === is) return undefined;
    middle = { ...middle, chars: middle.chars + was - is };
  }
  return undefined;
}

/** Where head ends and tail begins: they hold what they begin of a character or of the mark of a secret. */
function sidesOf(text: string): { head: number; tail: number } {
  const sides = { head: wholeCharacter(text, SIDE_CHARS), tail: wholeCharacter(text, text.length - SIDE_CHARS) };
  for (const { 0: mark, index } of text.matchAll(SECRET_MARK)) {
    const end = index + mark.length;
    if (index < sides.head && end > sides.head) sides.head = end;
    if (index < sides.tail && end > sides.tail) sides.tail = index;
  }
  return sides;
}

/** What the rules make of a run with an output, as a text. */
function madeOf({ event, projectRoot }: AgeingRun, output: string): string {
  const run = withOutput(event, output);
  return JSON.stringify([deriveEvent(run, given({ projectRoot })), targetsOf(run)]);
}

/** True when what is said of a text stands in both, and nothing else. */
function isSaidAlike(whole: string, aged: string, says: (shingle: number) => boolean): boolean {
  const [one, two] = [whole, aged].map((text) => new Set(shinglesOf(text, LIMITS.capturedChars).filter(says)));
  return one?.size === two?.size && [...(one ?? [])].every((shingle) => two?.has(shingle) === true);
}

/** Of how many characters an item says that it shows a part; `undefined` when it shows all. */
function countedIn({ event, projectRoot }: AgeingRun, output: string): number | undefined {
  const cut = CUT.exec(deriveEvent(withOutput(event, output), given({ projectRoot })).items[0]?.text ?? '');
  return cut === null ? undefined : Number(cut[1]);
}

function withOutput(event: AgeingRun['event'], output: string): AgeingRun['event'] {
  return { ...event, body: { ...event.body, output } };
}

/** The lines between head and tail that hold a run of words which is said, each with its line end. */
function saidLines(
  text: string,
  { head, tail }: { head: number; tail: number },
  says: (shingle: number) => boolean,
): string {
  const words: { hash: number; start: number; end: number }[] = [];
  const lines = new Map<number, number>();
  eachWord(text, (hash, start, end) => {
    words.push({ hash, start, end });
    const first = words.at(-SHINGLE_WORDS);
    if (first === undefined || end <= head || first.start >= tail) return;
    const shingle = words.slice(-SHINGLE_WORDS).reduce((sum, word) => foldWord(sum, word.hash), 0);
    if (!says(shingle)) return;
    const begin = text.lastIndexOf('\n', first.start) + 1;
    const stop = text.indexOf('\n', end);
    lines.set(begin, Math.max(lines.get(begin) ?? 0, stop < 0 ? text.length : stop + 1));
  });
  let said = '';
  let at = head;
  for (const [begin, end] of lines) {
    said += text.slice(Math.max(begin, at), Math.min(end, tail));
    at = Math.max(at, end);
  }
  return said === '' || said.endsWith('\n') ? said : `${said}\n`;
}
