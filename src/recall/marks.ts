import type { ItemId } from '../core/ids.ts';
import type { Item, ItemKind } from '../core/item.ts';
import { givingWay } from '../derive/giving-way.ts';
import { saidOfItself } from '../derive/said-of-itself.ts';
import type { Store } from '../store/contract.ts';

/** What is known against a memory when it is read; computed anew each time, so that forgetting the newer brings the older back. */
export interface Marks {
  /** A later memory that says otherwise of the same, or takes it back. */
  supersededBy?: ItemId;
  /** It says that it, or something else, is not to be kept or used. */
  withheld?: true;
  /** It says of itself that it is not certain, or true of another place. */
  doubtful?: true;
  /** An agent's short assent, which says nothing. */
  bare?: true;
  /** A file that it is about was changed later: last when (milliseconds since 1970), and by what. */
  stale?: { since: number; by: ItemId };
}

/** How much each mark tells against an item: 1 outweighs all else. */
const AGAINST = { supersededBy: 1, withheld: 1, doubtful: 0.8, bare: 0.5, staleRead: 0.3, staleChange: 0.1 } as const;
const SAID: ReadonlySet<ItemKind> = new Set(['prompt', 'message', 'knowledge']);

/** The marks of memories, compared with one another; those without any are absent. */
export async function marksOf(store: Store, items: readonly Item[]): Promise<ReadonlyMap<ItemId, Marks>> {
  const superseded = givingWay(items);
  const stale = await store.items.changedSince(items.filter(showsFiles));
  const marks = new Map<ItemId, Marks>();
  for (const item of items) {
    const all = { ...ownMarks(item), ...otherMarks(superseded.get(item.id), stale.get(item.id)) };
    if (Object.keys(all).length > 0) marks.set(item.id, all);
  }
  return marks;
}

/** How much a memory gives way on account of its marks: 0 not at all, 1 to everything else. */
export function giveWay(item: Item, marks: Marks | undefined): number {
  const { status, observation } = item.detail;
  if (status === 'superseded' || status === 'withdrawn') return AGAINST.supersededBy;
  if (marks === undefined) return 0;
  if (marks.supersededBy !== undefined || marks.withheld) return AGAINST.supersededBy;
  if (marks.doubtful) return AGAINST.doubtful;
  if (marks.bare) return AGAINST.bare;
  if (marks.stale === undefined) return 0;
  return observation === 'file-read' ? AGAINST.staleRead : AGAINST.staleChange;
}

function ownMarks(item: Item): Marks {
  const isNote = item.kind === 'observation' && item.detail.observation === 'note';
  if (!SAID.has(item.kind) && !isNote) return {};
  const { withheld, doubtful, bare } = saidOfItself(item);
  return { ...(withheld ? { withheld } : {}), ...(doubtful ? { doubtful } : {}), ...(bare ? { bare } : {}) };
}

function otherMarks(supersededBy: ItemId | undefined, stale: Marks['stale'] | undefined): Marks {
  return { ...(supersededBy === undefined ? {} : { supersededBy }), ...(stale === undefined ? {} : { stale }) };
}

/** What shows a file as it was: a note or decision about a file stays true when the file changes. */
function showsFiles({ kind, detail }: Item): boolean {
  return kind === 'observation' && (detail.observation === 'file-read' || detail.observation === 'file-write');
}
