import type { Entry, Note } from '../../api/answers.ts';
import type { ForgetInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import type { StoredEvent } from '../../core/model/event.ts';
import type { EventId, SessionId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { createYielder } from '../../platform/yield-to-event-loop.ts';
import { parsePast } from '../../retrieval/query/parse-time.ts';
import { resolveSession } from '../../retrieval/query/resolve-filter.ts';
import { type Named, resolveIds } from '../../retrieval/query/resolve-id.ts';
import { selectProject } from '../../retrieval/query/select-project.ts';
import type { EventFilter } from '../../store/contract/log.ts';
import type { Store } from '../../store/contract/store.ts';
import { selectedEvents } from '../runtime/logged-events.ts';
import { createMatcher, textsOf } from './event-texts.ts';

/** What to forget: events, sessions as a whole, and the ids that name nothing that can be forgotten. */
export interface Selection {
  ids: EventId[];
  sessions: SessionId[];
  missing: string[];
  /** The greatest position in the log that was examined. */
  lastSeq: number;
  /** True when it takes more than single named events, so that a plan comes first. */
  isWhole: boolean;
  /** Set where memory has none of it, and copies of the database do. */
  held?: HeldInBackups;
  /** What a plan of it says besides. */
  notes?: Note[];
}

/** What copies of the database hold that memory has not. Times in milliseconds since 1970. */
export interface HeldInBackups {
  /** Names of the copies. */
  copies: string[];
  /** Ids of the memories, and the sessions that their events are of. */
  items: string[];
  of: SessionId[];
  firstAt: number;
  lastAt: number;
  /** Some of the memories. */
  sample: Entry[];
  /** Passages by which traces of it are found. */
  passages: string[];
  /** Transcripts that contain it. */
  beyond: string[];
}

/** The dependencies of selecting. */
export interface SelectDeps {
  store: Store;
  userHome: string;
  now: number;
  signal?: AbortSignal | undefined;
}

/** Milliseconds after which hooks that wait are answered first. */
const STEP_MS = 10;

/** Kinds of events that belong to another event's call or task and have no item of their own. */
const TWINS = ['tool.start', 'permission', 'subagent.start', 'notification', 'turn.failed'] as const;
const TWIN_CHARS = 12;

/** The events that an input names. With `after` only those after that position, to see whether more arrived. */
export async function selectEvents(deps: SelectDeps, input: ForgetInput, after = 0): Promise<Selection> {
  if (input.ids !== undefined) return byIds(deps, input.ids, after);
  const filter = await filterOf(deps, input);
  const selection = await byFilter(deps, { filter, query: input.query }, after);
  return { ...selection, isWhole: true };
}

/** The filter of an id that names more than one event: all of its session or project. */
function wholeOf(named: Named | undefined): EventFilter | undefined {
  if (named?.of === 'session') return { session: named.session.id };
  if (named?.of === 'project') return { project: named.project.id };
  const isOfSession = named?.of === 'item' && named.item.event === undefined && named.item.session !== undefined;
  return isOfSession ? { session: named.item.session as SessionId } : undefined;
}

async function byIds(deps: SelectDeps, ids: readonly string[], after: number): Promise<Selection> {
  const named = await resolveIds(deps.store, ids);
  const events = new Set<EventId>();
  const selection: Selection = { ids: [], sessions: [], missing: [], lastSeq: after, isWhole: false };
  for (const id of ids) {
    const found = named.get(id);
    const filter = wholeOf(found);
    const event = found?.of === 'item' ? found.item.event : found?.of === 'event' ? found.event.id : undefined;
    const shown = found?.of === 'item' ? await evidenceOf(deps.store, found.item) : undefined;
    if (event !== undefined) events.add(event);
    else if (shown !== undefined) merge(selection, { ...selection, sessions: [], ids: shown });
    else if (found?.of === 'collection') for (const act of await deps.store.log.about([id])) events.add(act.id);
    else if (filter === undefined) selection.missing.push(id);
    else merge(selection, await byFilter(deps, { filter }, after));
  }
  const chosen = [...events, ...(await twinsOf(deps, [...events]))];
  return { ...selection, ids: [...new Set([...chosen, ...selection.ids])] };
}

/** The events that a pattern rests on; `undefined` for other items. */
async function evidenceOf(store: Store, item: Item): Promise<EventId[] | undefined> {
  const { pattern } = detailOfKind(item, 'pattern');
  if (pattern === undefined) return undefined;
  const { pattern: kind, key } = pattern;
  const { project } = item;
  const findings = await store.distilled.findings({ kind, key, ...(project === undefined ? {} : { project }) });
  const items = await store.items.get([...new Set(findings.flatMap(({ evidence }) => evidence))]);
  return [...new Set(items.flatMap(({ event }) => event ?? []))];
}

function merge(into: Selection, { ids, sessions, lastSeq }: Selection): void {
  into.ids.push(...ids);
  into.sessions.push(...sessions);
  into.lastSeq = Math.max(into.lastSeq, lastSeq);
  into.isWhole = true;
}

async function byFilter(
  deps: SelectDeps,
  { filter, query }: { filter: EventFilter; query?: string | undefined },
  after: number,
): Promise<Selection> {
  const matches = query === undefined ? () => true : createMatcher(query);
  const ids: EventId[] = [];
  const sessions = new Map<SessionId, number>();
  let lastSeq = after;
  for await (const event of eventsOf(deps, filter, after)) {
    lastSeq = event.seq;
    if (!matches(event)) continue;
    ids.push(event.id);
    sessions.set(event.session, (sessions.get(event.session) ?? 0) + 1);
  }
  const whole = query === undefined && after === 0 ? await wholeSessions(deps.store, sessions) : [];
  if (query === undefined && filter.session !== undefined) whole.push(filter.session);
  return { ids, sessions: [...new Set(whole)], missing: [], lastSeq, isWhole: true };
}

async function* eventsOf(
  { store, signal }: SelectDeps,
  filter: EventFilter,
  after: number,
): AsyncGenerator<StoredEvent> {
  for await (const event of selectedEvents(store.log, filter, { after })) {
    if (signal?.aborted === true) throw new CairnError('cancelled', 'forget was cancelled; nothing was erased.');
    yield event;
  }
}

/** The sessions all of whose events are selected: later reports about them are refused, too. */
async function wholeSessions(store: Store, selected: ReadonlyMap<SessionId, number>): Promise<SessionId[]> {
  const whole: SessionId[] = [];
  const step = createYielder(STEP_MS);
  for (const [session, count] of selected) {
    await step();
    if ((await store.log.measure({ session })).events === count) whole.push(session);
  }
  return whole;
}

async function filterOf({ store, userHome, now }: SelectDeps, input: ForgetInput): Promise<EventFilter> {
  const filter: EventFilter = {};
  if (input.session !== undefined) filter.session = await resolveSession(store, input.session);
  if (input.project !== undefined) {
    const project = await selectProject(store, input.project, userHome);
    if (project === undefined) {
      throw new CairnError('not_found', `There is no project "${input.project}".`, { fix: 'cairn projects' });
    }
    filter.project = project;
  }
  if (input.agent !== undefined) filter.agent = input.agent;
  if (input.since !== undefined) filter.since = parsePast(input.since, 'since', now);
  if (input.before !== undefined) filter.until = parsePast(input.before, 'before', now) - 1;
  if (Object.keys(filter).length === 0 && (input.query ?? '').trim() === '') {
    throw new CairnError('invalid_input', 'forget needs ids, or a session, project, agent, query or time.', {
      fix: 'cairn forget --session s_…',
    });
  }
  return filter;
}

/** Events without an item that belong to the same call or task as erased ones: a call's start, a permission request. */
async function twinsOf(deps: SelectDeps, ids: readonly EventId[]): Promise<EventId[]> {
  const texts = new Set<string>();
  const sessions = new Set<SessionId>();
  for (const event of await deps.store.log.events(ids)) {
    sessions.add(event.session);
    for (const text of textsOf(event)) if (text.length >= TWIN_CHARS) texts.add(text);
  }
  const twins: EventId[] = [];
  for (const session of sessions) {
    for await (const event of eventsOf(deps, { session, kinds: TWINS }, 0)) {
      const told = textsOf(event).filter((text) => text.length >= TWIN_CHARS);
      if (told.length > 0 && told.every((text) => texts.has(text)) && !ids.includes(event.id)) twins.push(event.id);
    }
  }
  return twins;
}
