import { ID_PATTERN, type ProjectId, type SessionId } from '../../core/model/ids.ts';
import { detailOfKind, type Item } from '../../core/model/item.ts';
import { type ItemKind, PRUNED_KINDS, type PrunedKind } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import { readCollections } from '../../retrieval/query/collection-members.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Items } from '../../store/contract/items.ts';
import type { Store } from '../../store/contract/store.ts';

/** Kinds of items that rest on other items. A checkpoint contains its own statements. */
const CITING: readonly ItemKind[] = ['summary', 'topic', 'snippet', 'pattern', 'knowledge'];

/** The limits of age and number. Times in milliseconds since 1970. */
export interface Ageing {
  /** For each kind, items before this time age; absent kinds stay. */
  before: Partial<Record<PrunedKind, number>>;
  /** Number of the newest items of each kind that stay at any age. */
  keep: number;
  /** Sessions whose items stay at any age. */
  newest?: ReadonlySet<SessionId> | undefined;
  project?: ProjectId | undefined;
}

/** Upper bound on the memories of one plan; the next plan takes the rest. */
export const RETIRED_AT_ONCE = 200_000;
const PAGE = 200;

/** The memories that are too old or too many, and that nothing which stays rests on; oldest first. */
export async function selectAged(store: Store, ageing: Ageing, cited: ReadonlySet<string>): Promise<Item[]> {
  const found: Item[] = [];
  for (const kind of PRUNED_KINDS) {
    const before = ageing.before[kind];
    if (before === undefined) continue;
    let place = 0;
    for await (const item of itemsOf(store, kind, ageing)) {
      place += 1;
      if (place <= ageing.keep || item.at >= before || cited.has(item.id) || isOfNewest(item, ageing)) continue;
      if (await isFree(store, item)) found.push(item);
      if (found.length >= RETIRED_AT_ONCE) break;
    }
  }
  return found.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
}

/** What belongs to no session has no age by sessions. */
function isOfNewest({ session }: Item, { newest }: Ageing): boolean {
  return newest !== undefined && (session === undefined || newest.has(session));
}

async function* itemsOf(store: Store, kind: PrunedKind, { before, keep, project }: Ageing): AsyncGenerator<Item> {
  const until = keep > 0 ? {} : { until: (before[kind] ?? 0) - 1 };
  const filter = { kinds: [kind], ...until, ...(project === undefined ? {} : { project }) };
  for await (const rows of itemPages(store.items, filter)) yield* rows;
}

/** True when all that was made of an item's event may go with it: what states knowledge or records a commit stays. */
export async function isFree(store: Store, { event }: Item): Promise<boolean> {
  if (event === undefined) return false;
  return (await store.items.ofEvent(event)).every(mayGo);
}

function mayGo(item: Item): boolean {
  const isAgeing = PRUNED_KINDS.some((one) => one === item.kind);
  return isAgeing && detailOfKind(item, 'observation').observation !== 'note';
}

/** All items of a filter, newest first, in pages; yields to other work between them. */
export async function* itemPages(items: Pick<Items, 'page'>, filter: ItemFilter): AsyncGenerator<Item[], void> {
  for (let cursor: string | undefined; ; ) {
    const { rows, next } = await items.page(filter, { limit: PAGE, ...omitUndefined({ cursor }) });
    yield rows;
    if (next === undefined) return;
    cursor = next;
    await yieldToEventLoop();
  }
}

/** The ids that summaries, patterns and knowledge rest on, and those added to collections by hand. */
export async function citedIds(store: Store): Promise<Set<string>> {
  const cited = new Set<string>();
  for await (const rows of itemPages(store.items, { kinds: CITING, hidden: true })) {
    for (const { detail } of rows) for (const [id] of JSON.stringify(detail).matchAll(ID_PATTERN)) cited.add(id);
  }
  for (const { members } of await readCollections(store.log)) for (const id of members) cited.add(id);
  return cited;
}
