import type { StoredEvent } from '../../core/model/event.ts';
import type { EventId, ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { Store } from '../../store/contract/store.ts';
import { textOfEvent } from '../text/event-text.ts';

/** The full texts of items, by id: the text of the source event where it is longer than the item's own. */
export async function fullTexts(store: Store, items: readonly Item[]): Promise<ReadonlyMap<ItemId, string>> {
  const ids = [...new Set(items.flatMap((item) => item.event ?? []))] as EventId[];
  const events = new Map((ids.length === 0 ? [] : await store.log.events(ids)).map((event) => [event.id, event]));
  return new Map(
    items.map((item) => [item.id, fullText(item, item.event === undefined ? undefined : events.get(item.event))]),
  );
}

/**
 * The text of the source event where it says more than the item does. Knowledge keeps its own text, not that of its
 * prompt.
 */
export function fullText(item: Item, event: StoredEvent | undefined): string {
  const full = event === undefined || item.kind === 'knowledge' ? undefined : textOfEvent(event.body);
  return full === undefined || full.length < item.text.length ? item.text : full;
}
