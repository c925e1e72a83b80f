import { DAY_MS } from '../../core/text/calendar.ts';
import type { Store } from '../../store/contract/store.ts';
import type { BlockRequest } from '../lines/block-request.ts';
import { type Thread, threadsOf, toThread } from './thread.ts';
import { type WorkedSession, workedSessions } from './worked-session.ts';

/** A prompt that is nothing but the wish to go on. */
const BARE =
  /^\W*(?:(?:please|ok(?:ay)?|now|so|let'?s|can you|could you)\W+)*(?:continue|resume|proceed|go on|carry on|keep going|where were we|what(?:'s| is| comes) next)\b[\s\w]{0,20}\W*$/i;
/** Words that point to work before this session without saying which. */
const POINTS_BACK = new RegExp(
  [
    '\\bwhere (?:we|you|it|i|they) (?:left off|stopped|were)\\b|\\bwhere did (?:we|you|it|i) (?:stop|leave off)\\b',
    '\\bwhat (?:were (?:we|you)|was i) (?:doing|working on)\\b|\\bwhat did (?:we|you|i) (?:do|work on) (?:last|before|yesterday)\\b',
    '\\b(?:continue|resume|pick(?:ing)? up|carry on)(?: with| on| from)? (?:where|the (?:last|previous|earlier)|our (?:last|previous)|yesterday|last)\\b',
    '\\b(?:the|our|my|your|that) (?:last|latest|previous) (?:changes?|session|work|conversation|chat)\\b(?! (?:of|in|to|on|for)\\b)',
  ].join('|'),
  'i',
);
const LAST_MS = 7 * DAY_MS;
const THREADS = 3;
/** Upper bounds on the sessions that lead up to one, and on the milliseconds between two of them. */
const RUN = { sessions: 4, apartMs: 3_600_000 } as const;

/** True for a prompt that asks to go on with what was worked on before, and does not say with what. */
export function asksToGoOn(prompt: string): boolean {
  return BARE.test(prompt) || POINTS_BACK.test(prompt);
}

/** True for a session in which nothing was answered or done yet, and for none. */
export async function isBeginning(store: Store, { session }: Pick<BlockRequest, 'session'>): Promise<boolean> {
  if (session === undefined) return true;
  return (await store.items.list({ session, kinds: ['message', 'observation'] }, { limit: 1 })).length === 0;
}

/** What was worked on last, as far as it is not long ago: the last run of sessions, then the threads of the others. */
export async function lastThreads(store: Store, request: BlockRequest): Promise<Thread[]> {
  const sessions = await workedSessions(store, { ...request, since: request.now - LAST_MS });
  const [last] = sessions;
  if (last === undefined) return [];
  const run = runUpTo(last, sessions);
  const others = threadsOf(sessions.filter((one) => !run.includes(one)));
  return [toThread(run) ?? [], others].flat().slice(0, THREADS);
}

/** True when sessions that may be followed by others hold the whole run up to one of them. */
export function isWholeRun(last: WorkedSession, sessions: readonly WorkedSession[]): boolean {
  const before = sessions.slice(sessions.indexOf(last), -1).map(({ session }) => session.startedAt);
  const end = sessions.at(-1)?.session.lastAt ?? 0;
  return before.length > 0 && Math.min(...before) - end > RUN.apartMs;
}

/** A session and those that led up to it: on the same branch, each begun shortly after the one before had its last activity. */
export function runUpTo(last: WorkedSession, sessions: readonly WorkedSession[]): WorkedSession[] {
  const run = [last];
  let { startedAt } = last.session;
  for (const one of sessions.slice(sessions.indexOf(last) + 1)) {
    if (run.length === RUN.sessions || startedAt - one.session.lastAt > RUN.apartMs) break;
    if (one.session.branch !== last.session.branch) continue;
    run.push(one);
    startedAt = Math.min(startedAt, one.session.startedAt);
  }
  return run;
}
