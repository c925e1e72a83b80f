import { DEADLINES } from '../../../core/deadlines.ts';
import { ITEM_KINDS, type ItemKind } from '../../../core/model/kinds.ts';
import { ignore } from '../../../platform/ignored.ts';
import { createVectorMemory, type ScanFilter, type VectorMemory } from '../../scan/vector-memory.ts';
import type { Engine, Tx } from '../engine/engine.ts';
import { sql } from '../engine/sql.ts';
import { type ModelRow, modelInUse } from './vector-models.ts';

/** Rows read at once. */
const SLICE = 5_000;
/** Milliseconds without a question after which a tenant's memory is released. */
const IDLE_MS = 300_000;
/** Upper bound on bytes of all tenants' memories: about five million vectors of 384 dimensions. */
const MEMORY_MAX_BYTES = 2 ** 30;
/**
 * How many deleted vectors may stay in memory before it is read again: `least`, or this share of the stored vectors if
 * that is more.
 */
const GONE = { least: 10_000, share: 0.25 } as const;

/** What a scan accepts, by the items' own words. Times in milliseconds since 1970, both inclusive. */
export interface CacheFilter {
  kinds?: readonly ItemKind[];
  projects?: readonly string[];
  since?: number;
  until?: number;
}

/** The vectors of one tenant in memory. */
export interface CachedVectors {
  /** Numbers of about the `limit` vectors nearest to a question. */
  nearest(question: Float32Array, filter: CacheFilter, limit: number): number[];
}

/** The vectors of tenants, held in the server's memory while questions use them; every server holds its own. */
export interface VectorCache {
  /**
   * A tenant's vectors as they are now; `loading` while they are read for the first time, `none` when they cannot be
   * scanned.
   */
  ready(engine: Engine, model: ModelRow): Promise<CachedVectors | 'loading' | 'none'>;
  /** Starts to read a tenant's vectors, since a question by vector will follow. */
  prepare(engine: Engine): void;
  close(): void;
}

/** The vectors of one tenant in memory: all rows up to number `last`; `isWhole` once that was every row. */
interface HeldVectors {
  model: Pick<ModelRow, 'model' | 'dimensions'>;
  memory: VectorMemory;
  projects: Map<string, number>;
  last: number;
  isWhole: boolean;
  usedAt: number;
  loading?: Promise<void> | undefined;
}

/** Builds an empty cache; `waitMs`: milliseconds that a question waits for vectors to be read. */
export function createVectorCache({ waitMs = DEADLINES.vectorsMs }: { waitMs?: number | undefined } = {}): VectorCache {
  const held = new Map<string, HeldVectors>();
  const timer = setInterval(() => dropIdle(held), IDLE_MS / 5).unref();
  const load = async (engine: Engine, of: HeldVectors): Promise<void> => {
    try {
      while (held.get(engine.tenant) === of && (await engine.read((tx) => readSlice(tx, of))));
      makeRoom(held, of);
    } catch (error) {
      ignore(error, 'vectors could not be read');
      if (held.get(engine.tenant) === of) held.delete(engine.tenant);
    }
  };
  const ready: VectorCache['ready'] = async (engine, model) => {
    const known = held.get(engine.tenant);
    try {
      const now = known !== undefined && fits(known, model) ? known : open(model);
      held.set(engine.tenant, now);
      now.usedAt = Date.now();
      now.loading ??= load(engine, now).finally(() => {
        now.loading = undefined;
      });
      await Promise.race([now.loading, afterMs(waitMs)]);
      return now.isWhole ? toCached(now) : 'loading';
    } catch (error) {
      ignore(error, 'vectors cannot be scanned');
      return 'none';
    }
  };
  return {
    ready,
    prepare(engine) {
      const start = async (): Promise<void> => {
        const model = await engine.read(modelInUse);
        if (model !== undefined && model.stored > 0) await ready(engine, model);
      };
      start().catch((error: unknown) => ignore(error, 'vectors could not be read'));
    },
    close() {
      clearInterval(timer);
      held.clear();
    },
  };
}

function open({ model, dimensions }: ModelRow): HeldVectors {
  const memory = createVectorMemory(dimensions);
  return { model: { model, dimensions }, memory, projects: new Map([['', 0]]), last: 0, isWhole: false, usedAt: 0 };
}

function fits({ model, memory }: HeldVectors, { stored, ...used }: ModelRow): boolean {
  const isSame = model.model === used.model && model.dimensions === used.dimensions;
  return isSame && memory.size <= stored + Math.max(GONE.least, stored * GONE.share);
}

function dropIdle(held: Map<string, HeldVectors>): void {
  const before = Date.now() - IDLE_MS;
  for (const [tenant, { usedAt }] of held) if (usedAt < before) held.delete(tenant);
}

/** Drops the memories that were used longest ago until all fit; the one in use stays. */
function makeRoom(held: Map<string, HeldVectors>, inUse: HeldVectors): void {
  let bytes = [...held.values()].reduce((sum, { memory }) => sum + memory.sizeBytes, 0);
  for (const [tenant, of] of [...held].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
    if (bytes <= MEMORY_MAX_BYTES) return;
    if (of === inUse) continue;
    held.delete(tenant);
    bytes -= of.memory.sizeBytes;
  }
}

interface SliceRow {
  number: number;
  project_id: string;
  kind: ItemKind;
  at: number;
  scale: number;
  data: Uint8Array;
}

/** Reads the next rows; returns whether there may be more. */
async function readSlice(tx: Tx, held: HeldVectors): Promise<boolean> {
  const { model, dimensions } = held.model;
  const rows = await tx.all<SliceRow>(sql`SELECT v.number, v.project_id, v.kind, v.at, v.scale, v.data FROM vectors AS v
    WHERE v.tenant_id = ${tx.tenant} AND v.number > ${held.last} AND v.seq > 0
      AND v.model = ${model} AND v.dimensions = ${dimensions} ORDER BY v.number LIMIT ${SLICE}`);
  for (const { project_id, kind, ...row } of rows) {
    held.memory.add({ ...row, project: numberOf(held, project_id), kind: ITEM_KINDS.indexOf(kind) });
  }
  held.last = rows.at(-1)?.number ?? held.last;
  if (rows.length === SLICE && held.memory.sizeBytes < MEMORY_MAX_BYTES) return true;
  held.isWhole = true;
  return false;
}

/** The number of a project in this memory. */
function numberOf({ projects }: HeldVectors, project: string): number {
  const known = projects.get(project) ?? projects.size;
  projects.set(project, known);
  return known;
}

function toCached(held: HeldVectors): CachedVectors {
  return {
    nearest: (question, { kinds, projects, since, until }, limit) => {
      const filter: ScanFilter = {
        ...(kinds === undefined ? {} : { kinds: kinds.map((kind) => ITEM_KINDS.indexOf(kind)) }),
        ...(projects === undefined ? {} : { projects: projects.map((project) => numberOf(held, project)) }),
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
      };
      return held.memory.nearest(question, filter, limit);
    },
  };
}

function afterMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
