import { renameSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { ensureFolder, fileSize, removeFile, syncFolder } from '../platform/files.ts';
import { packFile, unpackFile } from '../platform/packed-file.ts';
import { copyDatabaseFile, inspectDatabase } from '../store/sqlite/database-file.ts';
import { type Manifest, unfinishedPath, writeManifest } from './backup-files.ts';

/** What is packed, and the path of the backup. */
export interface PackTask {
  dbPath: string;
  path: string;
}

/**
 * Makes a backup: one snapshot of the database without its free space, checked by opening it, compressed, and read back
 * once. Writers of the database are not kept waiting. A failure leaves no file. Throws `damaged` where the snapshot is,
 * `unwritable`, `low_disk`.
 */
export async function packBackup({ dbPath, path }: PackTask): Promise<Manifest> {
  const folder = dirname(path);
  const raw = unfinishedPath(folder, `${basename(path)}.raw`);
  const packed = unfinishedPath(folder, basename(path));
  ensureFolder(folder);
  try {
    copyDatabaseFile(dbPath, raw);
    const { faults, ...state } = inspectDatabase(raw);
    if (faults.length > 0) throw damagedCopy(faults[0] ?? '');
    const sha256 = await packFile(raw, packed);
    if ((await unpackFile(packed)) !== sha256) throw damagedCopy('it reads back otherwise');
    const manifest = { ...state, databaseBytes: fileSize(raw), sha256 };
    renameSync(packed, path);
    syncFolder(folder);
    writeManifest(path, manifest);
    return manifest;
  } finally {
    removeFile(raw);
    removeFile(packed);
  }
}

function damagedCopy(fault: string): CairnError {
  return new CairnError('damaged', `The copy of the database is damaged: ${fault}`, { fix: 'cairn doctor --deep' });
}
