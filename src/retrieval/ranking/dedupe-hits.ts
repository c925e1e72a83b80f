import type { ItemId } from '../../core/model/ids.ts';
import { detailOfKind } from '../../core/model/item.ts';
import type { PatternKind } from '../../core/model/kinds.ts';
import type { Store } from '../../store/contract/store.ts';
import { trustOf } from '../validity/trust.ts';
import type { Ranked } from './rank.ts';

/** Upper bound on ranked items, best first, that are compared for duplicates. */
const FOLD_AMONG = 60;
const SAID: ReadonlySet<PatternKind> = new Set(['decision', 'preference']);

/**
 * Keeps of equal and nearly equal items only the best-ranked one. What a person stated or confirmed takes the place of the same
 * words by anybody else.
 */
export async function dedupeHits(store: Store, ranked: readonly Ranked[]): Promise<Ranked[]> {
  const earlier = await earlierOf(
    store,
    ranked.slice(0, FOLD_AMONG).map(({ item }) => item.id),
  );
  const kept: Ranked[] = [];
  const places = new Map<string, number>();
  for (const one of ranked) {
    const keys = [`${one.item.kind}:${one.item.contentHash}`, earlier(one.item.id)];
    const place = keys.map((key) => places.get(key)).find((found) => found !== undefined) ?? kept.length;
    const before = kept[place];
    for (const key of keys) places.set(key, place);
    if (before === undefined) kept.push(one);
    else if (isStated(one) && !isStated(before)) kept[place] = withScoreOf(one, before);
  }
  return kept;
}

function isStated({ item }: Ranked): boolean {
  return item.kind === 'knowledge' && trustOf(item) === 'whole';
}

function withScoreOf(one: Ranked, { item: { score, why } }: Ranked): Ranked {
  return { ...one, item: { ...one.item, score, why } };
}

/** Maps an item to the first of the items that it duplicates. */
async function earlierOf(store: Store, ids: readonly ItemId[]): Promise<(id: ItemId) => ItemId> {
  const links = await store.items.links(ids, ['repeats', 'near']);
  const first = new Map<ItemId, ItemId>();
  const rootOf = (id: ItemId): ItemId => {
    let root = id;
    for (let next = first.get(root); next !== undefined && next !== root; next = first.get(root)) root = next;
    return root;
  };
  for (const { from, to } of links) {
    const [one, other] = [rootOf(from), rootOf(to)];
    if (one !== other) first.set(one, other);
  }
  return rootOf;
}

/**
 * Keeps of a prompt or message and the knowledge derived from it only the better-ranked one, since they say the same.
 * Drops a pattern seen once next to the item that it is derived from.
 */
export function dedupeRestatements(ranked: readonly Ranked[]): Ranked[] {
  const shown = new Map<string, 'whole' | 'part'>();
  const ids = new Set(ranked.map(({ item }) => item.id));
  return ranked.filter(({ item }) => {
    const { kind, event } = item;
    const { pattern } = detailOfKind(item, 'pattern');
    if (pattern?.count === 1 && SAID.has(pattern.pattern)) return !pattern.evidence.some((id) => ids.has(id));
    if (event === undefined || (kind !== 'prompt' && kind !== 'message' && kind !== 'knowledge')) return true;
    const part = kind === 'knowledge' ? 'part' : 'whole';
    const before = shown.get(event) ?? part;
    shown.set(event, before);
    return before === part;
  });
}
