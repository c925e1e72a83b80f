// derive/pattern: merges the findings of many sessions into one pattern, and reads decisions and preferences from sentences.
// The findings of one session come from `derive/session/findings`.

import { asString } from '../../core/json.ts';
import type { Finding } from '../../core/model/finding.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { ItemOf, PatternDetail } from '../../core/model/item.ts';
import type { PatternKind } from '../../core/model/kinds.ts';
import { detailOf, makeSessionItem } from '../item/make-item.ts';
import { patternId } from '../item/pattern-id.ts';
import { RULES } from '../item/rules.ts';
import { deriveTripwire } from '../tripwire/derive-tripwire.ts';
import { changesOf, labelOf, linesOf, moreOf, usualChecks } from './pattern-words.ts';

const MAX_EVIDENCE = 12;
const MAX_FILES = 12;
/** Authors of findings, the least trusted first. */
export const FINDING_AUTHORS: readonly Finding['author'][] = ['tool', 'agent', 'person'];
/** Least number of occurrences that make a pattern. */
const LEAST: Readonly<Record<PatternKind, number>> = {
  error: 2,
  fix: 1,
  decision: 1,
  preference: 1,
  architecture: 5,
  workflow: 3,
  tripwire: 1,
};
/** Least number of occurrences for a statement that is already a memory of its own, and for a person's correction. */
const TWICE = 2;
/** Programs that look for something: a failure to find it helps nobody. */
const LOOKS = /^(?:rg|e?grep|ls|cat|find|fd|sed|awk|head|tail|wc|tree)\b/;
/** Least share, 0 to 1, of the changes of the less often changed file in which both change. */
const TOGETHER_SHARE = 0.7;

/** Merges all findings of one project, kind and key, oldest first, into a pattern; `undefined` when there are too few. */
export function derivePattern(findings: readonly Finding[]): ItemOf<'pattern'> | undefined {
  const [first] = findings;
  if (first?.kind === 'tripwire') return deriveTripwire(findings);
  const last = findings.at(-1);
  if (first === undefined || last === undefined || !isPattern(first.kind, findings)) return undefined;
  const detail = detailOfFindings(findings, first, last);
  const { project, kind, key } = first;
  return makeSessionItem({
    id: patternId({ ...(project && { project }), kind, key }),
    project,
    at: detail.lastAt,
    kind: 'pattern',
    rule: RULES.pattern,
    author: FINDING_AUTHORS.find((one) => findings.some((finding) => finding.author === one)) ?? 'tool',
    exposed: findings.some(({ exposed }) => exposed),
    title: labelOf(detail),
    text: linesOf(detail).join('\n'),
    detail: detailOf<'pattern'>({
      pattern: detail,
      filesChanged: detail.files,
      ...(isProposed(findings, detail) ? { status: 'proposed' as const } : {}),
    }),
  });
}

/** True for a person's wish that returned in another session and is no rule yet: a person is asked to confirm it. */
function isProposed(findings: readonly Finding[], { pattern, sessions }: PatternDetail): boolean {
  const isOfPerson = findings.every(({ author }) => author === 'person');
  return pattern === 'preference' && isOfPerson && sessions >= TWICE && findings.every(({ detail }) => !detail.known);
}

function isPattern(kind: PatternKind, findings: readonly Finding[]): boolean {
  const isTwice =
    findings.some(({ detail }) => detail.known === true) || findings.every(({ detail }) => detail.correction === true);
  const sessions = new Set(findings.map(({ session }) => session)).size;
  if (sessions < leastSessions(kind, findings)) return false;
  const count = countOf(findings);
  if (count < (isTwice ? TWICE : LEAST[kind])) return false;
  if (kind === 'workflow') return usualChecks(findings).length > 0;
  return kind !== 'architecture' || isArchitecture(findings, count);
}

/** Least number of sessions that must show a finding of some kind: what one session said helps no other by itself. */
function leastSessions(kind: PatternKind, findings: readonly Finding[]): number {
  const isReturning = findings.some(({ detail }) => detail.states === 'returning');
  switch (kind) {
    case 'fix':
      return findings.some(({ detail }) => detail.lesson === true) ? 1 : leastOfFailures(findings);
    case 'error':
      return findings.some(({ detail }) => detail.mended === true)
        ? Number.POSITIVE_INFINITY
        : 1 + leastOfFailures(findings);
    case 'decision':
      return TWICE;
    case 'architecture':
    case 'workflow':
      return LEAST[kind];
    default:
      return isReturning ? TWICE : 1;
  }
}

/** A failure that only returns: of a shell command in two sessions; what a compiler says of code at hand is none, nor a slip of the agent's tools. */
function leastOfFailures(findings: readonly Finding[]): number {
  return findings.every(
    ({ detail }) => detail.shell === true && detail.stage !== 'build' && !LOOKS.test(asString(detail.command) ?? ''),
  )
    ? TWICE
    : Number.POSITIVE_INFINITY;
}

/** True when the files of one key change together: in most turns in which the less often changed one does. */
function isArchitecture(findings: readonly Finding[], count: number): boolean {
  const changes = changesOf(findings);
  return count / Math.max(1, Math.min(...changes)) >= TOGETHER_SHARE;
}

function detailOfFindings(findings: readonly Finding[], first: Finding, last: Finding): PatternDetail {
  const newest = findings.toReversed();
  return {
    pattern: first.kind,
    key: first.key,
    count: countOf(findings),
    sessions: new Set(findings.map(({ session }) => session)).size,
    firstAt: Math.min(...findings.map(({ firstAt }) => firstAt)),
    lastAt: Math.max(...findings.map(({ lastAt }) => lastAt)),
    firstSession: first.session,
    lastSession: last.session,
    evidence: spread(newest.map(({ evidence }) => evidence)),
    files: [...new Set(newest.flatMap(({ files }) => files))].slice(0, MAX_FILES),
    more: moreOf(findings),
  };
}

/** At most 12 ids, taken in turn from each list, so that no session fills the evidence alone. */
function spread(lists: readonly (readonly ItemId[])[]): ItemId[] {
  const ids = new Set<ItemId>();
  for (let at = 0; ids.size < MAX_EVIDENCE && lists.some((list) => at < list.length); at += 1) {
    for (const list of lists) {
      const id = list[at];
      if (id !== undefined && ids.size < MAX_EVIDENCE) ids.add(id);
    }
  }
  return [...ids];
}

function countOf(findings: readonly Finding[]): number {
  return findings.reduce((sum, { count }) => sum + count, 0);
}
