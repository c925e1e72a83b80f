import type { TimelineEntry, TimelineResult } from '../../api/answers.ts';
import type { ItemId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import { detailOfKind } from '../../core/model/item.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { countTokens } from '../../core/text/tokens.ts';
import { truncateTokens } from '../../core/text/truncate-tokens.ts';
import type { ItemFilter } from '../../store/contract/item-filter.ts';
import type { Store } from '../../store/contract/store.ts';
import { withStaleOnDisk } from '../validity/stale-on-disk.ts';
import { validityInMemory } from '../validity/validity.ts';
import { agentsOf, entryOf, titleOf } from './entry.ts';
import { fullTexts } from './full-text.ts';

/** The middle of a timeline: an item, a moment (milliseconds since 1970), or the end of the scope. */
export type TimelineAnchor = { item: Item } | { at: number } | 'end';

/** Which stretch of events to read; `scope` filters the entries. */
export interface TimelineRequest {
  /** The anchor as the answer names it. */
  name: string;
  anchor: TimelineAnchor;
  scope: ItemFilter;
  before: number;
  after: number;
}

/** Upper bound in tokens of an entry's title and text together. */
const ENTRY_TOKENS = 500;
const PAGES_MAX = 20;
/** Kinds of items that are steps of the work; aggregates are not. */
const STEPS: readonly ItemKind[] = ['observation', 'knowledge', 'prompt', 'message', 'summary', 'commit'];

/** The entries around an anchor, oldest first, each of 200 to 500 tokens where its text is long enough. */
export async function readTimeline(store: Store, request: TimelineRequest): Promise<TimelineResult> {
  const { anchor, name } = request;
  const scope = { ...request.scope, kinds: request.scope.kinds ?? STEPS };
  const middle = anchor !== 'end' && 'item' in anchor ? anchor.item : undefined;
  const earlier = await collect(store, startOf(scope, anchor, false), { count: request.before, oldestFirst: false });
  const later =
    anchor === 'end'
      ? { items: [], more: false }
      : await collect(store, startOf(scope, anchor, true), { count: request.after, oldestFirst: true });
  const items = [...earlier.items.toReversed(), ...(middle === undefined ? [] : [middle]), ...later.items];
  const entries = await toEntries(store, items, middle?.id);
  return {
    anchor: middle?.id ?? name,
    entries,
    more: { before: earlier.more, after: later.more },
    tokens: entries.reduce((sum, entry) => sum + entry.tokens, 0),
  };
}

interface TimelineStart {
  filter: ItemFilter;
  from?: ItemId;
}

function startOf(filter: ItemFilter, anchor: TimelineAnchor, isLater: boolean): TimelineStart {
  if (anchor === 'end') return { filter };
  if ('item' in anchor) return { filter, from: anchor.item.id };
  const { at } = anchor;
  return isLater
    ? { filter: { ...filter, since: Math.max(at + 1, filter.since ?? 0) } }
    : { filter: { ...filter, until: Math.min(at, filter.until ?? at) } };
}

/** The first `count` entries from a start on, and whether there are more. Duplicates are folded into what they repeat. */
async function collect(
  store: Store,
  { filter, from }: TimelineStart,
  { count, oldestFirst }: { count: number; oldestFirst: boolean },
): Promise<{ items: Item[]; more: boolean }> {
  const found: Item[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const place = cursor !== undefined ? { cursor } : from !== undefined ? { from } : {};
    const { rows, next } = await store.items.page(filter, { limit: count + 1, oldestFirst, ...place });
    found.push(...rows.filter((item) => isStep(item, filter)));
    const items = await withoutRepeats(store, found);
    if (next === undefined || items.length > count) {
      return { items: items.slice(0, count), more: items.length > count };
    }
    cursor = next;
  }
  return { items: found.slice(0, count), more: true };
}

/** Knowledge from a prompt or message is part of that prompt: it is a step of its own only when its kind is asked for. */
function isStep(item: Item, { kinds }: ItemFilter): boolean {
  return kinds !== STEPS || item.kind !== 'knowledge' || item.rule.startsWith('noted@');
}

async function withoutRepeats(store: Store, items: readonly Item[]): Promise<Item[]> {
  const links = await store.items.links(
    items.map((item) => item.id),
    ['repeats'],
  );
  const earliest = new Map(links.map((link) => [link.from, link.to]));
  const shown = new Set(items.map((item) => item.id));
  return items.filter((item) => !shown.has(earliest.get(item.id) ?? ('' as ItemId)));
}

async function toEntries(store: Store, items: readonly Item[], anchor: ItemId | undefined): Promise<TimelineEntry[]> {
  const agents = await agentsOf(store, items);
  const texts = await fullTexts(store, items);
  const marks = await withStaleOnDisk(store, items, await validityInMemory(store, items));
  return items.map((item) => {
    const words = wordsOf(item, texts.get(item.id) ?? item.text);
    const entry = entryOf(item, { agents, marks: marks.get(item.id) }, words);
    return item.id === anchor ? { ...entry, anchor: true } : entry;
  });
}

function wordsOf(item: Item, whole: string) {
  const title = titleOf(item);
  const text = truncateTokens(whole, ENTRY_TOKENS - countTokens(title) - 1);
  const { exitCode } = detailOfKind(item, 'observation');
  const tokens = countTokens(`${title}\n${text}`);
  return omitUndefined({ title, text, filesChanged: item.detail.filesChanged, exitCode, tokens });
}
