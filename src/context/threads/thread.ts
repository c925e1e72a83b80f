import { omitUndefined } from '../../core/omit-undefined.ts';
import { DAY_MS } from '../../core/text/calendar.ts';
import { createRelation, RELATION } from './relate-sessions.ts';
import type { WorkedSession } from './worked-session.ts';

/** Whether a thread's work is finished, as far as its last session shows. */
export type ThreadState = 'open' | 'done' | 'unknown';

/** Sessions that worked on one thing, the most recently active first. */
export interface Thread {
  sessions: readonly [WorkedSession, ...WorkedSession[]];
  state: ThreadState;
  /** Why a session that begins goes on with it, in words. */
  because?: string;
}

/** Sessions further apart than this are one thread only on one branch. */
const APART_MS = 14 * DAY_MS;

/** Makes threads of sessions, the most recently active first: each session joins the thread that it is most related to. */
export function threadsOf(sessions: readonly WorkedSession[]): Thread[] {
  const relation = createRelation(sessions);
  const threads: WorkedSession[][] = [];
  for (const one of sessions.toSorted((first, other) => first.session.lastAt - other.session.lastAt)) {
    const relations = threads.map((thread) => Math.max(...thread.map((other) => relationIn(one, other, relation))));
    const best = relations.indexOf(Math.max(...relations));
    if ((relations[best] ?? 0) >= RELATION.least) threads[best]?.unshift(one);
    else threads.push([one]);
  }
  return threads
    .flatMap((thread) => toThread(thread) ?? [])
    .toSorted((one, other) => other.sessions[0].session.lastAt - one.sessions[0].session.lastAt);
}

/** A thread of sessions in order, the most recently active first; `undefined` of none. */
export function toThread([last, ...earlier]: readonly WorkedSession[], because?: string): Thread | undefined {
  if (last === undefined) return undefined;
  return { sessions: [last, ...earlier], state: stateOf(last), ...omitUndefined({ because }) };
}

function relationIn(one: WorkedSession, other: WorkedSession, relation: ReturnType<typeof createRelation>): number {
  const related = relation(one, other);
  return related < 1 && Math.abs(one.session.lastAt - other.session.lastAt) > APART_MS ? 0 : related;
}

/** `open` while something is left open; `done` when it ended with a commit and its outcome says so. */
function stateOf(last: WorkedSession): ThreadState {
  if (isLeftOpen(last)) return 'open';
  return last.summary?.outcome === 'done' && (last.summary.counts.commits ?? 0) > 0 ? 'done' : 'unknown';
}

/** True for a session in which something asked or planned has no result, a question no answer, or a test fails. */
export function isLeftOpen({ checkpoint }: WorkedSession): boolean {
  const { openTasks, openQuestions = [], failing = [], stoppedAfter, notes = [] } = checkpoint.detail.checkpoint;
  const isTestFailing = failing.some(({ test }) => test);
  return openTasks.length + openQuestions.length + notes.length > 0 || isTestFailing || stoppedAfter !== undefined;
}
