import type { KnowledgeKind } from '../../core/model/kinds.ts';
import { hasMaterial } from './has-material.ts';
import { isStandingRule } from './is-standing-rule.ts';
import { ownSentences } from './own-sentences.ts';

/** A rule for all further work that a person states in a prompt. */
export interface StandingRule {
  kind: KnowledgeKind;
  text: string;
}

const MAX_RULES = 4;
const MIN_CHARS = 8;
const MAX_CHARS = 240;
const PREFERS = /\b(?:prefer|rather|hate|dislike)\b/i;

/** The rules for all further work that a person states in a prompt, at most four; prefers missing one to inventing one. */
export function standingRulesIn(text: string): StandingRule[] {
  const rules = new Map<string, StandingRule>();
  if (hasMaterial(text)) return [];
  for (const sentence of ownSentences(text, { ends: true })) {
    const { length } = sentence.text;
    if (length < MIN_CHARS || length > MAX_CHARS || !isStandingRule(sentence.unquoted)) continue;
    const kind = PREFERS.test(sentence.unquoted) ? 'heuristic' : 'constraint';
    rules.set(sentence.text.toLowerCase(), { kind, text: sentence.text });
    if (rules.size >= MAX_RULES) break;
  }
  return [...rules.values()];
}
