import { DEADLINES } from '../../../core/deadlines.ts';
import { ignore } from '../../../platform/ignored.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { yieldToEventLoop } from '../../../platform/yield-to-event-loop.ts';
import { createVectorMemory, type ScannedVector, type VectorMemory } from '../../scan/vector-memory.ts';
import type { ModelRow } from './vectors.ts';

/** Rows read at once, about five milliseconds. */
const SLICE = 1_000;
/** Milliseconds without a question after which the memory is released. */
const IDLE_MS = 300_000;
/** Upper bound on bytes of memory: nine million vectors of 384 dimensions. */
const MEMORY_MAX_BYTES = 2 ** 31;
/**
 * How many deleted vectors may stay in memory before it is read again: `least`, or this share of the stored vectors if
 * that is more.
 */
const GONE = { least: 10_000, share: 0.25 } as const;

/** The vectors of the model in use, held in memory while questions use them. */
export interface VectorIndex {
  /**
   * The vectors as they are now; `loading` while they are read for the first time, `none` when they cannot be scanned.
   */
  ready(model: ModelRow): Promise<VectorMemory | 'loading' | 'none'>;
  close(): void;
}

/**
 * `waitMs`: milliseconds that a question waits for vectors to be read, by default the product's deadline; `idleMs`:
 * milliseconds without a question until the memory is released; `createMemory`: how the memory is allocated.
 */
export interface VectorIndexOptions {
  waitMs?: number | undefined;
  idleMs?: number;
  createMemory?: (dimensions: number) => VectorMemory;
}

/** The vectors in memory: all rows up to number `last`; `isWhole` once that was every row. */
interface HeldVectors {
  model: number;
  memory: VectorMemory;
  last: number;
  isWhole: boolean;
  loading?: Promise<void> | undefined;
}

/** Builds the index over a file; it reads nothing until the first question. */
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

type VectorSliceRow = Pick<ScannedVector, 'number' | 'data' | 'scale'> &
  Record<'project' | 'kind' | 'at', number | null> & { model: number };

/** Selects the rows after a number. */
const READ_SLICE = `SELECT v.number, v.model, v.scale, v.data, i.project, i.kind, i.at
  FROM vectors AS v NOT INDEXED LEFT JOIN items AS i INDEXED BY items_places ON i.seq = v.item
  WHERE v.number > ? ORDER BY v.number LIMIT ?`;

/** Reads the next rows; returns whether there may be more. */
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
