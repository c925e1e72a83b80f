// store/contract: what Cairn requires of a storage engine, one file a contract; `store.ts` combines them.
// What an item means or how it ranks does not belong here.

import type { Candidates } from './candidates.ts';
import type { Distilled } from './distilled.ts';
import type { Figures } from './figures.ts';
import type { Guards } from './guards.ts';
import type { InjectionLog } from './injection-log.ts';
import type { Items } from './items.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { Models } from './models.ts';
import type { Contexts } from './session-contexts.ts';
import type { SyncState } from './sync.ts';
import type { Vectors } from './vectors.ts';

/**
 * A store: all contracts over one engine. A read-only one refuses to write with `not_allowed`.
 * @example
 * const { events } = await store.log.erase(ids, now);
 * if (events > 0) await store.checkpoint();
 */
export interface Store {
  log: Log;
  items: Items;
  distilled: Distilled;
  contexts: Contexts;
  candidates: Candidates;
  vectors: Vectors;
  jobs: Jobs;
  models: Models;
  meter: InjectionLog;
  figures: Figures;
  guards: Guards;
  sync: SyncState;
  /**
   * Runs the engine's own checks (integrity, index against content); one sentence a fault, empty when there is none.
   */
  check(): Promise<string[]>;
  /**
   * Moves the write-ahead log into the database and truncates it; false when a reader of an older snapshot prevented
   * that.
   */
  checkpoint(): Promise<boolean>;
  /** A number that grows with whatever this store writes. */
  changes(): number;
  /** False once the file is no longer at its path, or another one is: writes then reach nobody. */
  isInPlace(): boolean;
  /** Returns erased space to the file system, in short steps, effective at the next `checkpoint`; the bytes freed. */
  giveBack(): Promise<number>;
  /**
   * Writes the file again from its rows, effective at the next `checkpoint`, so that no page keeps bytes of erased ones;
   * false where the disk lacks the space or it failed. Nothing else is written or answered meanwhile.
   */
  rewrite(): Promise<boolean>;
  close(): Promise<void>;
}
