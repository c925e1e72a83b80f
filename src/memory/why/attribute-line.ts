import type { WhyLines } from '../../api/work-answers.ts';
import { lazy } from '../../core/lazy.ts';
import type { SessionId } from '../../core/model/ids.ts';
import type { BlamedLine } from '../../git/blame-lines.ts';
import type { GitCommitFacts } from '../../git/read-commits.ts';
import { type CommitSession, reportedBy } from './commit-sessions.ts';
import { type CommitWriter, writerOf } from './commit-writer.ts';
import type { LineOrigin, Tracing } from './line-origins.ts';
import { readMarks } from './marks.ts';
import { CLOCK_MS } from './match-line.ts';
import { createOriginals, type OriginalCommit } from './original-commits.ts';

/** An origin with the session that it shows. */
export interface Attributed {
  origin: LineOrigin;
  session?: SessionId;
  confidence: WhyLines['confidence'];
  because: string;
  /** The commit of the session, where that of the line was made of it later. */
  original?: OriginalCommit;
}

/** When the session wrote a line: of its change, else of its commit. In milliseconds since 1970. */
export function timeOf({ origin, original }: Attributed): number {
  // Git has whole seconds.
  return (origin.edit ?? origin.near)?.at ?? original?.at ?? (origin.commit?.writtenAt ?? 0) + 999;
}

/** What is known of a line by its commit, looked up when it is asked for. */
interface CommitEvidence {
  made: () => Promise<CommitSession | undefined>;
  writer: () => Promise<CommitWriter | undefined>;
}

/** Makes what attributes lines to sessions; commits are looked up once. */
export function createAttribution(tracing: Tracing): (origin: LineOrigin) => Promise<Attributed> {
  const evidenceOf = createEvidence(tracing);
  return async (origin) => {
    const { commit, blamed } = origin;
    if (commit === undefined || blamed === undefined) return uncommitted(origin);
    return committed(origin, evidenceOf(commit, blamed));
  };
}

function createEvidence({ store, git, project, editsOf }: Tracing) {
  if (git === undefined) return () => ({ made: async () => undefined, writer: async () => undefined });
  const once = <Value>(look: (commit: GitCommitFacts) => Promise<Value>) => {
    const known = new Map<string, Promise<Value>>();
    return (commit: GitCommitFacts): Promise<Value> => {
      const found = known.get(commit.hash) ?? look(commit);
      known.set(commit.hash, found);
      return found;
    };
  };
  const beginning = store.log.measure({ project }).then(({ firstAt = Number.POSITIVE_INFINITY }) => firstAt);
  const reported = once((commit) => reportedBy(store, commit, project));
  const marks = once((commit) => readMarks({ store, git }, commit));
  const originalOf = lazy(() => createOriginals({ store, git, project }));
  const isOlder = async ({ committedAt }: GitCommitFacts) => committedAt + CLOCK_MS < (await beginning);
  const writer = once(async (commit) =>
    (await isOlder(commit)) ? undefined : writerOf({ store, git, project, editsOf }, commit),
  );
  const made = async (commit: GitCommitFacts, line: BlamedLine): Promise<CommitSession | undefined> => {
    const direct = await reported(commit);
    const original = (await isOlder(commit)) ? undefined : await originalOf()(commit, line);
    if (original === undefined || original.session === direct?.session) return direct ?? (await marks(commit))(line);
    const { session, says } = original;
    return { session, says, original };
  };
  return (commit: GitCommitFacts, line: BlamedLine): CommitEvidence => ({
    made: () => made(commit, line),
    writer: () => writer(commit),
  });
}

function uncommitted(origin: LineOrigin): Attributed {
  const { edit, near } = origin;
  if (edit !== undefined)
    return {
      origin,
      session: edit.session,
      confidence: 'certain',
      because: 'the session wrote it, and it is not committed',
    };
  if (near !== undefined)
    return {
      origin,
      session: near.session,
      confidence: 'possible',
      because: 'the session wrote the lines around it',
    };
  return { origin, confidence: 'unknown', because: 'it is not committed, and no session wrote it' };
}

/** The session of a committed line. The change that wrote it speaks first: who commits may not be who wrote. */
async function committed(origin: LineOrigin, evidence: CommitEvidence): Promise<Attributed> {
  const { edit, near } = origin;
  const made = await evidence.made();
  if (edit !== undefined) {
    const { session } = edit;
    return made?.session === session
      ? { ...ofMade(origin, made), confidence: 'certain', because: `the session wrote it, and ${made.says}` }
      : { origin, session, confidence: 'likely', because: 'the session wrote just this before the commit' };
  }
  if (made !== undefined) return { ...ofMade(origin, made), confidence: 'likely', because: made.says };
  const writer = await evidence.writer();
  if (writer !== undefined) {
    const { session, confidence, says } = writer;
    return { origin: session === near?.session ? origin : withoutNear(origin), session, confidence, because: says };
  }
  return { origin: withoutNear(origin), confidence: 'unknown', because: 'no session that Cairn knows wrote it' };
}

/** The neighbours of a line count where they are of the session that made its commit. */
function ofMade(origin: LineOrigin, { session, original }: CommitSession) {
  const isOthers = origin.near?.session !== session;
  return {
    origin: isOthers ? withoutNear(origin) : origin,
    session,
    ...(original === undefined ? {} : { original }),
  };
}

/** An origin whose neighbours do not count. */
function withoutNear({ near: _, ...origin }: LineOrigin): LineOrigin {
  return origin;
}
