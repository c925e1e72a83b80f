import type { EventKind } from '../../core/event.ts';
import type { ItemKind } from '../../core/item.ts';

/** What a health check or `status` wants to know of a store. */
export interface StoreCounts {
  events: number;
  items: number;
  sessions: number;
  projects: number;
  byKind: Partial<Record<ItemKind, number>>;
  byEvent: Partial<Record<EventKind, number>>;
  sizeBytes: number;
  /** Of these, what nothing uses. */
  freeBytes: number;
  /** Events that are not derived yet. */
  pending: number;
}
