// store/sqlite: the store's contracts over one SQLite file: rows, statements, the index, the schema and its migrations.
// A file per table or use. No rule of memory, no ranking, and nothing that another engine would need.

import { openDatabase } from '../../platform/sqlite.ts';
import type { Store } from '../contract.ts';
import { createCandidates } from './candidates.ts';
import { checkStore } from './check.ts';
import { createContexts } from './contexts.ts';
import { copyDatabase } from './copy-database.ts';
import { createDistilled } from './distilled.ts';
import { createEngine } from './engine.ts';
import { createFigures } from './figures.ts';
import { giveBack } from './free-space.ts';
import { createInterned } from './interned.ts';
import { createItems } from './items.ts';
import { createJobs } from './jobs.ts';
import { createLog } from './log.ts';
import { createMeter } from './meter.ts';
import { checkReadable, migrate } from './migrate.ts';
import { createModels } from './models.ts';
import { createTombstones } from './tombstones.ts';
import { createVectorIndex } from './vector-index.ts';
import { createVectors } from './vectors.ts';

/** Which file is opened and how; `vectorsMs`: milliseconds that a question waits for vectors, default the product's. */
export interface SqliteStoreOptions {
  path: string;
  readonly?: boolean;
  vectorsMs?: number | undefined;
  onReplaced?: (() => void) | undefined;
}

/**
 * Opens the store of a file, which is made and brought to the newest schema when it is opened for writing. Read-only it
 * must be there (`not_found`) and have that schema (`unsupported`). Also throws `newer_home`, `damaged`, `unwritable`.
 * `onReplaced` is called when a write finds that the file is not at its path any more; that write fails with `not_running`.
 */
export function openSqliteStore(options: SqliteStoreOptions): Store {
  const db = openDatabase(options.path, { readonly: options.readonly === true });
  try {
    if (db.readonly) checkReadable(db);
    else migrate(db);
  } catch (error) {
    db.close();
    throw error;
  }
  const engine = createEngine(db, options.onReplaced);
  const interned = createInterned(engine);
  const parts = { engine, interned, tombstones: createTombstones(engine) };
  const contexts = createContexts(parts);
  const index = createVectorIndex(db, { waitMs: options.vectorsMs });
  return {
    log: createLog({ ...parts, contexts }),
    items: createItems(parts),
    distilled: createDistilled(parts),
    contexts,
    candidates: createCandidates({ ...parts, index }),
    vectors: createVectors(parts),
    jobs: createJobs(engine),
    models: createModels(parts),
    meter: createMeter(engine),
    figures: createFigures(parts),
    check: async () => checkStore(db),
    checkpoint: async () => db.checkpoint(),
    isInPlace: () => db.isInPlace(),
    giveBack: () => giveBack(engine),
    copyTo: async (path) => copyDatabase(db, path),
    async close() {
      index.close();
      db.close();
    },
  };
}
