import type { ItemId } from '../core/model/ids.ts';
import { type Item, withDetail } from '../core/model/item.ts';
import type { DerivedItems } from '../derive/event/derive-event.ts';
import type { PendingEvent } from '../store/contract/log.ts';
import type { Store } from '../store/contract/store.ts';

/** An event and its derived items. */
export interface EventInSession {
  event: PendingEvent;
  derived: DerivedItems;
}

/** Upper bound on statements of one millisecond that are compared. */
const COMPARED = 100;

/**
 * Marks the statements that a fork of a session copied from it as superseded by those: the same words at the same millisecond in two
 * transcripts. The first that was recorded counts, with what was judged of it since. Where a reader knows a copied line by
 * itself, no event comes of it.
 */
export async function markCopied(
  store: Pick<Store, 'items' | 'log'>,
  given: readonly EventInSession[],
): Promise<EventInSession[]> {
  const marked: EventInSession[] = [];
  for (const one of given) {
    const items: Item[] = [];
    for (const item of one.derived.items) items.push(await asCopy(store, item, { one, given }));
    marked.push({ ...one, derived: { ...one.derived, items } });
  }
  return marked;
}

async function asCopy(
  store: Pick<Store, 'items' | 'log'>,
  item: Item,
  { one: { event }, given }: { one: EventInSession; given: readonly EventInSession[] },
): Promise<Item> {
  if (item.kind !== 'knowledge' || !event.sources.includes('transcript')) return item;
  const isSame = (other: Item): boolean =>
    other.kind === 'knowledge' &&
    other.author === item.author &&
    other.contentHash === item.contentHash &&
    other.at === item.at &&
    other.session !== undefined &&
    other.session !== item.session;
  const beside = given
    .filter((one) => one.event.seq < event.seq)
    .flatMap(({ derived }) => derived.items)
    .find(isSame);
  const first = beside?.id ?? (await storedBefore(store, item, { isSame, seq: event.seq }));
  return first === undefined ? item : withDetail(item, { status: 'superseded', supersededBy: first });
}

async function storedBefore(
  { items, log }: Pick<Store, 'items' | 'log'>,
  { at, project }: Item,
  { isSame, seq }: { isSame: (other: Item) => boolean; seq: number },
): Promise<ItemId | undefined> {
  const filter = { kinds: ['knowledge'] as const, since: at, until: at, hidden: true, ...(project && { project }) };
  const same = (await items.list(filter, { limit: COMPARED })).filter(isSame);
  const stated = await log.events(same.flatMap(({ event }) => event ?? []));
  const before = new Set(stated.filter((event) => event.seq < seq).map(({ id }) => id));
  return same.find(({ event }) => event !== undefined && before.has(event))?.id;
}
