import type { EventId, ItemId } from '../../core/model/ids.ts';
import type { SharedMemory } from '../../core/model/shared-memory.ts';
import type { JobHandler } from '../../jobs/runner.ts';
import type { SyncRun } from '../../sync/run-sync.ts';
import type { SyncConfig } from '../../sync/sync-config.ts';

/** What the others hear of what was forgotten: which memories, who has them, and the tombstones. */
export interface ToldForgotten {
  ids: string[];
  memories: ItemId[];
  members: string[];
  /** The home takes part no more: they hear of it once it does again. */
  away?: true;
}

/** How a home takes part in sync: its configuration, and its runs, one at a time. */
export interface SyncWork {
  config(): SyncConfig | undefined;
  /** Takes part otherwise from now on; `undefined`: no more. */
  changed(config: SyncConfig | undefined): Promise<void>;
  /** Runs now. Throws `unsupported` for a home that takes no part, `not_allowed` while it is paused, and what the remote throws. */
  run(signal: AbortSignal | undefined): Promise<SyncRun>;
  /** Something was appended: a run is due in a while. */
  heard(): void;
  /** Takes back what was shared of forgotten memories, also before the home took part no more. An id that others have nothing of tells nothing. */
  forgotten(items: readonly string[]): Promise<ToldForgotten | undefined>;
  /**
   * Refuses from now on what other homes share of the memories of some events, which a person forgets here. What it
   * returns is to be called once they are erased: what others share under the same ids is derived again.
   */
  refuse(events: readonly EventId[]): Promise<() => Promise<void>>;
  /** Refuses no longer what a person forgot of these and brings back; what was shared of it meanwhile is pulled again. */
  allow(shared: readonly SharedMemory[]): Promise<void>;
  handle: JobHandler;
  /** Schedules the first run after a start. */
  begin(): Promise<void>;
}
