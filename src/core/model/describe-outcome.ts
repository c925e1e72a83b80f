import type { Outcome } from './kinds.ts';

const WORDS: Readonly<Record<Outcome, string>> = {
  done: 'done',
  part: 'done in part',
  blocked: 'blocked',
  abandoned: 'abandoned',
  unknown: 'not known',
};

/** How the title of a summary ends: with the outcome in words, or by its name. */
const ENDING = / \((?:done|done in part|abandoned|blocked|part|unknown)\)$/;

/** Describes the outcome of a session in words. */
export function describeOutcome(outcome: Outcome): string {
  return WORDS[outcome];
}

/** The title of a summary or a session without the outcome that it ends with. */
export function withoutOutcome(title: string): string {
  return title.replace(ENDING, '');
}
