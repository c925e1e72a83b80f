// test/store/contract: what every engine of the store must do, as suites over the contract alone; an engine's own test
// hands in how to open one. Nothing of one engine.

import { hash53 } from '../../../src/core/hash.ts';
import type { CleanEvent, EventBody, StoredEvent } from '../../../src/core/model/event.ts';
import type { EventId, ItemId, ProjectId, SessionId } from '../../../src/core/model/ids.ts';
import { itemId, numberedEventId, projectId, sessionId } from '../../../src/core/model/ids.ts';
import type { Item, ItemDetail, ItemFields } from '../../../src/core/model/item.ts';
import { asItem } from '../../../src/core/model/item.ts';
import type { ItemKind } from '../../../src/core/model/kinds.ts';
import type { Store } from '../../../src/store/contract/store.ts';

/** The time at which the tests' sessions begin, in milliseconds since 1970. */
export const START = 1_760_000_000_000;

/** A project of the tests by its name. */
export function projectOf(name: string): ProjectId {
  return projectId(`example.com/${name}`);
}

/** What a test says of an event; the rest has a default. */
export type EventParts = Partial<Omit<CleanEvent, 'session'>> & { number?: string; text?: string };

/** An aggregate of a whole session, hidden or not. */
export async function madeOfSession({ items }: Pick<Store, 'items'>, session: SessionId): Promise<Item[]> {
  const all = await items.list({ session, hidden: true }, { limit: 1_000 });
  return all.filter(({ event }) => event === undefined);
}

/** The id of a test's event by its number. */
export function eventIdOf(number: string, agentSession = 'one'): EventId {
  return numberedEventId({ agent: 'claude-code', session: agentSession, phase: 'test', number });
}

/** An event that passed the door: a message unless a body is given, reported by the transcript. */
export function makeEvent(parts: EventParts = {}): CleanEvent {
  const { number = '1', text = `text ${number}`, ...rest } = parts;
  const agentSession = rest.agentSession ?? 'one';
  const agent = rest.agent ?? 'claude-code';
  return {
    agent,
    agentSession,
    session: sessionId(agent, agentSession),
    key: { id: eventIdOf(number, agentSession) },
    at: START,
    source: 'transcript',
    authority: 2,
    privacy: 1,
    body: { kind: 'message', text },
    ...rest,
  };
}

/** An event without a number: equal contents differ by their origin. */
export function makeUnnumbered(text: string, origin: string, parts: EventParts = {}): CleanEvent {
  return makeEvent({ ...parts, text, key: { fingerprint: hash53(text).toString(16).padStart(32, '0'), origin } });
}

/** What a test says of an item; the rest has a default. */
export type ItemParts = Partial<ItemFields> & { kind?: ItemKind; detail?: ItemDetail };

/** An item; its id is of its `name`, its hash of its words. */
export function makeItem(parts: ItemParts & { name?: string } = {}): Item {
  const { name = 'item', kind = 'observation', ...rest } = parts;
  const detail: ItemDetail = rest.detail ?? (kind === 'observation' ? { observation: 'command' } : {});
  const title = rest.title ?? `Title of ${name}`;
  const text = rest.text ?? `Text of ${name}`;
  return asItem({
    id: itemId(kind, name, 'test'),
    kind,
    at: START,
    author: 'agent',
    exposed: false,
    rule: 'test@1',
    title,
    text,
    terms: '',
    contentHash: hash53([rest.project ?? '', kind, title, text].join('\0')),
    ...rest,
    detail,
  });
}

/** Appends one event and puts the items that `derive` makes of it. */
export async function putWithEvent(
  store: Pick<Store, 'log' | 'items'>,
  event: CleanEvent,
  items: readonly Item[],
): Promise<EventId> {
  const { results } = await store.log.append({ events: [event] });
  const id = results[0]?.id as EventId;
  const [stored] = await store.log.events([id]);
  if (stored !== undefined) {
    const place = { event: id, session: stored.session };
    await store.items.apply({ derived: [stored], put: items.map((item) => ({ ...item, ...place })) });
  }
  return id;
}

/** The texts of events that hold one, in order. */
export function textsOf(events: readonly StoredEvent[]): string[] {
  return events.map(({ body }) => ('text' in body ? body.text : body.kind));
}

/** The names of items that `makeItem` titled. */
export function namesOf(items: readonly Item[]): string[] {
  return items.map(({ title }) => title.replace('Title of ', ''));
}

/** A body of a tool's run with a long output. */
export function toolEnd(output: string, command = 'npm test'): EventBody {
  return { kind: 'tool.end', tool: 'Bash', input: { command }, output, success: true, exitCode: 0 };
}

/** The id of an item that `makeItem` named. */
export function itemIdOf(name: string, kind: Item['kind'] = 'observation'): ItemId {
  return itemId(kind, name, 'test');
}
