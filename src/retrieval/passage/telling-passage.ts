// retrieval/passage: the sentences of an answer, and the run of them that is worth most to a question or a prompt.
// Nothing is searched here, and no sentence is composed.

import type { Item } from '../../core/model/item.ts';
import { sum } from '../../core/sum.ts';
import { cutText } from '../../core/text/text.ts';
import { logOdds, type OddsWeights } from './log-odds.ts';
import { isLead, joinSentences, type SaidStatement, statementsIn } from './statements.ts';
import { weightIn } from './telling-words.ts';

/** What speaks for a statement within its answer. */
export interface StatementFeatures {
  /** ln of the number of its words. */
  words: number;
  /** The share of the weight of the prompt's words that it holds. */
  telling: number;
  /** 1 for the first statement, 1/2 for the next. */
  first: number;
  /** 1 for words that only lead to others, or say that all is well. */
  lead: number;
  /** 1 for a question. */
  asks: number;
}

/**
 * The worth of a statement: log odds of being of use, fitted on answers of use (bench/results/exchanges.md), but for the base: with
 * it a plain statement of six words adds nothing to a run.
 */
export const STATEMENT_WEIGHTS: OddsWeights<StatementFeatures> = {
  base: -1.3,
  words: 0.73,
  telling: 10,
  first: 0.8,
  lead: -0.85,
  asks: -1.5,
};
/** Headings that say nothing of what stands below them. */
const PLAIN_HEADING =
  /^(?:summary|overview|results?|changes(?: made)?|notes?|details|conclusion|recap|answer|key (?:points|findings)|what (?:changed|i did)|(?:files|tests) (?:changed|modified|updated|added))\W*$/i;
const HEADING_CHARS = 80;

/**
 * A short answer as a whole, of a longer one the run of statements that is worth most to a prompt, at most `max` characters; ''
 * of an answer that states nothing.
 */
export function tellingPassage(item: Item, telling: ReadonlyMap<string, number>, max: number): string {
  return tellingRun(statementsIn(item), telling, max);
}

/** As `tellingPassage`, of statements that were read before. */
export function tellingRun(
  statements: readonly SaidStatement[],
  telling: ReadonlyMap<string, number>,
  max: number,
): string {
  const all = wholeOf(statements);
  if (all.length <= max) return all;
  const worths = featuresOf(statements, telling).map((features) => logOdds(STATEMENT_WEIGHTS, features));
  let best = { worth: Number.NEGATIVE_INFINITY, text: '' };
  for (const first of statements.keys()) {
    let text = '';
    let worth = 0;
    for (const [i, one] of statements.slice(first).entries()) {
      const next = joined(text, one, i === 0 ? undefined : statements[first + i - 1]);
      if (next.length > max && i > 0) break;
      text = next;
      worth += worths[first + i] ?? 0;
      if (worth > best.worth && !text.endsWith(':')) best = { worth, text };
      if (text.length > max) break;
    }
  }
  return endWell(cutText(best.text, max));
}

/** A passage that would end right after a colon ends before the words that only lead on, or as one that goes on. */
export function endWell(passage: string): string {
  if (!/[:：]\s*…?$/.test(passage)) return passage;
  const whole = /^.*[.!?;](?=\s[^.!?;]*$)/s.exec(passage)?.[0] ?? '';
  return whole.length >= passage.length / 2 ? whole : passage.replace(/\s*[:：]\s*…?$/, '…');
}

/** The features of the statements of one answer. */
export function featuresOf(
  statements: readonly SaidStatement[],
  telling: ReadonlyMap<string, number>,
): StatementFeatures[] {
  const weight = Math.max(sum(telling.values()), Number.EPSILON);
  return statements.map((one, i) => ({
    words: Math.log(one.text.split(/\s+/).length),
    telling: weightIn(one.text, telling) / weight,
    first: 1 / (1 + i),
    lead: isIntro(one, statements[i + 1]) || (isLead(one.text) && !one.text.endsWith(':')) ? 1 : 0,
    asks: one.text.endsWith('?') ? 1 : 0,
  }));
}

/** All that an answer states, without what only leads to it. */
function wholeOf(statements: readonly SaidStatement[]): string {
  const first = statements.findIndex(({ text }) => !isLead(text));
  const said = first < 0 ? [] : statements.slice(first).filter((one, i, all) => !isIntro(one, all[i + 1]));
  return said.reduce((text, one, i) => joined(text, one, said[i - 1]), '');
}

/** True for words that lead to what no block repeats, such as code. */
function isIntro({ text }: SaidStatement, next: SaidStatement | undefined): boolean {
  return text.endsWith(':') && (next === undefined || (!next.isEntry && !next.isRow));
}

/** A run with one more statement, its heading in front where a new one begins. */
function joined(text: string, one: SaidStatement, before: SaidStatement | undefined): string {
  const isHeaded = before?.heading !== one.heading && one.heading !== '' && !PLAIN_HEADING.test(one.heading);
  return joinSentences(text, isHeaded ? `${cutText(one.heading, HEADING_CHARS)}: ${one.text}` : one.text);
}
