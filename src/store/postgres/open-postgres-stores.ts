// store/postgres: the store's contracts over one PostgreSQL database, a store for each tenant.
// One file a table or use. No rule of memory, no ranking, and nothing that another engine would need.

import { dropOldest } from '../../core/drop-oldest.ts';
import type { PgPool } from '../../platform/postgres/postgres.ts';
import type { Store } from '../contract/store.ts';
import { createGuards } from './derived/guards.ts';
import { createInjectionLog } from './derived/injection-log.ts';
import { createJobs } from './derived/jobs.ts';
import { createModels } from './derived/models.ts';
import { createContexts } from './derived/session-contexts.ts';
import { createDistilled } from './distilled/distilled.ts';
import { createFigures } from './distilled/figures.ts';
import { checkRole } from './engine/check-role.ts';
import {
  createEngine,
  createReplicatedEngine,
  type Engine,
  type EngineBounds,
  type ReadReplica,
} from './engine/engine.ts';
import { checkMigrations } from './engine/migrate.ts';
import { erase } from './erase/erase.ts';
import { reset } from './erase/reset.ts';
import { followRepeats } from './items/duplicates.ts';
import type { ItemFollower } from './items/item-follower.ts';
import { createItems } from './items/items.ts';
import { followNearDuplicates, resetNearDuplicates } from './items/near-duplicates.ts';
import { createLog } from './log/log.ts';
import { resetDistilled } from './marks/distill-marks.ts';
import { dropReleased, followVectors, releaseVectors } from './vectors/follow-vectors.ts';
import { createVectorCache, type VectorCache } from './vectors/vector-cache.ts';
import { createVectors } from './vectors/vectors.ts';
import { createCandidates } from './words/candidates.ts';
import { checkSearch } from './words/check-search.ts';
import { followWords, resetWords } from './words/follow-words.ts';

/** Where the stores are, and how they are opened. */
export interface PostgresStoreOptions {
  /** Connections as the role of the program, which owns nothing. */
  pool: PgPool;
  readonly?: boolean;
  /** The key by which the paths of forgotten transcripts are hashed. */
  key?: Uint8Array | undefined;
  /** Milliseconds that a question waits for vectors to be read into memory; default the product's deadline. */
  vectorsMs?: number | undefined;
  /** Where `readStore` reads while it can. */
  replica?: ReadReplica | undefined;
}

/** A team's store. `sync` is of a home that takes part in a team, not of the team's own store. */
export type PostgresStore = Omit<Store, 'sync'>;

/** The stores of a database, one for each tenant. */
export interface PostgresStores {
  /** The store of a tenant, the same for all who ask; empty when nobody wrote to it. Closing it leaves the pool open. */
  store(tenant: string): PostgresStore;
  /** A store that reads one project of a tenant, by its id, and writes nothing. */
  projectStore(tenant: string, project: string): PostgresStore;
  /** True where `readStore` has a replica to read from. */
  isReplicated: boolean;
  /** A store that reads a tenant, or one project of it, from the replica, where it may be a little behind; writes nothing. */
  readStore(tenant: string, project?: string): PostgresStore;
  close(): Promise<void>;
}

/**
 * Opens the stores of a database that `migratePostgres` brought to the newest schema. Throws `not_allowed` when the role
 * could see rows of other tenants, `unsupported` when a migration waits, `newer_home`, `damaged`, `not_running`.
 */
export async function openPostgresStores(options: PostgresStoreOptions): Promise<PostgresStores> {
  const { pool } = options;
  const connection = await pool.connect();
  try {
    await checkRole(connection);
    await checkMigrations(connection);
  } finally {
    connection.release();
  }
  const cache = createVectorCache({ waitMs: options.vectorsMs });
  const stores = new Map<string, PostgresStore>();
  const kept = (name: string, open: () => PostgresStore): PostgresStore => {
    const store = stores.get(name) ?? open();
    stores.delete(name);
    stores.set(name, store);
    dropOldest(stores, STORES_KEPT);
    return store;
  };
  const { readonly, replica } = options;
  const openAs = (tenant: string, bounds: EngineBounds): PostgresStore =>
    openStore(options, createEngine(pool, tenant, bounds), cache);
  return {
    store: (tenant) => kept(tenant, () => openAs(tenant, { readonly })),
    projectStore: (tenant, project) => kept(`${tenant} ${project}`, () => openAs(tenant, { readonly: true, project })),
    isReplicated: replica !== undefined,
    readStore: (tenant, project) =>
      kept(`${tenant} ${project ?? ''} read`, () => {
        const bounds = { readonly: true, project };
        const primary = createEngine(pool, tenant, bounds);
        return openStore(options, replica ? createReplicatedEngine(primary, bounds, replica) : primary, cache);
      }),
    async close() {
      cache.close();
      await pool.close();
    },
  };
}

/** Stores that stay open: who writes to one tenant at once shares its queue. */
const STORES_KEPT = 10_000;

/** What follows each change of items, in this order. */
const FOLLOWERS: readonly ItemFollower[] = [followRepeats, followNearDuplicates, followWords, followVectors];

/** What empties the tables of other rooms at the start of a rebuild. */
const RESETS = [resetWords, resetNearDuplicates, resetDistilled, releaseVectors];

function openStore(
  { key = new Uint8Array() }: PostgresStoreOptions,
  engine: Engine,
  cache: VectorCache,
): PostgresStore {
  const contexts = createContexts(engine);
  const items = { engine, followers: FOLLOWERS, whenDerived: dropReleased };
  const erasing = { ...items, contexts, pathKey: key, dropReleased };
  return {
    log: {
      ...createLog({ engine, pathKey: key }),
      erase: (...of) => erase(erasing, of),
      reset: () => reset(engine, RESETS),
    },
    items: createItems(items),
    distilled: createDistilled(items),
    candidates: createCandidates(engine, cache),
    vectors: createVectors(engine),
    figures: createFigures(engine),
    contexts,
    jobs: createJobs(engine),
    models: createModels(items),
    meter: createInjectionLog(engine),
    guards: createGuards(engine),
    check: () => engine.read(checkSearch),
    checkpoint: async () => true,
    changes: engine.changes,
    isInPlace: () => true,
    // PostgreSQL reuses the space of erased rows by itself (autovacuum), and rewrites a table under its owner alone.
    giveBack: async () => 0,
    rewrite: async () => false,
    close: async () => undefined,
  };
}
