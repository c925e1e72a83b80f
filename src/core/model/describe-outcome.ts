import type { Outcome } from './kinds.ts';

const WORDS: Readonly<Record<Outcome, string>> = {
  done: 'done',
  part: 'done in part',
  blocked: 'blocked',
  abandoned: 'abandoned',
  unknown: 'not known',
};

/** Describes the outcome of a session in words. */
export function describeOutcome(outcome: Outcome): string {
  return WORDS[outcome];
}
