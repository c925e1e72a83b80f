// memory/report: what was done in a span of time, session by session, and how it is written for a person. The figures
// are counted in `memory/figures`.

import type { ReportedSession, ReportedWork } from '../../api/stats-answers.ts';
import { withoutOutcome } from '../../core/model/describe-outcome.ts';
import type { ProjectId, SessionId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { lookUp } from '../../core/parts-of.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { cutText } from '../../core/text/text.ts';
import { ownSubject } from '../../derive/provenance/tellable.ts';
import { summaryId } from '../../derive/session/summary-item.ts';
import { titleIn } from '../../retrieval/entries/session-titles.ts';
import { composedTitle, mayQuote, sayable } from '../../retrieval/validity/trust.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { PullRequests, threadLines } from '../project/open-threads.ts';

/** Upper bounds: sessions of a report, commits that are read, and of one session; solved problems; projects with open ends. */
const MOST = { sessions: 60, commits: 1_000, ofSession: 8, solved: 2, projects: 5 } as const;
const LINE_CHARS = 160;
const OPEN_CHARS = 300;
/** What a solved problem begins with where an agent reported it. */
const SAID = /^(?:fixed|solved):\s*/i;

/** What a report is of, with its beginning and end in milliseconds since 1970. */
type ReportedSpan = ItemFilter & { since: number; until: number };

/**
 * The sessions of a span, the latest first, with their commits and the problems that they solved, and what is open in
 * their projects. Sessions without a summary or a commit are counted as `left`, like those above the bound.
 */
export async function readReportedWork(
  store: Store,
  sessions: readonly SessionRow[],
  filter: ReportedSpan,
): Promise<ReportedWork> {
  const summaries = await readSummaries(store, sessions);
  const commits = await readCommits(store, filter);
  const names = new Map((await store.log.projects()).map(({ id, name }) => [id, name]));
  const told = sessions
    .toSorted((one, other) => other.lastAt - one.lastAt)
    .filter(({ id }) => summaries.has(id) || commits.has(id));
  const shown = told.slice(0, MOST.sessions);
  return {
    sessions: shown.map((row) => reportedSession(row, { summaries, commits, names })),
    left: sessions.length - shown.length,
    open: await readOpen(store, shown, filter.until),
  };
}

interface ReportedSources {
  summaries: ReadonlyMap<SessionId, Item>;
  commits: ReadonlyMap<SessionId | undefined, readonly Item[]>;
  names: ReadonlyMap<ProjectId, string>;
}

function reportedSession(row: SessionRow, { summaries, commits, names }: ReportedSources): ReportedSession {
  const { id, agent, project, lastAt } = row;
  const summary = summaries.get(id);
  const isQuotable = summary !== undefined && mayQuote(summary);
  const { summary: detail } = summary === undefined ? {} : detailOfKind(summary, 'summary');
  const own = commits.get(id) ?? [];
  return {
    id,
    agent,
    at: isoTime(lastAt),
    title: titleOf(row, summary),
    ...omitUndefined({ project: project && names.get(project), outcome: detail?.outcome }),
    commits: own.slice(0, MOST.ofSession).map(reportedCommit),
    solved: isQuotable
      ? (detail?.problemsSolved ?? []).slice(0, MOST.solved).map(({ text }) => lineOf(text.replace(SAID, '')))
      : [],
  };
}

/** Titles in the words of a session that had read something untrusted are replaced by what was done. */
function titleOf({ agent }: SessionRow, summary: Item | undefined): string {
  if (summary === undefined || titleIn(summary) === undefined) return `Session of ${agent}`;
  return lineOf(withoutOutcome(mayQuote(summary) ? summary.title : composedTitle(summary)));
}

function reportedCommit(item: Item): ReportedSession['commits'][number] {
  const hash = detailOfKind(item, 'commit').commit?.hash ?? '';
  return { id: item.id, hash, subject: lineOf(ownSubject(item) ?? '') };
}

function lineOf(text: string): string {
  return cutText(sayable(text), LINE_CHARS);
}

async function readSummaries(store: Store, sessions: readonly SessionRow[]): Promise<Map<SessionId, Item>> {
  const found = await lookUp(
    sessions.map(({ id }) => summaryId(id)),
    (ids) => store.items.get(ids),
  );
  const visible = found.filter(({ detail }) => detail.hidden !== true);
  return new Map(visible.flatMap((item) => (item.session === undefined ? [] : [[item.session, item]])));
}

/** The commits of a span by their session, in the order in which they were made. */
async function readCommits(store: Store, filter: ReportedSpan): Promise<Map<SessionId | undefined, Item[]>> {
  const commits = await store.items.list({ ...filter, kinds: ['commit'] }, { limit: MOST.commits });
  return Map.groupBy(commits.toReversed(), ({ session }) => session);
}

/** What is open in the projects that were worked on most lately. */
async function readOpen(store: Store, sessions: readonly SessionRow[], now: number): Promise<ReportedWork['open']> {
  const projects = [...new Set(sessions.flatMap(({ project }) => (project === undefined ? [] : [project])))];
  const pulls = new PullRequests();
  const open: ReportedWork['open'] = [];
  for (const project of projects.slice(0, MOST.projects)) {
    const lines = await threadLines(store, { project, now, pulls });
    open.push(...lines.map(({ text, ids }) => ({ text: cutText(text, OPEN_CHARS), ids })));
  }
  return open;
}
