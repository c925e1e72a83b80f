// store/contract: what Cairn asks of whatever keeps its data, a file for each contract; `store.ts` is all of them together.
// What an item means or how it ranks does not belong here.

import type { Candidates } from './candidates.ts';
import type { Contexts } from './contexts.ts';
import type { Distilled } from './distilled.ts';
import type { Figures } from './figures.ts';
import type { Items } from './items.ts';
import type { Jobs } from './jobs.ts';
import type { Log } from './log.ts';
import type { InjectionLog } from './meter.ts';
import type { Models } from './models.ts';
import type { Vectors } from './vectors.ts';

/**
 * A store: the four contracts over one engine. A read-only one refuses to write with `not_allowed`.
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
  /** Runs the engine's own checks (integrity, index against content); one sentence a fault, empty when sound. */
  check(): Promise<string[]>;
  /**
   * Moves what is in write-ahead files into the database and truncates them; false when a reader that holds an older state
   * kept it from doing so.
   */
  checkpoint(): Promise<boolean>;
  /** False once the database is not where it was opened any more, or another one is there: no write is kept. */
  isInPlace(): boolean;
  /** Gives the disk back what was erased, in short steps, at the next `checkpoint`; bytes. */
  giveBack(): Promise<number>;
  /** Writes a copy of the database as it is now to a new file. */
  copyTo(path: string): Promise<void>;
  close(): Promise<void>;
}
