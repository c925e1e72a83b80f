import { asObject, asString, parseJson, textsIn } from '../../core/json.ts';
import type { SessionId } from '../../core/model/ids.ts';
import type { BlamedLine } from '../../git/blame-lines.ts';
import { type GitCommitFacts, readCommitted } from '../../git/read-commits.ts';
import type { Git } from '../../git/run-git.ts';
import type { Store } from '../../store/contract/store.ts';
import type { CommitSession } from './commit-sessions.ts';
import { onceByName } from './once-by-name.ts';

/** Branches on which Entire keeps what its trailers name, the newest form first. */
const CHECKPOINT_REFS = ['entire/checkpoints/v1', 'entire/sessions/v1', 'entire/sessions'].flatMap((name) => [
  `refs/heads/${name}`,
  `refs/remotes/origin/${name}`,
]);
/** Upper bounds on checkpoints of a commit, as of a squashed one, and on sessions of a checkpoint. */
const MOST = { checkpoints: 12, sessions: 8 } as const;

/** A place in a commit. */
export type MarkedPlace = Pick<BlamedLine, 'path' | 'lineThere'>;

/** A session that a mark names by the agent's own id; `files`: those that it touched, where the mark says so. */
interface MarkedSession {
  name: string;
  files?: readonly string[];
}

/** What tells the session of a line of a commit by marks of other products: Entire's trailers, and a note of git-ai. */
export async function readMarks(
  { store, git }: { store: Store; git: Git },
  commit: GitCommitFacts,
): Promise<(line: MarkedPlace) => Promise<CommitSession | undefined>> {
  const trailed = await sessionsOfTrailers(git, commit);
  const note = await git(['notes', '--ref=refs/notes/ai', 'show', commit.hash]);
  const known = onceByName((name) => sessionNamed(store, name));
  const toSession = async (name: string | undefined, says: string): Promise<CommitSession | undefined> => {
    const session = name === undefined ? undefined : await known(name);
    return session === undefined ? undefined : { session, says };
  };
  return async (line) =>
    (await toSession(onlyOne(trailed, line), 'the trailer of the commit names the session')) ??
    (await toSession(sessionInNote(note ?? '', line), 'a note of git-ai names the session'));
}

/** The sessions that the trailers of a commit name; a squashed commit has the trailers of all that it was made of. */
async function sessionsOfTrailers(git: Git, { trailers }: GitCommitFacts): Promise<MarkedSession[]> {
  const direct = trailers.get('entire-session');
  if (direct !== undefined) return direct.map((name) => ({ name }));
  const found: MarkedSession[] = [];
  for (const id of new Set(trailers.get('entire-checkpoint')?.slice(0, MOST.checkpoints)))
    found.push(...(await sessionsOfCheckpoint(git, id)));
  return found;
}

/** The session that is the only one, or the only one of those that touched the file. */
function onlyOne(marked: readonly MarkedSession[], { path }: MarkedPlace): string | undefined {
  const of = marked.filter(({ files }) => files === undefined || files.includes(path));
  const names = new Set((of.length === 0 ? marked : of).map(({ name }) => name));
  return names.size === 1 ? [...names][0] : undefined;
}

/**
 * The sessions of a checkpoint, where the branch that keeps checkpoints is in the clone: one in its own `metadata.json`, or
 * each in that of a numbered folder, from 0 or, for earlier sessions beside the one, from 1.
 */
async function sessionsOfCheckpoint(git: Git, id: string): Promise<MarkedSession[]> {
  if (!/^[0-9a-f]{8,40}$/.test(id)) return [];
  const folder = `${id.slice(0, 2)}/${id.slice(2)}`;
  for (const ref of CHECKPOINT_REFS) {
    const root = await readCommitted(git, ref, `${folder}/metadata.json`);
    if (root === undefined) continue;
    const own = sessionOfMetadata(root);
    const found = own === undefined ? [] : [own];
    for (let at = found.length; at < MOST.sessions; at += 1) {
      const text = await readCommitted(git, ref, `${folder}/${at}/metadata.json`);
      const session = text === undefined ? undefined : sessionOfMetadata(text);
      if (session === undefined) break;
      found.push(session);
    }
    return found;
  }
  return [];
}

function sessionOfMetadata(text: string): MarkedSession | undefined {
  const metadata = asObject(parseJson(text));
  const name = asString(metadata.session_id);
  const files = textsIn(metadata.files_touched);
  return name === undefined ? undefined : { name, ...(files.length === 0 ? {} : { files }) };
}

/**
 * The agent's own id of the session to which a note of git-ai gives a line: below each path, indented, the name of a prompt or
 * session (`1234567890abcdef`, `s_123::t_456`) and its lines; after `---`, JSON with both by their names. A person's lines
 * (`h_…`) are of no session.
 */
function sessionInNote(note: string, { path, lineThere }: MarkedPlace): string | undefined {
  const [ranges = '', json = ''] = note.split(/^---$/m, 2);
  let file = '';
  for (const row of ranges.split('\n')) {
    if (!row.startsWith(' ')) file = row.trim().replace(/^"(.*)"$/, '$1');
    const [, name, lines = ''] = /^\s+(\w{6,80})(?:::\w{1,80})? ([\d,-]{1,2000})$/.exec(row) ?? [];
    if (name === undefined || file !== path || !holdsLine(lines, lineThere)) continue;
    const { sessions, prompts } = asObject(parseJson(json));
    const entry = asObject(asObject(sessions)[name] ?? asObject(prompts)[name]);
    return asString(asObject(entry.agent_id).id);
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
async function sessionNamed(store: Store, named: string): Promise<SessionId | undefined> {
  for (const name of [named, named.replace(/^\d{4}-\d\d-\d\d-/, '')]) {
    const [row] = await store.log.sessions({ named: name, limit: 1 });
    if (row !== undefined) return row.id;
  }
  return undefined;
}
