import type { StoredEvent } from '../core/event.ts';
import type { EventId, ItemId, SessionId } from '../core/ids.ts';
import { isPublicId } from '../core/ids.ts';
import type { Item } from '../core/item.ts';
import { LIMITS } from '../core/limits.ts';
import { cutText, firstLine, oneLine } from '../core/text.ts';
import { countTokens } from '../core/tokens.ts';
import { isAsked } from '../derive/checkpoint.ts';
import { fitText } from '../derive/fit-text.ts';
import type { GetResult, MemoryRecord } from '../memory/contract.ts';
import type { ProjectRow, SessionRow, Store } from '../store/contract.ts';
import { textOfEvent } from './event-text.ts';

/** Characters of one record; beyond, head and tail are given and the cut is named. */
const RECORD_CHARS = 20_000;
const PROMPTS_COUNTED = 10_000;

/**
 * The whole of memories, in the order asked for: items with the full text of the event they come from, events, sessions
 * and projects. At most 50; the others and what is unknown are in `missing`.
 */
export async function getRecords(store: Store, ids: readonly string[]): Promise<GetResult> {
  const wanted = [...new Set(ids)];
  const asked = wanted.slice(0, LIMITS.getIds).filter(isPublicId);
  const items = await store.items.get(asked.filter((id) => !/^[esr]_/.test(id)) as ItemId[]);
  const eventIds = [...asked.filter((id) => id.startsWith('e_')), ...items.flatMap((item) => item.event ?? [])];
  const events = new Map(
    (await store.log.events([...new Set(eventIds)] as EventId[])).map((event) => [event.id, event]),
  );
  const records = new Map<string, MemoryRecord>();
  for (const item of items) {
    const record = itemRecord(item, item.event === undefined ? undefined : events.get(item.event));
    const promptNumber = await promptNumberOf(store, item);
    records.set(item.id, promptNumber === undefined ? record : { ...record, promptNumber });
  }
  for (const event of events.values()) if (asked.includes(event.id)) records.set(event.id, eventRecord(event));
  for (const record of await placeRecords(store, asked)) records.set(record.id, record);
  const found = asked.map((id) => records.get(id)).filter((record) => record !== undefined);
  return {
    records: found,
    missing: wanted.filter((id) => !records.has(id)),
    tokens: found.reduce((sum, record) => sum + countTokens(`${record.title}\n${record.text}`), 0),
  };
}

function itemRecord(item: Item, event: StoredEvent | undefined): MemoryRecord {
  const full = event === undefined || item.kind === 'knowledge' ? undefined : textOfEvent(event.body);
  const { observation } = item.detail;
  return {
    id: item.id,
    kind: item.kind,
    ...(observation === undefined ? {} : { observation }),
    ...(item.session === undefined ? {} : { sessionId: item.session }),
    ...(item.project === undefined ? {} : { project: item.project }),
    ...(event === undefined ? {} : { agent: event.agent }),
    at: new Date(item.at).toISOString(),
    title: item.title,
    text: bounded(full === undefined || full.length < item.text.length ? item.text : full),
    author: item.author,
    exposed: item.exposed,
    detail: item.detail,
    ...(item.event === undefined ? {} : { eventId: item.event }),
    rule: item.rule,
  };
}

/** Counted when asked for: a prompt that becomes known later may have come earlier. */
async function promptNumberOf(store: Store, item: Item): Promise<number | undefined> {
  if (item.kind !== 'prompt' || item.session === undefined || !isAsked(item)) return undefined;
  const filter = { kinds: ['prompt'], session: item.session, until: item.at } as const;
  const earlier = await store.items.list(filter, { limit: PROMPTS_COUNTED, oldestFirst: true });
  return earlier.filter(isAsked).findIndex((prompt) => prompt.id === item.id) + 1 || undefined;
}

function eventRecord(event: StoredEvent): MemoryRecord {
  const text = textOfEvent(event.body);
  return {
    id: event.id,
    kind: 'event',
    sessionId: event.session,
    ...(event.project === undefined ? {} : { project: event.project }),
    agent: event.agent,
    at: new Date(event.at).toISOString(),
    title: cutText(oneLine(`${event.body.kind} ${firstLine(text, LIMITS.titleChars)}`), LIMITS.titleChars),
    text: bounded(text),
    detail: {},
  };
}

async function placeRecords(store: Store, ids: readonly string[]): Promise<MemoryRecord[]> {
  const sessionIds = ids.filter((id) => id.startsWith('s_')) as SessionId[];
  const sessions =
    sessionIds.length === 0 ? [] : await store.log.sessions({ ids: sessionIds, limit: sessionIds.length });
  const records: MemoryRecord[] = [];
  for (const session of sessions) records.push(await sessionRecord(store, session));
  const projects = ids.some((id) => id.startsWith('r_')) ? await store.log.projects() : [];
  return [...records, ...projects.filter((project) => ids.includes(project.id)).map(projectRecord)];
}

async function sessionRecord(store: Store, session: SessionRow): Promise<MemoryRecord> {
  const [checkpoint] = await store.items.list({ kinds: ['checkpoint'], session: session.id }, { limit: 1 });
  return {
    id: session.id,
    kind: 'session',
    sessionId: session.id,
    ...(session.project === undefined ? {} : { project: session.project }),
    agent: session.agent,
    at: new Date(session.startedAt).toISOString(),
    title: checkpoint?.title ?? `Session of ${session.agent}`,
    text: checkpoint?.text ?? '',
    exposed: session.exposedAt !== undefined,
    detail: checkpoint?.detail ?? {},
  };
}

function projectRecord(project: ProjectRow): MemoryRecord {
  const text = [project.identity, project.root].filter((line) => line !== undefined).join('\n');
  return {
    id: project.id,
    kind: 'project',
    project: project.id,
    at: new Date(0).toISOString(),
    title: project.name,
    text,
    detail: {},
  };
}

function bounded(text: string): string {
  return fitText(text, { max: RECORD_CHARS });
}
