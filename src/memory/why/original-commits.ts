import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import { detailOfKind } from '../../core/model/item.ts';
import { readApart, readBranchTips, readForkPoint, readFullHashes } from '../../git/apart-commits.ts';
import { type BlamedLine, blameLines } from '../../git/blame-lines.ts';
import { type CommitRange, readPatches, readPatchIds, readRangePatch } from '../../git/patch-ids.ts';
import { parseChanges } from '../../git/read-changes.ts';
import { type GitCommitFacts, readCommitted } from '../../git/read-commits.ts';
import type { Git } from '../../git/run-git.ts';
import type { Store } from '../../store/contract/store.ts';
import { mapLines } from './map-lines.ts';
import { CLOCK_MS, tellingOf } from './match-line.ts';
import { onceByName } from './once-by-name.ts';
import { linesOf } from './open-line-file.ts';

/** Upper bounds on commits of sessions that are looked at, and on ends of branches that may have been squashed. */
const MOST = { reports: 1_000, tips: 24 } as const;
const HASH_CHARS = 10;

/** A commit that a session made, before it was squashed, rebased or cherry-picked. */
export interface OriginalCommit {
  hash: string;
  subject: string;
  session: SessionId;
  /** When the session made it, in milliseconds since 1970. */
  at: number;
  /** From what that is known. */
  says: string;
}

/** Finds the commit of a session that a commit was made of, for a line of it. */
export type FindOriginal = (commit: GitCommitFacts, line: BlamedLine) => Promise<OriginalCommit | undefined>;

interface ReportedCommit extends Omit<OriginalCommit, 'says'> {
  files: readonly string[];
}

/** The commits that sessions of a project made, and which of them HEAD does not hold, with the ends of branches. */
interface CommitReports {
  all: readonly ReportedCommit[];
  byHash: ReadonlyMap<string, ReportedCommit>;
  apart: readonly string[];
  tips: readonly string[];
}

/** What the commits apart from HEAD changed in a file, by patch id. */
interface PatchIndex {
  same: ReadonlyMap<string, readonly ReportedCommit[]>;
  squashed: () => Promise<ReadonlyMap<string, CommitRange>>;
}

/**
 * Makes what finds original commits. A commit apart from HEAD that changed a file by the same patch was rebased or
 * cherry-picked; a branch that did so as a whole was squashed, and blame on it says which of its commits holds the line. Where
 * the repository has them no more, the message of the commit may name them.
 */
export function createOriginals({ store, git, project }: { store: Store; git: Git; project: ProjectId }): FindOriginal {
  const reports = readReports(store, git, project);
  const indexOf = onceByName(async (path) => indexPatches(git, path, await reports));
  const versionOf = onceByName(async (name) => {
    const [revision = '', path = ''] = name.split(':', 2);
    return linesOf((await readCommitted(git, revision, path)) ?? '');
  });
  const blameOf = onceByName(async (name) => {
    const [revision = '', path = ''] = name.split(':', 2);
    const to = (await versionOf(`${revision.split('..')[1]}:${path}`)).length;
    return (to === 0 ? undefined : await blameLines(git, path, { from: 1, to, revision })) ?? [];
  });
  const idOf = onceByName(async (name) => {
    const [hash = '', path = ''] = name.split(':', 2);
    const patch = await readPatches(git, path, [hash]);
    return isTelling(patch) ? (await readPatchIds(git, patch)).get(hash) : undefined;
  });

  /** The commit of a range that holds a line which stands in another commit. */
  const holderOf = async ({ base, tip }: CommitRange, { commit, path, lineThere }: BlamedLine) => {
    const there = mapLines(await versionOf(`${tip}:${path}`), await versionOf(`${commit}:${path}`))[lineThere - 1];
    return (await blameOf(`${base}..${tip}:${path}`)).find(({ line }) => line === there)?.commit;
  };

  return async (commit, line) => {
    const { path } = line;
    const { all, byHash } = await reports;
    const index = await indexOf(path);
    const id = index === undefined ? undefined : await idOf(`${commit.hash}:${path}`);
    if (index === undefined || id === undefined) return namedIn(commit, all, path);
    const latest = commit.committedAt + CLOCK_MS;
    const before = (id: string | undefined) => index.same.get(id ?? '')?.findLast(({ at }) => at <= latest);
    const same = before(id);
    if (same !== undefined) return original(same, 'which was rebased or cherry-picked');
    const range = (await index.squashed()).get(id);
    const holder = range === undefined ? undefined : await holderOf(range, line);
    if (holder === undefined) return namedIn(commit, all, path);
    const made = byHash.get(holder) ?? before(await idOf(`${holder}:${path}`));
    return made === undefined || made.at > latest ? undefined : original(made, 'which was squashed into this one');
  };
}

async function readReports(store: Store, git: Git, project: ProjectId): Promise<CommitReports> {
  const items = await store.items.list({ project, kinds: ['commit'] }, { limit: MOST.reports });
  const all = items.flatMap((item): ReportedCommit[] => {
    const { commit, filesChanged = [] } = detailOfKind(item, 'commit');
    const { session, at, text } = item;
    if (commit === undefined || session === undefined) return [];
    return [{ hash: commit.hash, subject: text.split('\n', 1)[0] ?? '', session, at, files: filesChanged }];
  });
  if (all.length === 0) return { all, byHash: new Map(), apart: [], tips: [] };
  const full = await readFullHashes(
    git,
    all.map(({ hash }) => hash),
  );
  const byHash = new Map(
    all.flatMap((report) => {
      const hash = full.get(report.hash);
      return hash === undefined ? [] : [[hash, report] as const];
    }),
  );
  const branches = await readBranchTips(git);
  const apart = await readApart(git, [...new Set([...byHash.keys(), ...branches])]);
  return { all, byHash, apart, tips: apart.filter((hash) => byHash.has(hash) || branches.includes(hash)) };
}

/** `undefined` where no commit of a session is apart. */
async function indexPatches(git: Git, path: string, reports: CommitReports): Promise<PatchIndex | undefined> {
  const { byHash, apart, tips } = reports;
  const made = apart.filter((hash) => byHash.has(hash));
  if (made.length === 0) return undefined;
  const ids = await readPatchIds(git, await readPatches(git, path, made));
  if (ids.size === 0) return undefined;
  const same = new Map<string, ReportedCommit[]>();
  for (const hash of made.toReversed()) {
    const [id, report] = [ids.get(hash), byHash.get(hash)];
    if (id !== undefined && report !== undefined) same.set(id, [...(same.get(id) ?? []), report]);
  }
  const ends = tips.filter((hash) => ids.has(hash) || !byHash.has(hash)).slice(0, MOST.tips);
  let squashed: Promise<ReadonlyMap<string, CommitRange>> | undefined;
  return { same, squashed: () => (squashed ??= indexRanges(git, path, ends)) };
}

/** What branches changed in a file as a whole, each up to one of its commits. */
async function indexRanges(git: Git, path: string, tips: readonly string[]): Promise<Map<string, CommitRange>> {
  const ranges = new Map<string, CommitRange>();
  const patches: string[] = [];
  for (const tip of tips) {
    const base = await readForkPoint(git, tip);
    if (base === undefined) continue;
    ranges.set(tip, { base, tip });
    patches.push(await readRangePatch(git, path, { base, tip }));
  }
  const ids = await readPatchIds(git, patches.join(''));
  return new Map(
    [...ids].flatMap(([tip, id]) => {
      const range = ranges.get(tip);
      return range === undefined ? [] : [[id, range] as const];
    }),
  );
}

/** True for a patch with a line of its own: a bracket that was added twice shows nothing. */
function isTelling(patch: string): boolean {
  return parseChanges(patch).some(({ added }) => added.some((line) => tellingOf(line.trim()) === 1));
}

/** The commit of a session that a message names, where all that it names of the file are of one session. */
function namedIn({ madeOf }: GitCommitFacts, all: readonly ReportedCommit[], path: string): OriginalCommit | undefined {
  const named = all.filter(({ hash }) => madeOf.some((full) => full.startsWith(hash)));
  const ofFile = named.filter(({ files }) => files.includes(path));
  const [first, ...others] = ofFile.length > 0 ? ofFile : named;
  if (first === undefined || others.some(({ session }) => session !== first.session)) return undefined;
  return original(first, 'which the message of this one names');
}

function original({ hash, subject, session, at }: ReportedCommit, how: string): OriginalCommit {
  return { hash, subject, session, at, says: `the session made the commit ${hash.slice(0, HASH_CHARS)}, ${how}` };
}
