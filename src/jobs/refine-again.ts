import type { ItemId, SessionId } from '../core/model/ids.ts';
import { detailOfKind, type Item } from '../core/model/item.ts';
import { versionOf } from '../llm/purposes/purpose.ts';
import { SUMMARY } from '../llm/purposes/summary.ts';
import { yieldToEventLoop } from '../platform/yield-to-event-loop.ts';
import type { Store } from '../store/contract/store.ts';
import { Batches, type Refinable, toRefinable } from './refine-summaries.ts';

const PAGE = 200;

/** The dependencies of asking again. `made`: a session's summary by the rules, as of now. */
export interface AgainDeps {
  store: Pick<Store, 'items' | 'models'>;
  made: (session: SessionId) => Promise<Item | undefined>;
}

/** Summaries, of one session or all, that another model or another version of the prompt worded; newest first. */
export async function wordedByOthers(
  items: Store['items'],
  { model, session }: { model: string; session?: SessionId | undefined },
): Promise<ItemId[]> {
  const found: ItemId[] = [];
  const filter = { kinds: ['summary' as const], ...(session === undefined ? {} : { session }) };
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await items.page(filter, { limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
    for (const item of rows) {
      const by = detailOfKind(item, 'summary').summary?.model;
      if (by !== undefined && by !== `${model} ${versionOf(SUMMARY)}`) found.push(item.id);
    }
    if (next === undefined) return found;
    cursor = next;
    await yieldToEventLoop();
  }
}

/**
 * The first of those summaries that fill some calls, in the words of the rules; the other model's words stay until they
 * are replaced.
 */
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
