import type { StoredEvent } from '../../core/model/event.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Store } from '../../store/contract/store.ts';

/** Acts that one step reads, acts that are read at most, and memories that a filter takes. */
const STEP = 500;
const READ = 20_000;
const MOST = 1_000;

/** Ids of the memories that a person muted, those muted last first; of more than 1,000 these. */
export async function mutedIds(store: Store): Promise<ItemId[]> {
  const targets = new Set<ItemId>();
  let last: StoredEvent | undefined;
  for (let read = 0; read < READ; read += STEP) {
    const acts = await store.log.acts({ limit: STEP, ...(last && { before: { at: last.at, seq: last.seq } }) });
    for (const { body } of acts) if (body.kind === 'muted') targets.add(body.target as ItemId);
    last = acts.at(-1);
    if (acts.length < STEP) break;
  }
  const items = await store.items.get([...targets]);
  return items.flatMap(({ id, detail }) => (detail.muted === true ? [id] : [])).slice(0, MOST);
}
