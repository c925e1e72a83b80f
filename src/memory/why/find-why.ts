// memory/why: why a line is there. Git says which commit it comes from, the changes that sessions made say who wrote it,
// and the session what led to it. What nothing shows is said to be unknown.

import type { WhyLines, WhyResult, WhyTold } from '../../api/work-answers.ts';
import { CairnError } from '../../core/errors.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { issuesIn } from '../../core/text/issue-names.ts';
import { cutText } from '../../core/text/text.ts';
import { type Git, openGit } from '../../git/run-git.ts';
import { findGit } from '../../platform/git-text.ts';
import { createExclusion, type Exclusion } from '../../privacy/exclude.ts';
import { redact } from '../../privacy/redact.ts';
import type { ProjectConfigs } from '../../projects/project-config.ts';
import { createProjectResolver } from '../../projects/resolve-project.ts';
import { type SessionNames, sessionNames } from '../../retrieval/entries/session-titles.ts';
import type { Store } from '../../store/contract/store.ts';
import { findProjectFolder } from '../code/project-folder.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';
import { toAgentTraces } from './agent-trace.ts';
import { type Attributed, createAttribution, timeOf } from './attribute-line.ts';
import { createEditFinder, type LineOrigin, type Tracing, traceLines } from './line-origins.ts';
import { openLineFile } from './open-line-file.ts';
import { wayTo } from './way-to-edit.ts';

/** Milliseconds for all runs of git, and upper bounds on stretches that are answered, and told in full. */
const GIT_MS = 10_000;
const MOST = { lines: 3_000, stretches: 200, told: 60 } as const;
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
  /** The settings of projects, which may exclude more. */
  configOf: ProjectConfigs;
  now: number;
  signal: AbortSignal;
}

function excludesAt(root: string, { excluded, userHome, configOf }: WhyEnvironment): Exclusion['path'] {
  const own = createExclusion({ paths: excluded, projects: [], userHome });
  const config = configOf(root);
  return (path) => own.path(path) || config?.excludes.path(path) === true;
}

/** Tells where lines of a file come from, and what led to them. */
export async function findWhy(
  store: Store,
  { path, line, endLine, format, project: named, cwd, surface }: ReadInput<'why'>,
  environment: WhyEnvironment,
): Promise<WhyResult> {
  const { userHome, programs, now, signal } = environment;
  const asker = { home: userHome, surface, ...omitUndefined({ cwd }) };
  const { folder, root } = await findProjectFolder(store, named, asker);
  const folders = findGit(folder);
  const file = openLineFile(path, { root: folders?.worktree ?? root, folder, excludes: excludesAt(root, environment) });
  const from = line ?? 1;
  const to = Math.min(endLine ?? line ?? file.lines.length, from + MOST.lines - 1, file.lines.length);
  if (from > file.lines.length || to < from) {
    throw new CairnError('invalid_input', `${file.path} has ${file.lines.length} lines, and no line ${from}.`);
  }
  const resolved = createProjectResolver({ userHome, now: () => now })(folder);
  const git = folders === undefined ? undefined : openGit({ folders, programs, timeoutMs: GIT_MS, signal });
  const row = (await store.log.projects()).find(({ id }) => id === resolved?.id);
  const project = (row?.joined ?? row?.id ?? resolved?.id ?? 'r_none') as ProjectId;
  const tracing = { store, git, project, now, editsOf: createEditFinder({ store, project, now }) };
  const attribute = createAttribution(tracing);
  const attributed: Attributed[] = [];
  for (const origin of await traceLines(tracing, file, { from, to })) attributed.push(await attribute(origin));
  const lines = await stretchesOf(tracing, attributed, file.path);
  return {
    path: file.path,
    ...(row === undefined ? {} : { project: { id: row.id, name: row.name } }),
    lines: lines.slice(0, MOST.stretches),
    ...(format === 'agent-trace' ? { traces: await toAgentTraces(store, attributed, file.path) } : {}),
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

/** Lines one after the other that come from one commit and one change are one stretch. */
async function stretchesOf(tracing: Tracing, attributed: readonly Attributed[], path: string): Promise<WhyLines[]> {
  const groups: Attributed[][] = [];
  for (const line of attributed) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && isSameOrigin(last[0], line)) last.push(line);
    else groups.push([line]);
  }
  const told = groups.slice(0, MOST.stretches + 1);
  const sessions = new Set(told.flatMap(([first]) => first?.session ?? []));
  const nameOf = await sessionNames(tracing.store, [...sessions]);
  const stretches: WhyLines[] = [];
  for (const group of told) {
    stretches.push(await toStretch(tracing, group, { path, isTold: stretches.length < MOST.told, nameOf }));
  }
  return stretches;
}

function isSameOrigin(one: Attributed, other: Attributed): boolean {
  return (
    one.origin.blamed?.commit === other.origin.blamed?.commit &&
    one.session === other.session &&
    one.original?.hash === other.original?.hash &&
    one.confidence === other.confidence &&
    (one.origin.edit ?? one.origin.near)?.item === (other.origin.edit ?? other.origin.near)?.item
  );
}

async function toStretch(
  { store }: Tracing,
  group: readonly Attributed[],
  { path, isTold, nameOf }: { path: string; isTold: boolean; nameOf: SessionNames },
): Promise<WhyLines> {
  const [first, last] = [group[0] as Attributed, group.at(-1) as Attributed];
  const { origin, session, confidence, because, original } = first;
  const edit = origin.edit ?? origin.near;
  const at = timeOf(first);
  const texts = group.map(({ origin: { text } }) => text.trim());
  const until = original?.at ?? origin.commit?.writtenAt ?? at;
  const told: Partial<WhyTold> =
    session === undefined || !isTold ? {} : await wayTo(store, { session, at, until, path });
  return {
    from: origin.line,
    to: last.origin.line,
    text: shownText(texts.find((text) => /[\p{L}\p{N}]/u.test(text)) ?? texts[0] ?? '', TEXT_CHARS),
    ...commitOf(origin),
    ...originalOf(first),
    confidence,
    because,
    ...(session === undefined ? {} : { session: { id: session, ...nameOf(session), at: isoTime(at) } }),
    ...(edit === undefined || origin.edit === undefined ? {} : { change: changeOf(edit) }),
    ...told,
    ...issuesOf(first, told.issues),
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

/** What the commit, and the one that it was made of, name before what the prompts do. */
function issuesOf({ origin, original }: Attributed, prompts: readonly string[] = []): Pick<WhyLines, 'issues'> {
  const issues = [...new Set([...issuesIn(`${origin.commit?.message ?? ''}\n${original?.subject ?? ''}`), ...prompts])];
  return issues.length === 0 ? {} : { issues };
}

function originalOf({ original }: Attributed): Pick<WhyLines, 'original'> {
  if (original === undefined) return {};
  const { hash, subject, at } = original;
  return { original: { hash, subject: shownText(subject, TEXT_CHARS), at: isoTime(at) } };
}

function changeOf({ item, at, removed }: NonNullable<LineOrigin['edit']>): NonNullable<WhyLines['change']> {
  const before = [...removed.keys()].filter((line) => line !== '').join('\n');
  return { id: item, at: isoTime(at), before: shownText(before, BEFORE_CHARS) };
}

/** A text of the repository as it may be shown. */
function shownText(text: string, most: number): string {
  return cutText(redact(text).text, most);
}
