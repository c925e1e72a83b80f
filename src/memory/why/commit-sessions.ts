import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import { detailOfKind } from '../../core/model/item.ts';
import type { BlamedLine } from '../../git/blame-lines.ts';
import type { GitCommitFacts } from '../../git/read-commits.ts';
import { readCommitted } from '../../git/read-commits.ts';
import type { Git } from '../../git/run-git.ts';
import type { Store } from '../../store/contract/store.ts';
import { onceByName } from './once-by-name.ts';
import type { OriginalCommit } from './original-commits.ts';

/** Days around a commit in which sessions may have reported it, and reports that are looked at. */
const AROUND_MS = 2 * 86_400_000;
const REPORTS_MAX = 400;
/** Milliseconds between a report and a commit of the same subject that a rebase made again. */
const SAME_MS = 90_000;
/** Where Entire keeps what its trailers name. */
const CHECKPOINT_REFS = ['entire/sessions', 'entire/checkpoints/v1'].flatMap((name) => [
  `refs/heads/${name}`,
  `refs/remotes/origin/${name}`,
]);

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

/** What tells the session of a line of a commit by marks of other products: Entire's trailers, and a note of git-ai. */
export async function readMarks(
  { store, git }: { store: Store; git: Git },
  commit: GitCommitFacts,
): Promise<(line: Pick<BlamedLine, 'path' | 'lineThere'>) => Promise<CommitSession | undefined>> {
  const [checkpoint] = commit.trailers.get('entire-checkpoint') ?? [];
  const [direct] = commit.trailers.get('entire-session') ?? [];
  const trailed = direct ?? (checkpoint === undefined ? undefined : await sessionOfCheckpoint(git, checkpoint));
  const session = await sessionNamed(store, trailed);
  if (session !== undefined) return async () => ({ session, says: 'the trailer of the commit names the session' });
  const note = await git(['notes', '--ref=refs/notes/ai', 'show', commit.hash]);
  if (note === undefined) return async () => undefined;
  const named = onceByName((name) => sessionNamed(store, name));
  return async (line) => {
    const name = sessionInNote(note, line);
    const noted = name === undefined ? undefined : await named(name);
    return noted === undefined ? undefined : { session: noted, says: 'a note of git-ai names the session' };
  };
}

/** The agent's own id of the session of a checkpoint, where the branch that keeps checkpoints is in the clone. */
async function sessionOfCheckpoint(git: Git, id: string): Promise<string | undefined> {
  if (!/^[0-9a-f]{8,40}$/.test(id)) return undefined;
  for (const ref of CHECKPOINT_REFS) {
    const text = await readCommitted(git, ref, `${id.slice(0, 2)}/${id.slice(2)}/metadata.json`);
    const session = /"session_id"\s*:\s*"([^"\n]{1,200})"/.exec(text ?? '')?.[1];
    if (session !== undefined) return session;
  }
  return undefined;
}

/**
 * The agent's own id of the session to which a note of git-ai gives a line: below each path, indented, the hash of a
 * prompt and its lines; after `---`, JSON with the prompts.
 */
function sessionInNote(note: string, { path, lineThere }: Pick<BlamedLine, 'path' | 'lineThere'>): string | undefined {
  const [ranges = '', json = ''] = note.split(/^---$/m, 2);
  let file = '';
  for (const row of ranges.split('\n')) {
    if (!row.startsWith(' ')) file = row.trim().replace(/^"(.*)"$/, '$1');
    const [, prompt, lines = ''] = /^\s+([0-9a-f]{6,64}) ([\d,-]{1,2000})$/.exec(row) ?? [];
    if (prompt === undefined || file !== path || !holdsLine(lines, lineThere)) continue;
    const block = json.slice(Math.max(0, json.indexOf(`"${prompt}"`)));
    return /"agent_id"\s*:\s*\{[^}]*?"id"\s*:\s*"([^"\n]{1,200})"/.exec(block)?.[1];
  }
  return undefined;
}

/** True for `3`, `1-5` or `1,4-9` with the line in it. */
function holdsLine(ranges: string, line: number): boolean {
  return ranges.split(',').some((range) => {
    const [from, to = from] = range.split('-').map(Number);
    return from !== undefined && to !== undefined && line >= from && line <= to;
  });
}

/** The session that an agent's own id names; Entire puts the day before it. */
async function sessionNamed(store: Store, named: string | undefined): Promise<SessionId | undefined> {
  if (named === undefined) return undefined;
  for (const name of [named, named.replace(/^\d{4}-\d\d-\d\d-/, '')]) {
    const [row] = await store.log.sessions({ named: name, limit: 1 });
    if (row !== undefined) return row.id;
  }
  return undefined;
}
