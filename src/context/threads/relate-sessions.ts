import { sum } from '../../core/sum.ts';
import { stemOf, wordsOf } from '../../core/text/terms.ts';
import { STOP_WORDS } from '../../retrieval/text/stop-words.ts';
import type { WorkedSession } from './worked-session.ts';

/**
 * How much the files count against the words, and the least relation of two sessions of one thread; set on sessions whose
 * branch is known (bench/results/threads.md).
 */
export const RELATION = { files: 0.3, words: 0.7, least: 0.4 } as const;

/** Branches on which everything is worked on: being on one says nothing about the work. */
const DEFAULT_BRANCHES = new Set(['main', 'master', 'trunk', 'develop', 'dev', 'HEAD']);

/** True for a branch that is made for one piece of work. */
export function isOwnBranch(branch: string | undefined): branch is string {
  return branch !== undefined && branch !== '' && !DEFAULT_BRANCHES.has(branch);
}

/** The weight of each of many sets' members by rarity, `ln(1 + sets / sets with it)`. */
export function rarityIn(sets: readonly ReadonlySet<string>[]): (member: string) => number {
  const counts = new Map<string, number>();
  for (const set of sets) for (const member of set) counts.set(member, (counts.get(member) ?? 0) + 1);
  return (member) => Math.log(1 + sets.length / Math.max(counts.get(member) ?? 0, 1));
}

/** The share of the weight of the smaller of two sets that both contain, 0 to 1. */
function sharedWeight(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  weightOf: (member: string) => number,
): number {
  const weight = (set: Iterable<string>): number => sum([...set].map(weightOf));
  const least = Math.min(weight(one), weight(other));
  return least === 0 ? 0 : weight([...one].filter((member) => other.has(member))) / least;
}

/** Words of a branch's name that say what kind of change it holds, and not of what. */
const KINDS_OF_CHANGE = new Set(
  'add allow bug bugfix change chore cleanup clean ensure feat feature fix hotfix implement improve issue main make master merge move new pr refactor remove rename sure support task test tests update use wip'.split(
    ' ',
  ),
);

/**
 * The stems of a branch's name that say what it is about, without the person or kind before its first `/`:
 * `ana/add-agent-to-logging`.
 */
export function branchWords(branch: string): string[] {
  const words = wordsOf(branch.slice(branch.indexOf('/') + 1));
  return words.filter((word) => word.length > 1 && !STOP_WORDS.has(word) && !KINDS_OF_CHANGE.has(word)).map(stemOf);
}

/** How much two sessions worked on the same thing, 0 to 1. */
export type Relation = (one: WorkedSession, other: WorkedSession) => number;

/** Relates sessions by the files that they changed and the words of their requests, each by its rarity among them. */
export function relateByWork(
  sessions: readonly WorkedSession[],
  weights: Pick<Record<keyof typeof RELATION, number>, 'files' | 'words'> = RELATION,
): Relation {
  const files = new Map(sessions.map((one) => [one, new Set(one.files)]));
  const ofFile = rarityIn([...files.values()]);
  const ofWord = rarityIn(sessions.map((one) => one.subject()));
  return (one, other) => {
    const shared = sharedWeight(files.get(one) ?? new Set(), files.get(other) ?? new Set(), ofFile);
    return weights.files * shared + weights.words * sharedWeight(one.subject(), other.subject(), ofWord);
  };
}

/** Relates sessions by their work; those on one branch of their own are one thing. */
export function createRelation(sessions: readonly WorkedSession[]): Relation {
  const byWork = relateByWork(sessions);
  return (one, other) => {
    const { branch } = one.session;
    return isOwnBranch(branch) && branch === other.session.branch ? 1 : byWork(one, other);
  };
}
