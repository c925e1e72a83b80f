import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import { detailOfKind } from '../../core/model/item.ts';
import type { GitCommitFacts } from '../../git/read-commits.ts';
import type { Store } from '../../store/contract/store.ts';
import type { OriginalCommit } from './original-commits.ts';

/** Days around a commit in which sessions may have reported it, and reports that are looked at. */
const AROUND_MS = 2 * 86_400_000;
const REPORTS_MAX = 400;
/** Milliseconds between a report and a commit of the same subject that a rebase made again. */
const SAME_MS = 90_000;

/** The session that made a commit, and from what that is known. */
export interface CommitSession {
  session: SessionId;
  says: string;
  /** The commit that it made, where the one asked about was made of it later. */
  original?: OriginalCommit;
}

/** The session that reported a commit when it made it: by its hash, or by subject and time where a rebase made it again. */
export async function reportedBy(
  store: Store,
  commit: GitCommitFacts,
  project: ProjectId,
): Promise<CommitSession | undefined> {
  const { hash, subject, writtenAt, committedAt } = commit;
  const filter = {
    project,
    kinds: ['commit'] as const,
    since: Math.min(writtenAt, committedAt) - AROUND_MS,
    until: Math.max(writtenAt, committedAt) + AROUND_MS,
  };
  const reports = await store.items.list(filter, { limit: REPORTS_MAX });
  const hashOf = (item: (typeof reports)[number]): string => detailOfKind(item, 'commit').commit?.hash ?? '-';
  const same = reports.find((item) => item.session !== undefined && hash.startsWith(hashOf(item)));
  if (same?.session !== undefined) return { session: same.session, says: 'the session made the commit' };
  const again = reports.find(
    ({ text, at, session }) =>
      session !== undefined && text.split('\n', 1)[0] === subject && Math.abs(at - writtenAt) <= SAME_MS,
  );
  if (again?.session === undefined) return undefined;
  const says = `the session made the commit as ${hashOf(again)}, which was made again`;
  return { session: again.session, says };
}
