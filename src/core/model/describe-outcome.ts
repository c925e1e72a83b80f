import type { Outcome } from './item.ts';

const WORDS: Readonly<Record<Outcome, string>> = {
  done: 'done',
  part: 'done in part',
  blocked: 'blocked',
  abandoned: 'abandoned',
  unknown: 'not known',
};

/** How a session came out, in words. */
export function describeOutcome(outcome: Outcome): string {
  return WORDS[outcome];
}
