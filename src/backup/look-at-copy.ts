import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toCairnError } from '../core/errors.ts';
import type { Store } from '../store/contract/store.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { openBackup } from './open-backup.ts';

/** A copy that was unpacked into a folder of its own, which goes with it, and brought to this version of Cairn. */
export interface UnpackedCopy {
  database: string;
}

/** What somebody found in a copy of the database, or why it cannot be read. */
export type LookedAt<Found> = { name: string; found: Found } | { name: string; fault: string };

/** Unpacks a copy and brings it to this version. Throws as `openBackup` does, and `newer_home`; then nothing is left of it. */
export async function unpackCopy(path: string): Promise<UnpackedCopy> {
  const { database, close } = await openBackup(path);
  try {
    await openSqliteStore({ path: database }).close();
    return { database };
  } catch (error) {
    close();
    throw error;
  }
}

/** Unpacks a copy, has a store over it looked at, and removes what was unpacked. What `look` throws is thrown. */
export async function lookAtCopy<Found>(
  of: { folder: string; name: string; unpack: (path: string) => Promise<UnpackedCopy> },
  look: (store: Store) => Promise<Found>,
): Promise<LookedAt<Found>> {
  const { name } = of;
  let copy: UnpackedCopy;
  try {
    copy = await of.unpack(join(of.folder, name));
  } catch (error) {
    return { name, fault: toCairnError(error).message };
  }
  try {
    const store = openSqliteStore({ path: copy.database, readonly: true });
    try {
      return { name, found: await look(store) };
    } finally {
      await store.close();
    }
  } finally {
    rmSync(dirname(copy.database), { recursive: true, force: true });
  }
}
