import type { ItemId, SessionId } from '../../core/model/ids.ts';
import type { MemoryUsage } from '../../core/model/memory-usage.ts';

/** A memory that was told to a session unasked. `injection` and `place` name the telling. */
export interface InjectedMemory {
  injection: number;
  place: number;
  /** Milliseconds since 1970. */
  at: number;
  occasion: string;
  /** The part of the block that it stood in. */
  section?: string;
  item: ItemId;
}

/** What a session was told unasked, and when what was given to it when it asked. Oldest first. */
export interface SessionInjections {
  told: InjectedMemory[];
  asked: { item: ItemId; at: number }[];
}

/** One telling with what was used of it afterwards. */
export interface InjectionOutcome {
  session: SessionId;
  /** Milliseconds since 1970. */
  at: number;
  occasion: string;
  tokens: number;
  items: { id: ItemId; section?: string; uses: MemoryUsage['how'][] }[];
}

/** How often a memory was told unasked, and of how many of these tellings it was used. */
export interface InjectionCounts {
  told: number;
  used: number;
}

/**
 * What was told unasked, and what of it was used. Operating data: a rebuild keeps it, forgetting what it names drops it.
 * @example
 * const used = (await store.meter.counts([id])).get(id)?.used ?? 0;
 */
export interface InjectionLog {
  /** Empty lists where nothing was told unasked; of a session of many tellings the newest 500 memories. */
  toldTo(session: SessionId): Promise<SessionInjections>;
  /** Keeps what a session used; it takes the place of what was kept of that session before. */
  keep(session: SessionId, uses: readonly MemoryUsage[]): Promise<void>;
  /** Tellings between two times, both inclusive, the newest first; what a tool was asked for is none. */
  tellings(time: { since?: number; until?: number }, limit: number): Promise<InjectionOutcome[]>;
  /** By memory, of those that were told; each of the newest 200 tellings. */
  counts(ids: readonly ItemId[]): Promise<Map<ItemId, InjectionCounts>>;
}
