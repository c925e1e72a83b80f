import { basename, dirname, join } from 'node:path';
import { CairnError } from '../../../core/errors.ts';
import { ensureFolder, removeFile } from '../../../platform/files.ts';
import type { Database } from '../../../platform/sqlite/sqlite.ts';
import { views } from '../items/views.ts';
import { first } from '../migrations/0001-first.ts';
import { people } from '../migrations/0002-people.ts';
import { vectors } from '../migrations/0003-vectors.ts';
import { lexicon } from '../migrations/0004-lexicon.ts';
import { distilled } from '../migrations/0005-distilled.ts';
import { contexts } from '../migrations/0006-contexts.ts';
import { outputs } from '../migrations/0007-outputs.ts';
import { branches } from '../migrations/0008-branches.ts';
import { acts } from '../migrations/0009-acts.ts';
import { exposed } from '../migrations/0010-exposed.ts';
import { statements } from '../migrations/0011-statements.ts';
import { judgements } from '../migrations/0012-judgements.ts';
import { kinds } from '../migrations/0013-kinds.ts';
import { failures } from '../migrations/0014-failures.ts';
import { sessionKinds } from '../migrations/0015-session-kinds.ts';
import { guards } from '../migrations/0016-guards.ts';
import { sync } from '../migrations/0017-sync.ts';
import { guardsWithoutSecrets } from '../migrations/0018-guards-without-secrets.ts';
import { itemsWithoutEvent } from '../migrations/0019-items-without-event.ts';
import { mergedProjects } from '../migrations/0020-merged-projects.ts';
import { homeKeys } from '../migrations/0021-home-keys.ts';
import type { Migration } from '../migrations/migration.ts';
import { copyDatabase } from './copy-database.ts';
import { canGiveBack } from './free-space.ts';
import { readNumber } from './rows.ts';

/** "Cair" in ASCII: marks a file as Cairn's in SQLite's header. */
const APPLICATION_ID = 0x43616972;

/** All migrations, in order. */
export const MIGRATIONS: readonly Migration[] = [
  first,
  people,
  vectors,
  lexicon,
  distilled,
  contexts,
  outputs,
  branches,
  acts,
  exposed,
  statements,
  judgements,
  kinds,
  failures,
  sessionKinds,
  guards,
  sync,
  guardsWithoutSecrets,
  itemsWithoutEvent,
  mergedProjects,
  homeKeys,
];

/** The number of the newest migration. */
export const NEWEST_SCHEMA = MIGRATIONS.length;

interface SchemaState {
  version: number;
  minReader: number;
  minWriter: number;
}

/**
 * Migrates a file to the newest schema, each step in its own transaction, after one copy into `backups/` next to the
 * file; a new file gets all steps in one transaction, and no copy. Throws `newer_home` when a newer program wrote the
 * file, `damaged` when it is not Cairn's.
 */
export function migrate(db: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const state = readState(db);
  const newest = migrations.at(-1)?.version ?? 0;
  if (state.version > newest) refuseNewer(db, state.minWriter, newest);
  const waiting = migrations.filter(({ version }) => version > state.version);
  const [next] = waiting;
  if (state.version > 0 && next !== undefined) backUp(db, next.version);
  const run = (migration: Migration): void => {
    apply(db, migration);
    if (migration.version === newest) db.exec(views());
  };
  if (state.version === 0) db.transaction(() => waiting.forEach(run));
  else for (const migration of waiting) db.transaction(() => run(migration));
  canGiveBack(db);
}

/** The number of the newest migration in a file. Throws `newer_home` when a newer program wrote it, `damaged` when it is not Cairn's. */
export function checkVersion(db: Database, migrations: readonly Migration[] = MIGRATIONS): number {
  const { version, minReader } = readState(db);
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) refuseNewer(db, minReader, newest);
  return version;
}

/** Refuses a file that this program cannot read: `newer_home` when it is newer, `unsupported` when it waits for a migration. */
export function checkReadable(db: Database, migrations: readonly Migration[] = MIGRATIONS): void {
  const state = readState(db);
  const newest = migrations.at(-1)?.version ?? 0;
  if (state.version > newest) refuseNewer(db, state.minReader, newest);
  if (state.version < newest) {
    throw new CairnError('unsupported', `${db.path} has not been brought to this version of Cairn yet.`, {
      fix: 'cairn status',
    });
  }
}

/** Runs one migration, and notes its version. */
export function apply(db: Database, migration: Migration): void {
  db.exec(migration.sql);
  db.exec('CREATE TABLE IF NOT EXISTS schema (key TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID, STRICT');
  const { version, minReader, minWriter } = migration;
  for (const [key, value] of Object.entries({ min_reader: minReader, min_writer: minWriter })) {
    db.run('INSERT INTO schema (key, value) VALUES (?1, ?2) ON CONFLICT DO UPDATE SET value = ?2', key, value);
  }
  db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${version};`);
}

function readState(db: Database): SchemaState {
  const version = readNumber(db, 'PRAGMA user_version');
  if (readNumber(db, 'SELECT count(*) FROM sqlite_schema') === 0) return { version: 0, minReader: 0, minWriter: 0 };
  if (readNumber(db, 'PRAGMA application_id') !== APPLICATION_ID || version < 1) {
    throw new CairnError('damaged', `${db.path} is not a database of Cairn.`, {
      fix: 'Move it away, then: cairn status',
    });
  }
  const value = (key: string): number =>
    db.get<{ value: number }>('SELECT value FROM schema WHERE key = ?', key)?.value ?? version;
  return { version, minReader: value('min_reader'), minWriter: value('min_writer') };
}

function refuseNewer(db: Database, minimum: number, newest: number): void {
  if (newest >= minimum) return;
  throw new CairnError('newer_home', `${db.path} was written by a newer Cairn.`, {
    fix: 'npm install -g cairn-memory@latest',
  });
}

function backUp(db: Database, version: number): void {
  const folder = join(dirname(db.path), 'backups');
  const path = join(folder, `${basename(db.path, '.db')}-before-schema-${version}.db`);
  ensureFolder(folder);
  removeFile(path);
  copyDatabase(db, path);
}
