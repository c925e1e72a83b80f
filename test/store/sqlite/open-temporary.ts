// test/store/sqlite: what is true of the SQLite engine alone: its file, schema, plans, views, and connections. What
// every engine must do is in test/store/contract.

import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Store } from '../../../src/store/contract/store.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open-sqlite-store.ts';
import { placeDatabase } from '../../support/fresh-database.ts';
import { PATIENT } from '../../support/patience.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A new store in a folder of its own, closed and removed after the test; `path` is its file. */
export function openTemporary(test: TestContext): { store: Store; path: string } {
  const path = placeDatabase(join(temporaryFolder(test), 'cairn.db'));
  const store = openSqliteStore({ path, vectorsMs: PATIENT.vectorsMs });
  test.after(() => store.close());
  return { store, path };
}
