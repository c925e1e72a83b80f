import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isOwnBranch, RELATION, relateByWork } from '../src/context/threads/relate-sessions.ts';
import { sessionsWith, type WorkedSession } from '../src/context/threads/worked-session.ts';
import { DAY_MS } from '../src/core/text/calendar.ts';
import { openBenchMemory } from './support/bench-memory.ts';
import { layOutTranscripts } from './support/next-session/lay-out.ts';
import { pointsOf, recordedSessions } from './support/next-session/recorded-sessions.ts';
import type { BenchResult } from './support/result.ts';
import { round } from './support/stats.ts';

const DATA = process.env.CAIRN_DATA ?? fileURLToPath(new URL('../../shared/data', import.meta.url));
const FILES = [0.3, 0.5, 0.7, 0.9] as const;
const LEAST = [0.15, 0.2, 0.25, 0.3, 0.4, 0.5] as const;
const APART_MS = 14 * DAY_MS;
const SESSIONS = 1_000;

/** How sessions on a branch of their own join the earlier ones when nobody knows of branches. */
interface Joined {
  /** Joined one of its branch, or, the first of its branch, none. */
  right: number;
  /** Joined one of another branch. */
  wrong: number;
  /** Joined none though an earlier one was on its branch. */
  missed: number;
}

/**
 * Fits what makes two sessions one thread: recorded sessions whose branch is known join the most related earlier session by
 * files and words alone; one branch is one thread.
 */
export async function run(): Promise<BenchResult> {
  const scratch = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const groups = await workedByDeveloper(scratch);
    const rows = FILES.flatMap((files) =>
      LEAST.map((least) => {
        const { right, wrong, missed } = joinAll(groups, { files, words: 1 - files, least });
        return [files, round(1 - files, 1), least, right, wrong, missed];
      }),
    );
    const today = rows.find(([files, , least]) => files === RELATION.files && least === RELATION.least);
    return {
      title: 'Which sessions are one thread',
      about:
        'Recorded sessions on branches of their own join the most related earlier session within 14 days by the files that they changed and the words of their requests; the branch, which says the truth, is not looked at. The first session of a branch is right to join none.',
      columns: ['weight of files', 'of words', 'least relation', 'right', 'wrong', 'missed'],
      rows,
      bounds: [],
      notes: [
        `In use: ${today?.join(', ')}. Sessions: ${groups.flat().filter((one) => isOwnBranch(one.session.branch)).length} on branches of their own, ${groups.length} developers.`,
      ],
    };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function workedByDeveloper(scratch: string): Promise<WorkedSession[][]> {
  const points = pointsOf(recordedSessions(DATA, scratch), DATA);
  const groups: WorkedSession[][] = [];
  for (const [name, ofOne] of Map.groupBy(points, ({ next }) => `${next.set}-${next.developer}`)) {
    const point = ofOne.at(-1);
    if (point === undefined) continue;
    const home = join(scratch, name);
    const project = join(home, 'work');
    mkdirSync(project, { recursive: true });
    layOutTranscripts(point, { home, project }, { data: DATA, typed: true });
    const { memory, store } = openBenchMemory(join(home, '.cairn'), { userHome: home });
    for await (const _progress of memory.import({}));
    await memory.settled({});
    groups.push(await sessionsWith(store, await store.log.sessions({ limit: SESSIONS })));
    await memory.close();
  }
  return groups;
}

function joinAll(
  groups: readonly (readonly WorkedSession[])[],
  { least, ...weights }: { files: number; words: number; least: number },
): Joined {
  const joined = { right: 0, wrong: 0, missed: 0 };
  for (const sessions of groups) {
    const relation = relateByWork(sessions, weights);
    for (const one of sessions.filter(({ session }) => isOwnBranch(session.branch))) {
      const { startedAt, branch } = one.session;
      const before = sessions.filter(
        ({ session }) =>
          session.startedAt < startedAt && startedAt - session.lastAt < APART_MS && isOwnBranch(session.branch),
      );
      const [best] = before
        .map((other) => ({ other, related: relation(one, other) }))
        .filter(({ related }) => related >= least)
        .toSorted((first, second) => second.related - first.related);
      const isFirst = before.every(({ session }) => session.branch !== branch);
      if (best === undefined) joined[isFirst ? 'right' : 'missed'] += 1;
      else joined[best.other.session.branch === branch ? 'right' : 'wrong'] += 1;
    }
  }
  return joined;
}
