import { TERMS_VERSION } from '../../core/text/terms.ts';

/** Rules that turn events into items. */
const EVENT_RULES = {
  prompt: 'prompt@6',
  message: 'message@5',
  stated: 'stated@19',
  replied: 'replied@8',
  observed: 'observed@17',
  delegated: 'delegated@3',
  compaction: 'compaction@4',
  noted: 'noted@7',
  committed: 'committed@5',
  shared: 'shared@3',
} as const;

/** Rules that turn whole sessions into items and findings, and findings into patterns. */
const SESSION_RULES = {
  checkpoint: 'checkpoint@6',
  summary: 'summary@9',
  topic: 'topic@2',
  snippet: 'snippet@1',
  tripwire: 'tripwire@12',
  finding: 'finding@14',
  pattern: 'pattern@6',
} as const;

/**
 * Every rule, as `name@version`; each item carries the rule that made it. A rule that changes what it returns for the same event,
 * session or findings gets the next version, and its items are derived again.
 */
export const RULES = { ...EVENT_RULES, ...SESSION_RULES } as const;

/** Stamp of the versions of all event rules: when it changes, every event is derived again. */
export const RULES_STAMP = [...Object.values(EVENT_RULES), TERMS_VERSION].join(' ');

/** Stamp of the versions of all session rules: when it changes, every session is distilled again. */
export const DISTIL_STAMP = Object.values(SESSION_RULES).join(' ');

/** A rule with its version. */
export type RuleName = (typeof RULES)[keyof typeof RULES];

/** The name of a rule without its version; ids are computed from it, so that a new version keeps them. */
export function ruleName(rule: RuleName): string {
  return rule.slice(0, rule.indexOf('@'));
}
