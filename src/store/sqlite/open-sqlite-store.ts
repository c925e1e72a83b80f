// store/sqlite: the store's contracts over one SQLite file: rows, statements, indexes, the schema and its migrations.
// One file a table or use. No rule of memory, no ranking, and nothing that another engine would need.

import { type OnStatement, openDatabase } from '../../platform/sqlite/sqlite.ts';
import type { Store } from '../contract/store.ts';
import { createDistilled } from './derived/distilled.ts';
import { createFigures } from './derived/figures.ts';
import { createInjectionLog } from './derived/injection-log.ts';
import { createJobs } from './derived/jobs.ts';
import { createModels } from './derived/models.ts';
import { createContexts } from './derived/session-contexts.ts';
import { createSync } from './derived/sync.ts';
import { checkStore } from './engine/check-store.ts';
import { createEngine } from './engine/engine.ts';
import { giveBack, writeAnew } from './engine/free-space.ts';
import { checkReadable, migrate } from './engine/migrate.ts';
import { readNumber } from './engine/rows.ts';
import { createItems } from './items/items.ts';
import { createGuards } from './log/guards.ts';
import { keepHomeKeys } from './log/home-keys.ts';
import { createLog } from './log/log.ts';
import { createTombstones } from './log/tombstones.ts';
import { createVectorIndex } from './vectors/vector-index.ts';
import { createVectors } from './vectors/vectors.ts';
import { createCandidates } from './words/candidates.ts';

/**
 * Which file is opened and how; `vectorsMs`: milliseconds that a question waits for vectors, by default the product's
 * deadline. `onStatement` hears each statement before it runs.
 */
export interface SqliteStoreOptions {
  path: string;
  readonly?: boolean;
  vectorsMs?: number | undefined;
  onReplaced?: (() => void) | undefined;
  onStatement?: OnStatement | undefined;
  /** The keys of the home, first that under which new hashes are made; the database keeps them with those that it has. */
  keys?: readonly Uint8Array[] | undefined;
}

/** A store in a file. `keys`: those that were given, then the others under which hashes in it were made. */
export interface SqliteStore extends Store {
  readonly keys: readonly Uint8Array[];
}

/**
 * Opens the store in a file; for writing, the file is created and migrated to the newest schema. Read-only it must
 * exist (`not_found`) and have that schema (`unsupported`). Also throws `newer_home`, `damaged`, `unwritable`.
 * `onReplaced` is called when a write finds that the file is no longer at its path; that write fails with
 * `not_running`.
 */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const db = openDatabase(options.path, options);
  let keys: readonly Uint8Array[];
  try {
    if (db.readonly) checkReadable(db);
    else migrate(db);
    keys = keepHomeKeys(db, options.keys ?? []);
  } catch (error) {
    db.close();
    throw error;
  }
  const engine = createEngine(db, options.onReplaced);
  const contexts = createContexts(engine);
  const index = createVectorIndex(db, { waitMs: options.vectorsMs });
  const [pathKey = new Uint8Array(), ...otherKeys] = keys;
  return {
    keys,
    log: createLog({ engine, tombstones: createTombstones(engine, [pathKey, ...otherKeys]), contexts, pathKey }),
    items: createItems(engine),
    distilled: createDistilled(engine),
    contexts,
    candidates: createCandidates({ engine, index }),
    vectors: createVectors(engine),
    jobs: createJobs(engine),
    models: createModels(engine),
    meter: createInjectionLog(engine),
    figures: createFigures(engine),
    guards: createGuards(engine),
    sync: createSync(engine),
    check: async () => checkStore(db),
    checkpoint: async () => db.checkpoint(),
    changes: () => readNumber(db, 'SELECT total_changes()'),
    isInPlace: () => db.isInPlace(),
    giveBack: () => giveBack(engine),
    rewrite: async () => writeAnew(db),
    async close() {
      index.close();
      db.close();
    },
  };
}
