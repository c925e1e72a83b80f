import { CairnError } from '../../core/errors.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { type BlamedLine, blameLines } from '../../git/blame-lines.ts';
import { type GitCommitFacts, readCommits, readCommitted } from '../../git/read-commits.ts';
import type { Git } from '../../git/run-git.ts';
import type { Store } from '../../store/contract/store.ts';
import { readFileEdits, type SessionEdit } from './file-edits.ts';
import { type EditIndex, indexEdits, matchLine, tellingOf } from './match-line.ts';
import { onceByName } from './once-by-name.ts';
import { type LineFile, linesAtHead } from './open-line-file.ts';

/** Lines around those that are asked about whose origin may speak for them. */
const AROUND = 15;
/** Versions of the file that are read to compare a line with its surroundings in its commit. */
const VERSIONS_MAX = 60;

/** Where a line comes from. */
export interface LineOrigin {
  /** From 1, in the file as it is now. */
  line: number;
  text: string;
  blamed?: BlamedLine;
  commit?: GitCommitFacts;
  /** The change that wrote the line. */
  edit?: SessionEdit;
  /** The change that wrote its neighbours of the same commit, where these are of one session and no change wrote it. */
  near?: SessionEdit;
}

/** What tracing lines needs. */
export interface Tracing {
  store: Store;
  git: Git | undefined;
  project: ProjectId;
  /** Milliseconds since 1970. */
  now: number;
  /** The changes of a file by its path, each read once. */
  editsOf: (path: string) => Promise<EditIndex>;
}

/** Traces lines `from` to `to` of a file, from 1, inclusive, to the changes of sessions that wrote them. */
export async function traceLines(
  tracing: Tracing,
  file: LineFile,
  { from, to }: { from: number; to: number },
): Promise<LineOrigin[]> {
  const [first, last] = [Math.max(1, from - AROUND), Math.min(file.lines.length, to + AROUND)];
  const blamed = await blameRange(tracing.git, file, { first, last });
  const commits = await commitsOf(tracing.git, [...blamed.values()]);
  const versions = createVersions(tracing.git);
  const now = file.lines.map(trimmed);
  const origins: LineOrigin[] = [];
  for (let line = first; line <= last; line += 1) {
    const there = blamed.get(line);
    const commit = there === undefined ? undefined : commits.get(there.commit);
    const index = await tracing.editsOf(there?.path ?? file.path);
    const place = await placeOf(versions, now, { line, there });
    const until = commit === undefined ? tracing.now : Math.max(commit.writtenAt, commit.committedAt);
    const found = matchLine(index, { ...place, until });
    origins.push({
      line,
      text: file.lines[line - 1] ?? '',
      ...(there === undefined ? {} : { blamed: there }),
      ...(commit === undefined ? {} : { commit }),
      ...(found === undefined ? {} : { edit: found.edit }),
    });
  }
  const near = origins.map((origin, index) => withNeighbours(origin, index, origins));
  return near.filter(({ line }) => line >= from && line <= to);
}

/** The blamed lines of a file by their numbers now; those that are not committed are absent. */
async function blameRange(
  git: Git | undefined,
  file: LineFile,
  { first, last }: { first: number; last: number },
): Promise<Map<number, BlamedLine>> {
  const atHead = await linesAtHead(file, git);
  const asked = atHead.slice(first - 1, last).filter((line) => line !== undefined);
  const [from, to] = [asked[0], asked.at(-1)];
  if (git === undefined || from === undefined || to === undefined) return new Map();
  const found = await blameLines(git, file.path, { from, to });
  if (found === undefined) {
    throw new CairnError('unsupported', `Git could not blame ${file.path}.`, {
      fix: `Look at what git says: git blame -L ${from},${to} HEAD -- ${file.path}`,
    });
  }
  const blamed = new Map(found.map((line) => [line.line, line]));
  const lines = new Map<number, BlamedLine>();
  for (let line = first; line <= last; line += 1) {
    const there = blamed.get(atHead[line - 1] ?? 0);
    if (there !== undefined) lines.set(line, there);
  }
  return lines;
}

async function commitsOf(git: Git | undefined, blamed: readonly BlamedLine[]): Promise<Map<string, GitCommitFacts>> {
  if (git === undefined) return new Map();
  const commits = await readCommits(git, [...new Set(blamed.map(({ commit }) => commit))]);
  return new Map(commits.map((commit) => [commit.hash, commit]));
}

/** Finds the changes of files of a project up to now, in milliseconds since 1970; each is read once. */
export function createEditFinder({
  store,
  project,
  now,
}: Pick<Tracing, 'store' | 'project' | 'now'>): Tracing['editsOf'] {
  return onceByName(async (path) => indexEdits(await readFileEdits(store, { path, project, until: now })));
}

type Versions = (blamed: BlamedLine) => Promise<readonly string[] | undefined>;

/** The lines of a file in a commit, trimmed, read once. */
function createVersions(git: Git | undefined): Versions {
  const known = new Map<string, Promise<readonly string[] | undefined>>();
  return ({ commit, path }) => {
    const name = `${commit}:${path}`;
    if (git === undefined || (!known.has(name) && known.size >= VERSIONS_MAX)) return Promise.resolve(undefined);
    const read = known.get(name) ?? readCommitted(git, commit, path).then((text) => text?.split('\n').map(trimmed));
    known.set(name, read);
    return read;
  };
}

/** A line among the lines of its commit, else of the file as it is `now`, all of them trimmed. */
async function placeOf(
  versions: Versions,
  now: readonly string[],
  { line, there }: { line: number; there: BlamedLine | undefined },
): Promise<{ lines: readonly string[]; index: number }> {
  const version = there === undefined ? undefined : await versions(there);
  if (there !== undefined && version !== undefined) return { lines: version, index: there.lineThere - 1 };
  return { lines: now, index: line - 1 };
}

function trimmed(line: string): string {
  return line.trim();
}

/**
 * A line that says nothing of its own, or that no change wrote, comes with the lines around it of the same commit: the
 * nearest on each side, where these are of one session.
 */
function withNeighbours(origin: LineOrigin, index: number, all: readonly LineOrigin[]): LineOrigin {
  if (origin.edit !== undefined) return origin;
  const of = (step: 1 | -1): SessionEdit | undefined => {
    for (
      let at = index + step;
      all[at]?.blamed?.commit === origin.blamed?.commit && all[at] !== undefined;
      at += step
    ) {
      const { edit } = all[at] as LineOrigin;
      if (edit !== undefined) return edit;
    }
    return undefined;
  };
  const [above, below] = [of(-1), of(1)];
  const found = above ?? below;
  if (found === undefined || (above ?? found).session !== (below ?? found).session) return origin;
  const isEmpty = tellingOf(origin.text.trim()) < 0.6;
  if (isEmpty && above !== undefined && below !== undefined)
    return { ...origin, edit: above.at >= below.at ? above : below };
  return { ...origin, near: found };
}
