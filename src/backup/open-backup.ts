import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CairnError, toCairnError } from '../core/errors.ts';
import { copyRegularFile } from '../platform/files.ts';
import { hashFile, unpackFile } from '../platform/packed-file.ts';
import { type DatabaseState, inspectDatabase, isOfNewerProgram } from '../store/sqlite/database-file.ts';
import { makeUnpacked, readManifest, removeUnpacked } from './backup-files.ts';

const PACKED = /\.zst$/;
/** Upper bound on bytes that come out of a backup without a manifest. */
const UNKNOWN_BYTES = 64 * 1024 ** 3;

/** A backup that was unpacked, as `inspectDatabase` sees it; `database` is gone once `close` was called. */
export interface OpenedBackup {
  /** Path of the backup. */
  path: string;
  database: string;
  state: DatabaseState;
  close(): void;
}

/**
 * Unpacks a backup into a folder of its own beside it and looks at the database: its hash against the manifest, its tables
 * and indexes against those that Cairn makes, SQLite's quick check, and how much it holds. Throws `not_found`, `newer_home`,
 * and `damaged` where it is not what was packed.
 */
export async function openBackup(path: string, beside = dirname(path)): Promise<OpenedBackup> {
  const manifest = readManifest(path);
  removeUnpacked(beside, Number.NEGATIVE_INFINITY);
  const folder = makeUnpacked(beside);
  const close = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const database = join(folder, 'cairn.db');
    const sha256 = await bringOut(path, database, manifest?.databaseBytes ?? UNKNOWN_BYTES);
    if (manifest !== undefined && sha256 !== manifest.sha256) throw damaged(path, 'it is not what was written');
    const state = inspectBackup(path, database);
    const [fault] = state.faults;
    if (fault !== undefined) throw damaged(path, fault);
    if (isOfNewerProgram(state)) throw newer(path);
    return { path, database, state, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function bringOut(path: string, database: string, maxBytes: number): Promise<string> {
  if (PACKED.test(path)) return unpackFile(path, { to: database, maxBytes });
  copyRegularFile(path, database);
  return hashFile(database);
}

/** As `inspectDatabase`; its error about what is no database names the backup, not the unpacked copy. */
function inspectBackup(path: string, database: string): DatabaseState {
  try {
    return inspectDatabase(database);
  } catch (error) {
    if (toCairnError(error).code !== 'damaged') throw error;
    throw new CairnError('damaged', `${path} is damaged, or no backup.`, { fix: 'cairn backup list', cause: error });
  }
}

function newer(path: string): CairnError {
  return new CairnError('newer_home', `${path} was written by a newer Cairn.`, {
    fix: 'npm install -g cairn-memory@latest',
  });
}

function damaged(path: string, why: string): CairnError {
  return new CairnError('damaged', `${path} is damaged: ${why}.`, {
    fix: 'Another backup may be whole: cairn backup verify. Unpacked over cairn.db, cairn doctor --fix saves the rows of this one.',
  });
}
