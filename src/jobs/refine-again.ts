import type { ItemId, SessionId } from '../core/model/ids.ts';
import type { Item } from '../core/model/item.ts';
import { versionOf } from '../llm/purposes/purpose.ts';
import { SUMMARY } from '../llm/purposes/summary.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { Store } from '../store/contract/store.ts';
import { Batches, type Refinable, toRefinable } from './refine-summaries.ts';

const PAGE = 200;

/** What asking again needs. `made`: a session's summary as the rules make it now. */
export interface AgainDeps {
  store: Pick<Store, 'items' | 'models'>;
  made: (session: SessionId) => Promise<Item | undefined>;
}

/** The summaries, of one session or all, that another model worded than the one that is set, or by another prompt; newest first. */
export async function wordedByOthers(
  items: Store['items'],
  { model, session }: { model: string; session?: SessionId | undefined },
): Promise<ItemId[]> {
  const found: ItemId[] = [];
  const filter = { kinds: ['summary' as const], ...(session === undefined ? {} : { session }) };
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await items.page(filter, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    for (const { id, detail } of rows) {
      const by = detail.summary?.model;
      if (by !== undefined && by !== `${model} ${versionOf(SUMMARY)}`) found.push(id);
    }
    if (next === undefined) return found;
    cursor = next;
    await yieldToEventLoop();
  }
}

/** Of such summaries the first that fill some calls, as the rules make them: what the other model said stays until then. */
export async function refinableAgain(
  { store, made }: AgainDeps,
  ids: readonly ItemId[],
  { calls }: { calls: number },
): Promise<Refinable[][]> {
  const batches = new Batches();
  for (const id of ids) {
    const [was] = await store.items.get([id]);
    const item = was?.session === undefined ? undefined : await made(was.session);
    const work = item === undefined ? undefined : await toRefinable(store, item);
    if (work !== undefined && was !== undefined) batches.add({ ...work, was });
    if (batches.calls.length > calls) break;
    await yieldToEventLoop();
  }
  return batches.calls.slice(0, calls);
}
