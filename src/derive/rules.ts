import { TERMS_VERSION } from '../core/terms.ts';

/**
 * Every rule that makes items, as `name@version`; each item carries the one that made it. A rule that gives other items
 * for the same event gets the next version, and a rebuild makes its items anew.
 */
export const RULES = {
  prompt: 'prompt@2',
  message: 'message@2',
  stated: 'stated@3',
  observed: 'observed@3',
  delegated: 'delegated@2',
  compaction: 'compaction@2',
  noted: 'noted@2',
  committed: 'committed@1',
  checkpoint: 'checkpoint@2',
} as const;

/** Stands for all rules in their versions: with another stamp, what was derived is made anew. */
export const RULES_STAMP = [...Object.values(RULES), TERMS_VERSION].join(' ');

/** A rule with its version. */
export type Rule = (typeof RULES)[keyof typeof RULES];

/** The name of a rule without its version: what ids are made of, so that a new version keeps them. */
export function ruleName(rule: Rule): string {
  return rule.slice(0, rule.indexOf('@'));
}
