import type { EventId, ItemId, SessionId } from '../../core/model/ids.ts';
import type { Item } from '../../core/model/item.ts';
import type { ItemKind } from '../../core/model/kinds.ts';
import type { ItemFilter } from './item-filter.ts';
import type { Neighbours } from './neighbours.ts';
import type { Page, PageOptions } from './page.ts';

/**
 * A relation between two items. `repeats`: equal content within its window (mission C10); the earliest is `to`, at equal
 * times the one whose id is less. `near`: nearly the same words, of one project and kind; the earliest such one is `to`, at
 * least among the eight that were before it and could be near.
 */
export interface ItemLink {
  from: ItemId;
  relation: 'repeats' | 'near' | 'supersedes' | 'part-of';
  to: ItemId;
}

/** What one step of derivation writes, all of it or nothing. */
export interface ItemBatch {
  /**
   * Events whose items these are: their former items are dropped first, and they are no longer pending. With `revision`,
   * an event that was completed since it was read stays pending.
   */
  derived: readonly { id: EventId; seq: number; revision?: number }[];
  /** An item whose id is already stored replaces it. One whose event or session was forgotten meanwhile is left out. */
  put: readonly Item[];
  drop?: readonly ItemId[];
  /** Sessions that read something untrusted, and when first; their later items become exposed. */
  exposed?: readonly { session: SessionId; at: number }[];
}

/** Something that was injected into a session: the ledger of own words. */
export interface Injection {
  session: SessionId;
  at: number;
  /**
   * What it answered: `start`, `prompt`, `file`; before a tool call (`tripwire`) and after a failed one (`failure`); what
   * one of Cairn's tools was asked for (`tool`); or what was kept back to compare (`control`).
   */
  occasion: string;
  ids: ItemId[];
  /** Of each of `ids`: the part of the block that it stood in. */
  sections?: string[];
  tokens: number;
  /** Hashes of the shingles of the injected words. */
  shingles: number[];
}

/** What a session learned from Cairn. */
export interface ToldItem {
  ids: ItemId[];
  /** Hashes of the shingles of each injection, by time. */
  words: Pick<Injection, 'at' | 'shingles'>[];
}

/** A change of a file after an item that is about it: when (milliseconds since 1970), and the item that tells of it. */
export interface LaterChange {
  since: number;
  by: ItemId;
}

/**
 * Items and what belongs to them. Exact on every engine.
 * @example
 * await store.items.apply({ derived: [{ id: event.id, seq: event.seq }], put: items });
 * const newest = await store.items.list({ kinds: ['knowledge'] }, { limit: 20 });
 */
export interface Items {
  apply(batch: ItemBatch): Promise<void>;
  get(ids: readonly ItemId[]): Promise<Item[]>;
  /** The items derived from an event. */
  ofEvent(id: EventId): Promise<Item[]>;
  /** Items of a filter, newest first unless `oldestFirst`. */
  list(filter: ItemFilter, options: { limit: number; oldestFirst?: boolean }): Promise<Item[]>;
  /** Items of a filter by pages, newest first unless `oldestFirst`; `from` begins right after that item instead. */
  page(filter: ItemFilter, page: PageOptions & { from?: ItemId }): Promise<Page<Item>>;
  /** How many items of each kind sessions have. */
  countBySession(ids: readonly SessionId[]): Promise<Map<SessionId, Partial<Record<ItemKind, number>>>>;
  /** The links of items to others: those that repeat, are near to or supersede an earlier one. */
  links(ids: readonly ItemId[], relations: readonly ItemLink['relation'][]): Promise<ItemLink[]>;
  /**
   * What stands next to some items in their sessions, at most `reach` on each side: no knowledge, nothing of the same event.
   */
  neighbours(ids: readonly ItemId[], reach: number): Promise<Map<ItemId, Neighbours>>;
  /**
   * For items whose files were changed later by an agent: the latest change, of a file's last 64. Commits do not count: they
   * tell when a change was kept, not when it was made.
   */
  changedSince(items: readonly Item[]): Promise<Map<ItemId, LaterChange>>;
  recordInjection(injection: Injection): Promise<void>;
  /**
   * What a session learned from Cairn from a time on, inclusive: the ids of what was injected unasked, and the words of all of
   * it, answers of Cairn's own tools among it.
   */
  injected(session: SessionId, after: number): Promise<ToldItem>;
  /** What Cairn told a session last up to a time, inclusive, at most so much of it: each once, the latest first. */
  toldLast(session: SessionId, until: number, limit: number): Promise<ItemId[]>;
  /** When a session was last cleared or began to be compacted: what was injected before is gone from its context. */
  contextLostAt(session: SessionId): Promise<number>;
}
