// memory/why: why a line is there. Git says which commit it comes from, the changes that sessions made say who wrote it,
// and the session what led to it. What nothing shows is said to be unknown.

import type { WhyLines, WhyResult } from '../../api/work-answers.ts';
import { CairnError } from '../../core/errors.ts';
import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { cutText } from '../../core/text/text.ts';
import { type Git, openGit } from '../../git/run-git.ts';
import { findGit } from '../../platform/git-text.ts';
import { redact } from '../../privacy/redact.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import { sessionTitles } from '../../retrieval/entries/session-titles.ts';
import { sayable } from '../../retrieval/validity/trust.ts';
import type { Store } from '../../store/contract/store.ts';
import { findProjectFolder } from '../code/project-folder.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';
import { type CommitSession, markedBy, reportedBy } from './commit-sessions.ts';
import { type LineOrigin, type Tracing, traceLines } from './line-origins.ts';
import { openLineFile } from './open-line-file.ts';
import { wayTo } from './way-to-edit.ts';

/** Milliseconds for all runs of git, and upper bounds on stretches that are answered, and told in full. */
const GIT_MS = 10_000;
const MOST = { lines: 3_000, stretches: 200, told: 20 } as const;
const TEXT_CHARS = 160;
const BEFORE_CHARS = 600;
const TRAILERS = ['entire-checkpoint', 'entire-session', 'co-authored-by'];

/** What answering needs besides the store. `now` in milliseconds since 1970. */
export interface WhyEnvironment {
  userHome: string;
  /** Folders in which git is looked for, as in `PATH`. */
  programs: string | undefined;
  /** Globs of a person's excluded files. */
  excluded: readonly string[];
  now: number;
  signal: AbortSignal;
}

/** Tells where lines of a file come from, and what led to them. */
export async function findWhy(
  store: Store,
  { path, line, endLine, project: named, cwd, surface }: ReadInput<'why'>,
  environment: WhyEnvironment,
): Promise<WhyResult> {
  const { userHome, programs, excluded, now, signal } = environment;
  const asker = { home: userHome, surface, ...omitUndefined({ cwd }) };
  const { folder, root } = await findProjectFolder(store, named, asker);
  const folders = findGit(folder);
  const file = openLineFile(path, { root: folders?.worktree ?? root, folder, excluded });
  const from = line ?? 1;
  const to = Math.min(endLine ?? line ?? file.lines.length, from + MOST.lines - 1, file.lines.length);
  if (from > file.lines.length || to < from) {
    throw new CairnError('invalid_input', `${file.path} has ${file.lines.length} lines, and no line ${from}.`);
  }
  const resolved = createProjectResolver({ userHome, now: () => now })(folder);
  const git = folders === undefined ? undefined : openGit({ folders, programs, timeoutMs: GIT_MS, signal });
  const row = (await store.log.projects()).find(({ id }) => id === resolved?.id);
  const project = (row?.joined ?? row?.id ?? resolved?.id ?? 'r_none') as ProjectId;
  const tracing = { store, git, project, now };
  const origins = await traceLines(tracing, file, { from, to });
  const lines = await stretchesOf(tracing, origins, file.path);
  return {
    path: file.path,
    ...(row === undefined ? {} : { project: { id: row.id, name: row.name } }),
    lines: lines.slice(0, MOST.stretches),
    notes: notesOf({ git, isCut: lines.length > MOST.stretches || to < (endLine ?? line ?? file.lines.length) }),
  };
}

function notesOf({ git, isCut }: { git: Git | undefined; isCut: boolean }): WhyResult['notes'] {
  return [
    ...(git === undefined
      ? [{ code: 'no_git', message: 'This is no git repository: only edits of sessions are known.' }]
      : []),
    ...(isCut ? [{ code: 'cut', message: 'There are more lines: ask about a range.' }] : []),
  ];
}

/** An origin with the session that it shows. */
interface Attributed {
  origin: LineOrigin;
  session?: SessionId;
  confidence: WhyLines['confidence'];
  because: string;
}

/** Lines one after the other that come from one commit and one change are one stretch. */
async function stretchesOf(tracing: Tracing, origins: readonly LineOrigin[], path: string): Promise<WhyLines[]> {
  const made = createCommitSessions(tracing);
  const groups: Attributed[][] = [];
  for (const origin of origins) {
    const attributed = attribute(origin, origin.commit === undefined ? undefined : await made(origin));
    const last = groups.at(-1);
    if (last?.[0] !== undefined && isSameOrigin(last[0], attributed)) last.push(attributed);
    else groups.push([attributed]);
  }
  const stretches: WhyLines[] = [];
  for (const group of groups.slice(0, MOST.stretches + 1)) {
    stretches.push(await toStretch(tracing, group, { path, isTold: stretches.length < MOST.told }));
  }
  return stretches;
}

function isSameOrigin(one: Attributed, other: Attributed): boolean {
  return (
    one.origin.blamed?.commit === other.origin.blamed?.commit &&
    one.session === other.session &&
    one.confidence === other.confidence &&
    (one.origin.edit ?? one.origin.only)?.item === (other.origin.edit ?? other.origin.only)?.item
  );
}

/** The sessions that made commits, each looked up once. */
function createCommitSessions({
  store,
  git,
  project,
}: Tracing): (origin: LineOrigin) => Promise<CommitSession | undefined> {
  const known = new Map<string, Promise<CommitSession | undefined>>();
  return ({ commit, blamed }) => {
    if (commit === undefined || blamed === undefined || git === undefined) return Promise.resolve(undefined);
    const found =
      known.get(commit.hash) ??
      reportedBy(store, commit, project).then((report) => report ?? markedBy({ store, git }, commit, blamed));
    known.set(commit.hash, found);
    return found;
  };
}

/** The session that a line comes from. The change that wrote it speaks first: who commits may not be who wrote. */
function attribute(origin: LineOrigin, made: CommitSession | undefined): Attributed {
  const { edit, near, commit } = origin;
  if (edit !== undefined) {
    const { session } = edit;
    if (commit === undefined)
      return { origin, session, confidence: 'certain', because: 'the session wrote it, and it is not committed' };
    if (made?.session === session)
      return { origin, session, confidence: 'certain', because: `the session wrote it, and ${made.says}` };
    return { origin, session, confidence: 'likely', because: 'the session wrote just this before the commit' };
  }
  if (made !== undefined) return { origin, session: made.session, confidence: 'likely', because: made.says };
  if (near !== undefined)
    return {
      origin,
      session: near,
      confidence: 'possible',
      because: 'the session wrote the lines around it in the same commit',
    };
  const because =
    commit === undefined ? 'it is not committed, and no session wrote it' : 'no session that Cairn knows wrote it';
  return { origin, confidence: 'unknown', because };
}

async function toStretch(
  { store }: Tracing,
  group: readonly Attributed[],
  { path, isTold }: { path: string; isTold: boolean },
): Promise<WhyLines> {
  const [first, last] = [group[0] as Attributed, group.at(-1) as Attributed];
  const { origin, session, confidence, because } = first;
  const edit = origin.edit ?? origin.only;
  const at = edit?.at ?? origin.commit?.writtenAt ?? 0;
  const texts = group.map(({ origin: { text } }) => text.trim());
  const until = origin.commit?.writtenAt ?? at;
  const told = session === undefined || !isTold ? {} : await wayTo(store, { session, at, until, path });
  return {
    from: origin.line,
    to: last.origin.line,
    text: shownText(texts.find((text) => /[\p{L}\p{N}]/u.test(text)) ?? texts[0] ?? '', TEXT_CHARS),
    ...commitOf(origin),
    confidence,
    because,
    ...(session === undefined ? {} : { session: await sessionOf(store, session, at) }),
    ...(edit === undefined || origin.edit === undefined ? {} : { change: changeOf(edit) }),
    ...told,
  };
}

function commitOf({ commit }: LineOrigin): Pick<WhyLines, 'commit'> {
  if (commit === undefined) return {};
  const { hash, subject, author, writtenAt, trailers } = commit;
  const marks = TRAILERS.flatMap((name) => (trailers.get(name) ?? []).map((value) => `${name}: ${value}`));
  return {
    commit: {
      hash,
      subject: shownText(subject, TEXT_CHARS),
      author: shownText(author, TEXT_CHARS),
      at: isoTime(writtenAt),
      marks: marks.map((mark) => shownText(mark.replace(/\s*<[^>]*>/, ''), TEXT_CHARS)),
    },
  };
}

function changeOf({ item, at, removed }: NonNullable<LineOrigin['edit']>): NonNullable<WhyLines['change']> {
  const before = [...removed.keys()].filter((line) => line !== '').join('\n');
  return { id: item, at: isoTime(at), before: shownText(before, BEFORE_CHARS) };
}

async function sessionOf(store: Store, id: SessionId, at: number): Promise<NonNullable<WhyLines['session']>> {
  const [row] = await store.log.sessions({ ids: [id], limit: 1 });
  const title = (await sessionTitles(store, [id])).get(id);
  return { id, agent: row?.agent ?? '', title: sayable(title ?? 'Session without a summary'), at: isoTime(at) };
}

/** A text of the repository as it may be shown. */
function shownText(text: string, most: number): string {
  return cutText(redact(text).text, most);
}
