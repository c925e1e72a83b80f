import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { lazy } from '../../src/core/lazy.ts';
import { ensureFolder } from '../../src/platform/files.ts';
import { openDatabase } from '../../src/platform/sqlite/sqlite.ts';
import { migrate } from '../../src/store/sqlite/engine/migrate.ts';

/** What the product's migrations make of a new file; made once a process, since it takes as long as many a test. */
const migrated = lazy((): Buffer => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-test-'));
  try {
    const path = join(folder, 'cairn.db');
    const db = openDatabase(path);
    migrate(db);
    db.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

/** Puts an empty database of the newest schema where a store is about to be opened; gives its path. */
export function placeDatabase(path: string): string {
  ensureFolder(dirname(path));
  writeFileSync(path, migrated(), { mode: 0o600, flag: 'wx' });
  return path;
}

/** The same for the database of a home that is still to be made. */
export function placeInNewHome(home: string, path: string): void {
  if (!existsSync(home)) placeDatabase(path);
}
