import type { EventId, ItemId, SessionId } from '../../core/model/ids.ts';
import type { Item, SpokenDetail } from '../../core/model/item.ts';
import type { ItemKind, ObservationKind } from '../../core/model/kinds.ts';
import type { ItemFilter } from './item-filter.ts';
import type { Neighbours } from './neighbours.ts';
import type { Page, PageOptions } from './page.ts';

/**
 * A relation between two items. `repeats`: `from` has equal content within its kind's duplicate window, and `to` is the
 * earliest such item (the lesser id at equal times). `near`: the texts are nearly the same, in one project and kind,
 * and `to` is the earliest of the at most eight earlier items per LSH band that were compared.
 */
export interface ItemLink {
  from: ItemId;
  relation: 'repeats' | 'near' | 'supersedes' | 'part-of';
  to: ItemId;
}

/** The writes of one derivation step, committed together or not at all. */
export interface ItemBatch {
  /**
   * The derived events: their former items are replaced, and they are no longer pending. With `revision`, an event that
   * was completed since it was read stays pending.
   */
  derived: readonly { id: EventId; seq: number; revision?: number }[];
  /** An item replaces the stored one of the same id. Items whose event or session was erased meanwhile are left out. */
  put: readonly Item[];
  drop?: readonly ItemId[];
  /** Sessions that read text from outside, and when first. */
  exposed?: readonly { session: SessionId; at: number }[];
}

/**
 * One block or tool answer that was injected into a session, as the injected-text ledger and the injection log keep it.
 */
export interface Injection {
  session: SessionId;
  at: number;
  /**
   * The occasion: `start`, `prompt`, `file`; before a tool call (`tripwire`) and after a failed one (`failure`); an
   * answer of one of Cairn's tools (`tool`); a block withheld for comparison (`control`); what the agent's user was
   * shown, and not the model (`notice`).
   */
  occasion: string;
  ids: ItemId[];
  /** For each of `ids`, the section of the block that contained it. */
  sections?: string[];
  tokens: number;
  /** Shingle hashes of the injected text. */
  shingles: number[];
}

/** The injections of a session: item ids, their size in tokens, and shingle hashes. */
export interface EarlierInjections {
  ids: ItemId[];
  tokens: number;
  /** Shingle hashes of each injection, in order of time. */
  words: Pick<Injection, 'at' | 'shingles'>[];
}

/**
 * The latest change of a file after an item about it: when (milliseconds since 1970), and the observation of that
 * change.
 */
export interface LaterChange {
  since: number;
  by: ItemId;
}

/** An item without its words: what is read to choose among many items, or to count their files. */
export interface ItemHead {
  id: ItemId;
  kind: ItemKind;
  /** What an observation is of. */
  observation?: ObservationKind;
  at: number;
  /** Whether an observed call did what was asked. */
  success?: boolean;
  filesRead: readonly string[];
  filesChanged: readonly string[];
}

/** What is read of a prompt to tell whether it asked for something, and for what. */
export interface PromptWords {
  id: ItemId;
  kind: 'prompt';
  text: string;
  detail: Pick<SpokenDetail, 'subagent' | 'metadata' | 'echo' | 'quoted'>;
}

/**
 * Items, their links and injections. Results are identical on every engine.
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
  /** As `list`, newest first, without the words: several times as fast. */
  heads(filter: ItemFilter, options: { limit: number }): Promise<ItemHead[]>;
  /** Items of a filter by pages, newest first unless `oldestFirst`; `from` begins right after that item instead. */
  page(filter: ItemFilter, page: PageOptions & { from?: ItemId }): Promise<Page<Item>>;
  /** The prompts of a session up to a time, inclusive, that are neither hidden nor retired; oldest first. */
  prompts(session: SessionId, options: { until: number; limit: number }): Promise<PromptWords[]>;
  /** How many items of each kind sessions have. */
  countBySession(ids: readonly SessionId[]): Promise<Map<SessionId, Partial<Record<ItemKind, number>>>>;
  /** Links from the items to earlier ones, of the given relations. */
  links(ids: readonly ItemId[], relations: readonly ItemLink['relation'][]): Promise<ItemLink[]>;
  /**
   * The items before and after each given one in its session, at most `reach` on each side; knowledge, aggregates and
   * items of the same event are skipped. In the order of the ids.
   */
  neighbours(ids: readonly ItemId[], reach: number): Promise<Map<ItemId, Neighbours>>;
  /**
   * For each item whose files an agent changed later: the latest change, among the last 64 items of each file. Commits
   * do not count: they date when a change was committed, not when it was made.
   */
  changedSince(items: readonly Item[]): Promise<Map<ItemId, LaterChange>>;
  recordInjection(injection: Injection): Promise<void>;
  /**
   * Injections into a session from a time on, inclusive: the ids of unrequested ones, and the shingles of all, tool
   * answers included.
   */
  injected(session: SessionId, after: number): Promise<EarlierInjections>;
  /** Ids of the items that the agent's user was shown in a session, oldest first. */
  noticed(session: SessionId): Promise<ItemId[]>;
  /** Ids of the at most `limit` items injected last up to a time, inclusive, each once, latest first. */
  injectedLast(session: SessionId, until: number, limit: number): Promise<ItemId[]>;
  /**
   * When the session was last cleared or began to be compacted (milliseconds since 1970, 0 for never): earlier
   * injections are gone from its context.
   */
  contextLostAt(session: SessionId): Promise<number>;
}
