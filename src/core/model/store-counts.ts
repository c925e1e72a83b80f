import type { EventKind } from './event.ts';
import type { ItemKind } from './kinds.ts';

/** What a health check or `status` wants to know of a store. */
export interface StoreCounts {
  events: number;
  items: number;
  sessions: number;
  projects: number;
  byKind: Partial<Record<ItemKind, number>>;
  byEvent: Partial<Record<EventKind, number>>;
  sizeBytes: number;
  /** Of the database itself what holds something, and what nothing uses. */
  usedBytes: number;
  freeBytes: number;
  /** Events that are not derived yet. */
  pending: number;
}
