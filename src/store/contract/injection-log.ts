import type { ItemId, SessionId } from '../../core/model/ids.ts';
import type { MemoryUsage } from '../../core/model/memory-usage.ts';

/** An item that was injected into a session without being requested. `injection` and `place` identify the entry. */
export interface InjectedMemory {
  injection: number;
  place: number;
  /** Milliseconds since 1970. */
  at: number;
  occasion: string;
  /** The section of the block that contained it. */
  section?: string;
  item: ItemId;
}

/** The items injected into a session without a request, and when tools returned which items. Oldest first. */
export interface SessionInjections {
  injected: InjectedMemory[];
  requested: { item: ItemId; at: number }[];
}

/** One injection with the usage of each of its items afterwards. */
export interface InjectionOutcome {
  session: SessionId;
  /** Milliseconds since 1970. */
  at: number;
  occasion: string;
  tokens: number;
  items: { id: ItemId; section?: string; uses: MemoryUsage['how'][] }[];
}

/** One injection that contained an item, and how the item was used afterwards. */
export interface ItemInjection extends Pick<InjectionOutcome, 'session' | 'at' | 'occasion'> {
  section?: string;
  uses: MemoryUsage['how'][];
}

/** What was injected into a session without a request in one quarter of an hour. */
export interface InjectionSum {
  session: SessionId;
  /** Start of the quarter of an hour, milliseconds since 1970. */
  at: number;
  blocks: number;
  tokens: number;
  /** Injected items, and those of them that were used afterwards. */
  lines: number;
  used: number;
  /** Tokens of used items, where each item of a block counts for an equal part of it. */
  usedTokens: number;
}

/** In how many injections an item was contained without a request, and in how many of them it was used. */
export interface InjectionCounts {
  told: number;
  used: number;
}

/**
 * The injection log: what was injected without a request, and what of it was used. Operating data: a rebuild keeps it;
 * erasing an item or session removes its entries.
 * @example
 * const used = (await store.meter.counts([id])).get(id)?.used ?? 0;
 */
export interface InjectionLog {
  /** The injections of a session, limited to the newest 500 items; empty lists when there are none. */
  ofSession(session: SessionId): Promise<SessionInjections>;
  /** Stores which injected items a session used; replaces what was stored for that session. */
  keep(session: SessionId, uses: readonly MemoryUsage[]): Promise<void>;
  /** Injections between two times, both inclusive, newest first, into one session or all; tool answers are left out. */
  outcomes(filter: { since?: number; until?: number; session?: SessionId }, limit: number): Promise<InjectionOutcome[]>;
  /** Sums over injections between two times, both inclusive, in no order; blocks withheld for comparison are left out. */
  sums(time: { since: number; until: number }): Promise<InjectionSum[]>;
  /** Tokens that were injected into sessions without a request; those without any are absent. */
  tokensOf(sessions: readonly SessionId[]): Promise<Map<SessionId, number>>;
  /** The injections of an item without a request, newest first. */
  ofItem(id: ItemId, limit: number): Promise<ItemInjection[]>;
  /** Counts by item, over its newest 200 injections; items that were never injected are absent. */
  counts(ids: readonly ItemId[]): Promise<Map<ItemId, InjectionCounts>>;
}
