import { DEADLINES } from '../../../core/deadlines.ts';
import { ignore } from '../../../platform/ignored.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import type { VectorMemory } from './vector-memory.ts';
import { createVectorMemory } from './vector-memory.ts';
import type { ModelRow } from './vectors.ts';

/** Rows that are read at once: about five milliseconds. */
const SLICE = 1_000;
/** Milliseconds without a question after which the memory is given back. */
const IDLE_MS = 300_000;
/** Bytes of memory beyond which no more are read: nine million vectors of 384 numbers. */
const MEMORY_MAX_BYTES = 2 ** 31;
/** Of vectors that are gone from the file so many, and such a share of those that are there, stay in memory. */
const GONE = { least: 10_000, share: 0.25 } as const;

/** The vectors of the model in use, in memory while they are asked for. */
export interface VectorIndex {
  /** The vectors as they are now; `loading` while they are read for the first time, `none` when they cannot be scanned. */
  ready(model: ModelRow): Promise<VectorMemory | 'loading' | 'none'>;
  close(): void;
}

/** Milliseconds that a question waits for vectors to be read, default the product's, and without a question until memory is given back; how memory is taken. */
export interface VectorIndexOptions {
  waitMs?: number | undefined;
  idleMs?: number;
  createMemory?: (dimensions: number) => VectorMemory;
}

/** What is in memory: all rows up to `last`; `isWhole` once it was all there were. */
interface HeldVectors {
  model: number;
  memory: VectorMemory;
  last: number;
  isWhole: boolean;
  loading?: Promise<void> | undefined;
}

/** Builds the index over a file: empty until it is asked for. */
export function createVectorIndex(db: Database, options: VectorIndexOptions = {}): VectorIndex {
  const { waitMs = DEADLINES.vectorsMs, idleMs = IDLE_MS, createMemory = createVectorMemory } = options;
  let held: HeldVectors | undefined;
  let idle: NodeJS.Timeout | undefined;
  const drop = (): void => {
    clearTimeout(idle);
    held = undefined;
  };
  const load = async (of: HeldVectors): Promise<void> => {
    try {
      while (held === of && readSlice(db, of)) await yieldToEventLoop();
    } catch (error) {
      ignore(error, 'vectors could not be read');
      if (held === of) drop();
    }
  };
  return {
    async ready(model) {
      clearTimeout(idle);
      idle = setTimeout(drop, idleMs).unref();
      if (held !== undefined && !fits(held, model)) held = undefined;
      try {
        held ??= { model: model.seq, memory: createMemory(model.dimensions), last: 0, isWhole: false };
      } catch (error) {
        ignore(error, 'vectors cannot be scanned');
        return 'none';
      }
      const now = held;
      now.loading ??= load(now).finally(() => {
        now.loading = undefined;
      });
      await Promise.race([now.loading, afterMs(waitMs)]);
      return now.isWhole ? now.memory : 'loading';
    },
    close: drop,
  };
}

function fits({ model, memory }: HeldVectors, { seq, stored }: ModelRow): boolean {
  return model === seq && memory.size <= stored + Math.max(GONE.least, stored * GONE.share);
}

interface VectorSliceRow {
  number: number;
  model: number;
  scale: number;
  data: Uint8Array;
  project: number | null;
  kind: number | null;
  at: number | null;
}

/** The statement that reads on from a number; exported so that a test can ask for its plan. */
export const READ_SLICE = `SELECT v.number, v.model, v.scale, v.data, i.project, i.kind, i.at
  FROM vectors AS v NOT INDEXED LEFT JOIN items AS i INDEXED BY items_places ON i.seq = v.item
  WHERE v.number > ? ORDER BY v.number LIMIT ?`;

/** Reads the next rows; says whether there may be more. */
function readSlice(db: Database, held: HeldVectors): boolean {
  const rows = db.all<VectorSliceRow>(READ_SLICE, held.last, SLICE);
  for (const { number, model, scale, data, project, kind, at } of rows) {
    const isOurs = model === held.model && data.length === held.memory.dimensions;
    if (isOurs && kind !== null && at !== null) {
      held.memory.add({ number, scale, data, project: project ?? 0, kind, at });
    }
  }
  held.last = rows.at(-1)?.number ?? held.last;
  if (rows.length === SLICE && held.memory.sizeBytes < MEMORY_MAX_BYTES) return true;
  held.isWhole = true;
  return false;
}

function afterMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
