import type { FileAsked, FileCommit, FileResult, FileSession } from '../../api/work-answers.ts';
import { fileLines } from '../../context/context-file.ts';
import { withoutId } from '../../context/lines/context-line.ts';
import type { EventId, ProjectId, SessionId } from '../../core/model/ids.ts';
import { detailOfKind, type Item, type ItemOf } from '../../core/model/item.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { isoTime } from '../../core/text/calendar.ts';
import { isAddressedToSession, isRequest } from '../../derive/event/is-request.ts';
import { toAsked } from '../../retrieval/entries/asked.ts';
import { itemEntries } from '../../retrieval/entries/list.ts';
import { sessionNames } from '../../retrieval/entries/session-titles.ts';
import type { FilterEnvironment } from '../../retrieval/query/resolve-filter.ts';
import { withStoredPath } from '../../retrieval/query/resolve-path.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import { sayable } from '../../retrieval/validity/trust.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { ItemHead } from '../../store/contract/items.ts';
import type { Store } from '../../store/contract/store.ts';
import type { ReadInput } from '../runtime/reads-contract.ts';

/** Upper bounds on what is read, and on what is answered of each kind. */
const MOST = {
  read: 400,
  heads: 4_000,
  commits: 20,
  decisions: 20,
  failures: 20,
  snippets: 10,
  sessions: 20,
  files: 200,
} as const;
const PROMPTS = 6;
const ASKED_CHARS = 300;

/** What is known of a file; without a path, the files that were worked on. */
export async function findFile(
  store: Store,
  { path = '', project: named, cwd }: ReadInput<'file'>,
  { now, userHome }: FilterEnvironment,
): Promise<FileResult> {
  const project = named === '*' ? undefined : await selectProject(store, named ?? cwd, userHome);
  const place = omitUndefined({ project, file: path === '' ? undefined : path });
  const filter = await withStoredPath(store, place);
  const about = path === '' ? [] : await itemsAbout(store, filter);
  const stored = pathIn(about, filter.file ?? '');
  const row = (await store.log.projects()).find(({ id }) => id === (project ?? onlyProjectOf(about)));
  return {
    path: stored,
    ...(row === undefined ? {} : { project: { id: row.id, name: row.name } }),
    why: stored === '' ? [] : await whyLines(store, stored, { project, now }),
    ...(await partsOf(store, about, stored)),
    files: about.length > 0 ? [] : await filesWorkedOn(store, omitUndefined({ project }), path),
    notes: path === '' || about.length > 0 ? [] : [{ code: 'unknown_file', message: 'No memory is about this file.' }],
  };
}

async function itemsAbout(store: Store, filter: ItemFilter): Promise<Item[]> {
  return store.items.list(filter, { limit: MOST.read });
}

function onlyProjectOf(items: readonly Item[]): ProjectId | undefined {
  const [first, ...others] = new Set(items.map(({ project }) => project));
  return others.length === 0 ? first : undefined;
}

/** The path that the items carry, of which another may be the end. */
function pathIn(items: readonly Item[], path: string): string {
  const carried = items.flatMap(({ detail }) => [...(detail.filesChanged ?? []), ...(detail.filesRead ?? [])]);
  return carried.includes(path) ? path : (carried.find((one) => one.endsWith(`/${path}`)) ?? path);
}

async function whyLines(
  store: Store,
  file: string,
  { project, now }: { project: ProjectId | undefined; now: number },
): Promise<FileResult['why']> {
  const lines = await fileLines(store, { file, occasion: 'file', budget: 0, now, ...omitUndefined({ project }) });
  return lines.map((line) => ({ text: withoutId(line), ids: [line.id] }));
}

async function partsOf(
  store: Store,
  about: readonly Item[],
  path: string,
): Promise<Pick<FileResult, 'commits' | 'decisions' | 'failures' | 'snippets' | 'sessions'>> {
  const of = (kind: Item['kind'], most: number): Item[] => about.filter((item) => item.kind === kind).slice(0, most);
  const failed = about.filter((item) => detailOfKind(item, 'observation').success === false);
  const commits: FileCommit[] = [];
  for (const item of of('commit', MOST.commits)) commits.push(await toCommit(store, item as ItemOf<'commit'>));
  return {
    commits,
    decisions: await itemEntries(store, await decisionsOn(store, about, path)),
    failures: await itemEntries(store, failed.slice(0, MOST.failures)),
    snippets: await itemEntries(store, of('snippet', MOST.snippets)),
    sessions: await sessionsOf(store, about, path),
  };
}

/** What was stated about the file, and in the requests that led to its changes. */
async function decisionsOn(store: Store, about: readonly Item[], path: string): Promise<Item[]> {
  const changes = about.filter(({ kind, detail }) => kind === 'observation' && detail.filesChanged?.includes(path));
  const events = new Set<EventId>();
  for (const change of changes.slice(0, MOST.sessions)) {
    const asked = await requestBefore(store, change);
    if (asked?.event !== undefined) events.add(asked.event);
  }
  const said: Item[] = [];
  for (const event of events) said.push(...(await store.items.ofEvent(event)));
  const found = [...about, ...said].filter(({ kind, detail }) => kind === 'knowledge' && detail.hidden !== true);
  return [...new Map(found.map((item) => [item.id, item])).values()]
    .toSorted((one, other) => other.at - one.at)
    .slice(0, MOST.decisions);
}

async function toCommit(store: Store, item: ItemOf<'commit'>): Promise<FileCommit> {
  const asked = await askedBefore(store, item);
  return {
    id: item.id,
    hash: item.detail.commit.hash,
    subject: sayable(item.title).replace(/^Commit \S+: /, ''),
    at: isoTime(item.at),
    ...omitUndefined({ sessionId: item.session, asked }),
  };
}

async function requestBefore(store: Store, { session, at }: Item): Promise<Item | undefined> {
  if (session === undefined) return undefined;
  const prompts = await store.items.list({ session, kinds: ['prompt'], until: at }, { limit: PROMPTS });
  return prompts.filter(isAddressedToSession).find(isRequest);
}

/** The last request of its session before an item. */
async function askedBefore(store: Store, item: Item): Promise<FileAsked | undefined> {
  const asked = await requestBefore(store, item);
  return asked && toAsked(asked, ASKED_CHARS);
}

async function sessionsOf(store: Store, about: readonly Item[], path: string): Promise<FileSession[]> {
  const touching = about.filter(({ kind, session }) => kind === 'observation' && session !== undefined);
  const groups = [...Map.groupBy(touching, ({ session }) => session as SessionId)].slice(0, MOST.sessions);
  const nameOf = await sessionNames(
    store,
    groups.map(([id]) => id),
  );
  const sessions: FileSession[] = [];
  for (const [id, items] of groups) {
    const edits = items.filter(({ detail }) => detail.filesChanged?.includes(path) === true);
    const [last] = edits.length > 0 ? edits : items;
    if (last === undefined) continue;
    const asked = await askedBefore(store, last);
    sessions.push({
      id,
      ...nameOf(id),
      lastAt: isoTime(items[0]?.at ?? last.at),
      reads: items.length - edits.length,
      edits: edits.length,
      ...omitUndefined({ asked }),
    });
  }
  return sessions;
}

/** Files of a project by how much they were worked on, those whose path holds a text. */
async function filesWorkedOn(store: Store, filter: ItemFilter, holds: string): Promise<FileResult['files']> {
  const heads = await store.items.heads({ ...filter, kinds: ['observation'] }, { limit: MOST.heads });
  const files = new Map<string, FileResult['files'][number]>();
  const add = (path: string, { at }: ItemHead, what: 'edits' | 'reads'): void => {
    if (!path.toLowerCase().includes(holds.toLowerCase()) || path.startsWith('/')) return;
    const known = files.get(path) ?? { path, edits: 0, reads: 0, lastAt: isoTime(at) };
    known[what] += 1;
    files.set(path, known);
  };
  for (const head of heads) {
    for (const path of head.filesChanged) add(path, head, 'edits');
    for (const path of head.filesRead) add(path, head, 'reads');
  }
  return [...files.values()]
    .toSorted((one, other) => other.edits * 3 + other.reads - (one.edits * 3 + one.reads))
    .slice(0, MOST.files);
}
