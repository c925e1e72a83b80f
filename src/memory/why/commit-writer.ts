import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import { sum } from '../../core/sum.ts';
import { type CommittedChange, readChanges } from '../../git/read-changes.ts';
import type { GitCommitFacts } from '../../git/read-commits.ts';
import type { Git } from '../../git/run-git.ts';
import type { Store } from '../../store/contract/store.ts';
import type { SessionEdit } from './file-edits.ts';
import { CLOCK_MS, type EditIndex, tellingOf } from './match-line.ts';

/** Upper bounds on files of a commit and sessions of its time that are looked at. */
const MOST = { files: 15, sessions: 60, items: 100 } as const;
/** Milliseconds before a commit in which a session that made it was at work, and had read or changed its files. */
const AT_WORK_MS = 30 * 60_000;
const TOUCHED_MS = 24 * 3_600_000;
/**
 * Least telling lines of a commit that one session must have written, their least share of those that sessions wrote and,
 * where there are others, of all of the commit; below `toCount` of all, what sessions wrote counts for nothing.
 */
const LEAST = { lines: 3, share: 0.75, ofAll: 0.15, toCount: 0.1 } as const;
const MANY = { lines: 10, share: 0.9 } as const;

/** The session that most likely wrote a commit, and on what that rests. */
export interface CommitWriter {
  session: SessionId;
  confidence: 'likely' | 'possible';
  says: string;
}

/** What finding the writer of a commit needs. */
export interface WriterSearch {
  store: Store;
  git: Git;
  project: ProjectId;
  editsOf: (path: string) => Promise<EditIndex>;
}

/**
 * The session that wrote most of the telling lines of a commit; else the only one that had read or changed its files on
 * the day before it and was at work right before. `undefined` where none or several are.
 */
export async function writerOf(search: WriterSearch, commit: GitCommitFacts): Promise<CommitWriter | undefined> {
  const changes = (await readChanges(search.git, commit.hash)).slice(0, MOST.files);
  const lines = new Map<SessionId, number>();
  for (const change of changes) {
    for (const path of [change.path, change.from ?? '']) {
      if (path === '') continue;
      const index = await search.editsOf(path);
      for (const { session } of writersIn(change, index, commit)) lines.set(session, (lines.get(session) ?? 0) + 1);
    }
  }
  const telling = sum(changes.map(({ added }) => added.filter((line) => tellingOf(line.trim()) === 1).length));
  const most = mostOf(lines, telling);
  // A few lines that a session wrote as well, for something else, say nothing of the rest.
  const isByNobody = sum([...lines.values()]) < LEAST.toCount * telling;
  return most === undefined && isByNobody ? onlyAtWork(search, commit, changes) : most;
}

/** For each telling line of a change, the last edit before the commit that wrote it. */
function writersIn({ added }: CommittedChange, { byLine }: EditIndex, commit: GitCommitFacts): SessionEdit[] {
  const until = Math.max(commit.writtenAt, commit.committedAt) + CLOCK_MS;
  return added.flatMap((line) => {
    const text = line.trim();
    const last = tellingOf(text) < 1 ? undefined : byLine.get(text)?.findLast(({ at }) => at <= until);
    return last === undefined ? [] : [last];
  });
}

/** The session that wrote nearly all that sessions wrote of a commit; several may only where that is much of it. */
function mostOf(lines: ReadonlyMap<SessionId, number>, telling: number): CommitWriter | undefined {
  const all = sum([...lines.values()]);
  const [most] = [...lines].toSorted(([, one], [, other]) => other - one);
  if (most === undefined) return undefined;
  const [session, count] = most;
  if (count < LEAST.lines || count < LEAST.share * all) return undefined;
  if (count < all && count < LEAST.ofAll * telling) return undefined;
  const isMuch = count >= MANY.lines && count >= MANY.share * all;
  const says = `the session wrote ${count} of ${all} lines of the commit that sessions wrote`;
  return { session, confidence: isMuch ? 'likely' : 'possible', says };
}

async function onlyAtWork(
  { store, project }: WriterSearch,
  commit: GitCommitFacts,
  changes: readonly CommittedChange[],
): Promise<CommitWriter | undefined> {
  // Git has whole seconds.
  const until = commit.writtenAt + 999;
  const since = until - AT_WORK_MS;
  const touched = await touchedBy({ store, project }, commit, changes);
  const rows = await store.log.sessions({ project, since, work: true, limit: MOST.sessions });
  const atWork: SessionId[] = [];
  for (const { id, startedAt } of rows) {
    if (startedAt > until || !touched.has(id)) continue;
    const { events } = await store.log.measure({ session: id, since, until });
    if (events > 0) atWork.push(id);
  }
  const [only, ...others] = atWork;
  if (only === undefined || others.length > 0) return undefined;
  return {
    session: only,
    confidence: 'possible',
    says: 'only this session was at work right before the commit, with files of it',
  };
}

/** The sessions that read or changed files of a commit on the day before it. */
async function touchedBy(
  { store, project }: Pick<WriterSearch, 'store' | 'project'>,
  { writtenAt }: GitCommitFacts,
  changes: readonly CommittedChange[],
): Promise<Set<SessionId>> {
  const span = { since: writtenAt - TOUCHED_MS, until: writtenAt + CLOCK_MS };
  const touched = new Set<SessionId>();
  for (const { path } of changes) {
    const filter = { project, file: path, kinds: ['observation'] as const, ...span };
    for (const { session } of await store.items.list(filter, { limit: MOST.items })) if (session) touched.add(session);
  }
  return touched;
}
