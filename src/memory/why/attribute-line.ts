import type { WhyLines } from '../../api/work-answers.ts';
import type { SessionId } from '../../core/model/ids.ts';
import type { GitCommitFacts } from '../../git/read-commits.ts';
import { type CommitSession, markedBy, reportedBy } from './commit-sessions.ts';
import { type CommitWriter, writerOf } from './commit-writer.ts';
import type { LineOrigin, Tracing } from './line-origins.ts';
import { CLOCK_MS } from './match-line.ts';

/** An origin with the session that it shows. */
export interface Attributed {
  origin: LineOrigin;
  session?: SessionId;
  confidence: WhyLines['confidence'];
  because: string;
}

/** What is known of a commit as a whole, looked up when a line asks for it. */
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
    return committed(origin, evidenceOf(commit, origin));
  };
}

function createEvidence({ store, git, project, editsOf }: Tracing) {
  const once = <Value>(look: (commit: GitCommitFacts, origin: LineOrigin) => Promise<Value>) => {
    const known = new Map<string, Promise<Value>>();
    return (commit: GitCommitFacts, origin: LineOrigin): Promise<Value> => {
      const found = known.get(commit.hash) ?? look(commit, origin);
      known.set(commit.hash, found);
      return found;
    };
  };
  const beginning = store.log.measure({ project }).then(({ firstAt = Number.POSITIVE_INFINITY }) => firstAt);
  const made = once(async (commit, { blamed }) => {
    if (git === undefined || blamed === undefined) return undefined;
    return (await reportedBy(store, commit, project)) ?? markedBy({ store, git }, commit, blamed);
  });
  const writer = once(async (commit) => {
    if (git === undefined || commit.committedAt + CLOCK_MS < (await beginning)) return undefined;
    return writerOf({ store, git, project, editsOf }, commit);
  });
  return (commit: GitCommitFacts, origin: LineOrigin): CommitEvidence => ({
    made: () => made(commit, origin),
    writer: () => writer(commit, origin),
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
      ? { origin, session, confidence: 'certain', because: `the session wrote it, and ${made.says}` }
      : { origin, session, confidence: 'likely', because: 'the session wrote just this before the commit' };
  }
  if (made !== undefined) return { origin, session: made.session, confidence: 'likely', because: made.says };
  const writer = await evidence.writer();
  if (writer !== undefined) {
    const { session, confidence, says } = writer;
    return { origin: session === near?.session ? origin : withoutNear(origin), session, confidence, because: says };
  }
  return { origin: withoutNear(origin), confidence: 'unknown', because: 'no session that Cairn knows wrote it' };
}

/** An origin whose neighbours do not count. */
function withoutNear({ near: _, ...origin }: LineOrigin): LineOrigin {
  return origin;
}
