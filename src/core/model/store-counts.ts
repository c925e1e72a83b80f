import type { EventKind } from './event.ts';
import type { ItemKind } from './kinds.ts';

/** Row counts and sizes of a store, for health checks and `status`. */
export interface StoreCounts {
  events: number;
  items: number;
  sessions: number;
  projects: number;
  byKind: Partial<Record<ItemKind, number>>;
  byEvent: Partial<Record<EventKind, number>>;
  sizeBytes: number;
  /** Bytes of the database file in use, and free. */
  usedBytes: number;
  freeBytes: number;
  /** Events that are not derived yet. */
  pending: number;
}
