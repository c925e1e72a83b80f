import { diffArrays } from 'diff';
import { redact } from '../privacy/redact.ts';

/** One step back: at place `at` of the changed text `drop` characters (UTF-16) go, and `put` comes in their place. */
export interface UndoStep {
  at: number;
  drop: number;
  put: string;
}

/** Upper bound on the words that differ: beyond it the two are different files, and their comparison would take long. */
const EDITS_MAX = 20_000;
const WORDS = /[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu;

/**
 * The steps that lead from a changed text back to the one before: of the text before they hold only what the change took
 * out. `undefined` when that holds a secret, or when too much differs.
 */
export function undoSteps(after: string, before: string): UndoStep[] | undefined {
  const changes = diffArrays(after.match(WORDS) ?? [], before.match(WORDS) ?? [], { maxEditLength: EDITS_MAX });
  if (changes === undefined) return undefined;
  const steps: UndoStep[] = [];
  let at = 0;
  let open: UndoStep | undefined;
  for (const { value, added, removed } of changes) {
    const text = value.join('');
    if (!added && !removed) {
      at += text.length;
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = { at, drop: 0, put: '' };
      steps.push(open);
    }
    if (added) open.put += text;
    else {
      open.drop += text.length;
      at += text.length;
    }
  }
  return steps.some(({ put }) => redact(put).text !== put) ? undefined : steps;
}

/** The text before, from the changed one. */
export function undoEdit(after: string, steps: readonly UndoStep[]): string {
  let text = '';
  let at = 0;
  for (const step of steps) {
    text += after.slice(at, step.at) + step.put;
    at = step.at + step.drop;
  }
  return text + after.slice(at);
}
