import { omitUndefined } from '../../core/omit-undefined.ts';
import { sum } from '../../core/sum.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { readBranch } from '../../platform/git-text.ts';
import type { Store } from '../../store/contract/store.ts';
import { type BlockRequest, isOfProject, withGroup } from '../lines/block-request.ts';
import { isWholeRun, runUpTo } from './goes-on.ts';
import { branchWords, isOwnBranch, rarityIn } from './relate-sessions.ts';
import { isLeftOpen, type Thread, toThread } from './thread.ts';
import { sessionsWith, type WorkedSession, workedSessions } from './worked-session.ts';

const ON_BRANCH = 8;
/**
 * How long after its last activity a session is still the work at hand: on another branch, on the same branch or where none
 * is known, and there while it left something open.
 */
const RECENT_MS = { anywhere: 900_000, here: 3_600_000, open: 3 * DAY_MS } as const;
/** Share of a branch name's weight, and number of its words, that a session's requests must hold; within this time. */
const NAMED = { share: 0.6, words: 2, ms: 7 * DAY_MS } as const;

/**
 * The thread that a session goes on with when it begins: of the branch that is checked out, else of the session whose
 * requests a new branch is named after, else of a session that left something open here; with a prompt, or where no branch
 * is known, also of the session that was active here within the hour, or a moment ago on another branch.
 */
export async function threadAtHand(store: Store, request: BlockRequest): Promise<Thread | undefined> {
  const { now, place, prompt } = request;
  const branch = place?.cwd === undefined ? undefined : readBranch(place.cwd);
  if (isOwnBranch(branch)) {
    const own = await sessionsOn(branch, store, request);
    if (own.length > 0) return toThread(own, `the work on branch ${branch}`);
    const found = namedBy(branch, await workedSessions(store, request), now);
    const named = toThread(found, `the session whose words name branch ${branch}`);
    if (named !== undefined) return named;
  }
  // On a shared branch only a prompt shows whether it is still about what was worked on a moment ago.
  const isAbout = prompt !== undefined || request.promptless === true || branch === undefined;
  const isHere = ({ session }: WorkedSession): boolean => session.branch === branch || session.branch === undefined;
  const isNear = ({ session }: WorkedSession, ms: number): boolean => now - session.lastAt <= ms;
  const sessions = await workedSessions(store, { ...request, since: now - RECENT_MS.open }, (found) => {
    const first = found.find(isHere);
    const mayRun = isAbout && first !== undefined && isNear(first, RECENT_MS.here) && !isLeftOpen(first);
    return first !== undefined && (!mayRun || isWholeRun(first, found));
  });
  const here = sessions.find(isHere);
  const [last] = sessions;
  if (here !== undefined && isLeftOpen(here) && isNear(here, RECENT_MS.open))
    return toThread([here], 'the last session here, which left something open');
  if (!isAbout) return undefined;
  if (here !== undefined && isNear(here, RECENT_MS.here))
    return toThread(runUpTo(here, sessions), 'the work of the last hour');
  return last !== undefined && isNear(last, RECENT_MS.anywhere)
    ? toThread([last], 'the work of a moment ago on another branch')
    : undefined;
}

async function sessionsOn(branch: string, store: Store, request: BlockRequest): Promise<WorkedSession[]> {
  const { project, group, session, now } = await withGroup(store, request);
  const rows = await store.log.sessions({ ...omitUndefined({ project }), branch, limit: ON_BRANCH });
  return sessionsWith(
    store,
    rows.filter(
      (row) =>
        row.id !== session && isOfProject(omitUndefined({ project, group }), row.project) && row.startedAt <= now,
    ),
  );
}

/** The session whose requests, or whose branch, hold the words that a branch is named by. */
function namedBy(branch: string, sessions: readonly WorkedSession[], now: number): WorkedSession[] {
  const words = branchWords(branch);
  const subjects = sessions.map((one) => new Set([...one.subject(), ...branchWords(one.session.branch ?? '')]));
  const weightOf = rarityIn(subjects);
  const weight = (some: readonly string[]): number => sum(some.map(weightOf));
  const near = sessions.flatMap((one, i) => {
    const held = words.filter((_, at) => isHeld(words, at, subjects[i] ?? new Set()));
    const share = weight(held) / Math.max(weight(words), Number.EPSILON);
    const isNear = held.length >= NAMED.words && share >= NAMED.share && now - one.session.lastAt <= NAMED.ms;
    return isNear ? [{ one, share }] : [];
  });
  const best = near.toSorted(
    (first, other) => other.share - first.share || other.one.session.lastAt - first.one.session.lastAt,
  );
  return best.slice(0, 1).map(({ one }) => one);
}

/** True for a word that a subject holds, alone or written together with the word next to it. */
function isHeld(words: readonly string[], at: number, subject: ReadonlySet<string>): boolean {
  const [before = '', word = '', after = ''] = [words[at - 1], words[at], words[at + 1]];
  return subject.has(word) || subject.has(word + after) || subject.has(before + word);
}
