import type { ForgetInput } from '../../api/requests.ts';
import { dropOldest } from '../../core/drop-oldest.ts';
import { hashBase32 } from '../../core/hash.ts';
import type { Selection } from './select-events.ts';

/** A planned selection, and the request for it. */
export interface ForgetPlanEntry {
  token: string;
  question: string;
  input: ForgetInput;
  selection: Selection;
}

/** The plans of the last minutes, so that a confirmation need not search the log again. */
export interface ForgetPlans {
  add(input: ForgetInput, selection: Selection, now: number): ForgetPlanEntry;
  find(token: string, now: number): ForgetPlanEntry | undefined;
}

const KEPT = 20;
const KEPT_MS = 15 * 60_000;

/** Builds an empty set of plans. */
export function createForgetPlans(): ForgetPlans {
  const plans = new Map<string, { plan: ForgetPlanEntry; at: number }>();
  return {
    add(input, selection, now) {
      const plan = { token: tokenOf(selection), question: questionOf(input), input, selection };
      plans.set(plan.token, { plan, at: now });
      dropOldest(plans, KEPT);
      return plan;
    },
    find(token, now) {
      const known = plans.get(token);
      return known !== undefined && now - known.at <= KEPT_MS ? known.plan : undefined;
    },
  };
}

/** Upper bound on ids that are sorted: sorting more keeps hooks waiting, and they come in the order of the log. */
const SORTED = 5_000;

/** The token of a selection: a hash of what would be erased, so that it confirms exactly that. */
export function tokenOf({ ids, sessions }: Selection): string {
  return hashBase32(['forget', ...inOrder(ids), ...inOrder(sessions)]);
}

function inOrder(ids: readonly string[]): readonly string[] {
  return ids.length > SORTED ? ids : [...ids].sort();
}

/** The request of an input without how it is carried out: equal for a plan and its confirmation. */
export function questionOf(input: ForgetInput): string {
  const { dryRun: _dryRun, confirm: _confirm, now: _now, receipt: _receipt, ...question } = input;
  return JSON.stringify(Object.entries(question).sort(([one], [other]) => (one < other ? -1 : 1)));
}
