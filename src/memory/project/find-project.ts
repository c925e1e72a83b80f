// memory/project: the page on a project: what its sessions show of how one works there and its repository does not say.
// No block holds any of it, and nothing is stored.

import type { PageSection, ProjectPage } from '../../api/project-answers.ts';
import * as LIMITS from '../../core/limits.ts';
import type { ProjectId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { createYielder } from '../../platform/yield-to-event-loop.ts';
import { type FilterEnvironment, resolveFilter } from '../../retrieval/query/resolve-filter.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { SessionRow } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';
import { itemsOfSession } from '../runtime/session-items.ts';
import { CommandBook } from './command-book.ts';
import { PullRequests, threadLines } from './open-threads.ts';
import { commandLines, type KnownError, type Misplaced, placeLines, programLines } from './page-lines.ts';
import { PlaceFinder } from './place-finder.ts';
import { saidHere } from './said-here.ts';
import { wishLines } from './wish-lines.ts';

const SESSIONS = 100;
const PATTERNS = 1_000;
/** Errors that say what was wrong with the work at hand, and nothing about the project. */
const OF_THE_WORK =
  /undefined|cannot use|not used|unused|cannot find|no such|not found|syntax ?error|unexpected|expect(?:ed|\()|\bTS\d{4}\b|mismatched|not enough|too many|is not a |has no |typecheck|conflict|assert/i;
const EMPTY: ProjectPage = { text: '', sessions: 0, sections: [], ids: [], tokens: 0, notes: [] };

/** The page on a project; without sections where its sessions show nothing, or there is none. */
export async function findProject(
  store: Store,
  { project: named, cwd }: ReadInput<'project'>,
  { now, userHome }: FilterEnvironment,
): Promise<ProjectPage> {
  const project = await selectProject(store, named ?? cwd, userHome);
  if (project === undefined) return EMPTY;
  const row = (await store.log.projects()).find(({ id }) => id === project);
  const rows = await store.log.sessions({ project, limit: SESSIONS });
  const sections = rows.length === 0 ? [] : await sectionsOf(store, { project, rows, root: row?.root, now, userHome });
  const text = sections.map(sectionText).join('\n\n');
  const first = Math.min(...rows.map(({ startedAt }) => startedAt));
  return {
    text,
    ...(row === undefined ? {} : { project: { id: row.id, name: row.name } }),
    sessions: rows.length,
    ...(rows.length === 0 ? {} : { firstAt: isoTime(first), lastAt: isoTime(rows[0]?.lastAt ?? first) }),
    sections,
    ids: [...new Set(sections.flatMap(({ lines }) => lines.flatMap(({ ids }) => ids)))],
    tokens: countTokens(text),
    notes: [],
  };
}

function sectionText({ title, lines }: PageSection): string {
  return [title, ...lines.map(({ text, ids }) => `- ${text} [${ids.join(' ')}]`)].join('\n');
}

async function sectionsOf(
  store: Store,
  {
    project,
    rows,
    root,
    now,
    userHome,
  }: {
    project: ProjectId;
    rows: readonly SessionRow[];
    root: string | undefined;
    now: number;
    userHome: string;
  },
): Promise<PageSection[]> {
  const book = new CommandBook();
  const places = new PlaceFinder(root);
  const pulls = new PullRequests();
  const breathe = createYielder(LIMITS.bulkStepMs);
  for (const { id } of rows) {
    const items = await itemsOfSession(store, id);
    for (const one of [book, places, pulls]) one.take(id, items);
    await breathe();
  }
  const patterns = await patternsOf(store, project, { now, userHome });
  const commands = commandLines(book.commands(), {
    gaps: book.gaps(),
    errors: patterns.flatMap(knownError).toSorted((one, other) => other.sessions - one.sessions),
    isSaid: saidHere(root, userHome),
    sessions: rows.length,
  });
  const wishes = await wishLines(store, { project, userHome, patterns, ...(root === undefined ? {} : { cwd: root }) });
  const sections = [
    { title: 'Commands', lines: [...commands, ...programLines(book.others())] },
    { title: 'Hard to find', lines: placeLines(places.hardToFind(), places.others(), patterns.flatMap(misplaced)) },
    { title: 'Left open', lines: await threadLines(store, { project, now, pulls }) },
    { title: 'Standing wishes', lines: wishes },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

async function patternsOf(store: Store, project: ProjectId, place: FilterEnvironment): Promise<Item[]> {
  const filter = await resolveFilter(store, { project, kinds: ['pattern'] }, place);
  const found = await store.items.list(filter, { limit: PATTERNS });
  return found.filter(({ detail }) => detail.muted !== true);
}

/** A failure of a command that came back in another session, with its repair where one is known. */
function knownError(item: Item): KnownError[] {
  const { pattern } = detailOfKind(item, 'pattern');
  const { command, rule } = pattern?.more ?? {};
  const isFailure = pattern?.pattern === 'error' || pattern?.pattern === 'fix';
  if (!isFailure || pattern.sessions < 2 || typeof command !== 'string') return [];
  const label = item.title.startsWith(`${command}: `) ? item.title.slice(command.length + 2) : item.title;
  if (rule === undefined && OF_THE_WORK.test(label)) return [];
  return [{ id: item.id, family: command, label, sessions: pattern.sessions }];
}

/** A file of the project that was looked for in the wrong place, as the pattern of its repair names it. */
function misplaced(item: Item): Misplaced[] {
  const { pattern } = detailOfKind(item, 'pattern');
  if (pattern?.pattern !== 'fix' || pattern.more?.of !== 'missing') return [];
  const path = / it is `?([\w.@-]+(?:\/[\w.@-]+)+)`?$/.exec(item.title)?.[1];
  return path === undefined ? [] : [{ path, id: item.id }];
}
