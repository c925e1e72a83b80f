import { TERMS_VERSION } from '../../core/text/terms.ts';

/** Rules that make items of events. */
const EVENT_RULES = {
  prompt: 'prompt@2',
  message: 'message@2',
  stated: 'stated@4',
  observed: 'observed@4',
  delegated: 'delegated@2',
  compaction: 'compaction@3',
  noted: 'noted@2',
  committed: 'committed@1',
} as const;

/** Rules that make items and findings of whole sessions, and patterns of findings. */
const SESSION_RULES = {
  checkpoint: 'checkpoint@3',
  summary: 'summary@2',
  topic: 'topic@1',
  snippet: 'snippet@1',
  tripwire: 'tripwire@2',
  finding: 'finding@2',
  pattern: 'pattern@2',
} as const;

/**
 * Every rule that makes items, as `name@version`; each item carries the one that made it. A rule that gives other items
 * for the same event, session or findings gets the next version, and what it made is made anew.
 */
export const RULES = { ...EVENT_RULES, ...SESSION_RULES } as const;

/** Stands for the rules of events in their versions: with another stamp, what was derived is made anew. */
export const RULES_STAMP = [...Object.values(EVENT_RULES), TERMS_VERSION].join(' ');

/** Stands for the rules of sessions and patterns: with another stamp, every session is distilled anew. */
export const DISTIL_STAMP = Object.values(SESSION_RULES).join(' ');

/** A rule with its version. */
export type RuleName = (typeof RULES)[keyof typeof RULES];

/** The name of a rule without its version: what ids are made of, so that a new version keeps them. */
export function ruleName(rule: RuleName): string {
  return rule.slice(0, rule.indexOf('@'));
}
