/**
 * Every rule that makes items, as `name@version`; each item carries the one that made it. A rule that gives other items
 * for the same event gets the next version, and a rebuild makes its items anew.
 */
export const RULES = {
  prompt: 'prompt@1',
  message: 'message@1',
  stated: 'stated@1',
  observed: 'observed@1',
  delegated: 'delegated@1',
  compaction: 'compaction@1',
  noted: 'noted@1',
  checkpoint: 'checkpoint@1',
} as const;

/** A rule with its version. */
export type Rule = (typeof RULES)[keyof typeof RULES];

/** The name of a rule without its version: what ids are made of, so that a new version keeps them. */
export function ruleName(rule: Rule): string {
  return rule.slice(0, rule.indexOf('@'));
}
