import { linkSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { KEY_BYTES, randomId, randomKey } from '../core/hash.ts';
import { ensureFolder, readBytesIfThere, removeFile, syncFolder, writeSynced } from './files.ts';

const KEY_ADVICE = 'Put it back from the database, or make a new one: cairn doctor --fix';

/**
 * Opens the key of a home: 32 random bytes in a file of mode 0600, created once. Concurrent callers all get the same
 * key.
 */
export function openHomeKey(path: string): Uint8Array {
  return readKey(path) ?? createKey(path);
}

/**
 * The key of a home; where its file is damaged, random bytes that nothing keeps. Identities hashed under them match no
 * others: an event without a number that a transcript tells as well is kept twice, and none is lost.
 */
export function openHomeKeyOrRandom(path: string): Uint8Array {
  try {
    return openHomeKey(path);
  } catch (error) {
    if ((error as CairnError).code !== 'damaged') throw error;
    return randomKey(KEY_BYTES);
  }
}

/** Whether the file of a home's key is there and cannot be a key. */
export function isHomeKeyDamaged(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat !== undefined && (!stat.isFile() || stat.size !== KEY_BYTES);
}

/** Writes a known key, or else a new one, where the file is damaged; returns the path at which that file is kept. */
export function replaceHomeKey(path: string, known?: Uint8Array): string {
  const aside = `${path}.damaged-${randomId()}`;
  renameSync(path, aside);
  createKey(path, known);
  return aside;
}

function createKey(path: string, made: Uint8Array = randomKey(KEY_BYTES)): Uint8Array {
  ensureFolder(dirname(path));
  const candidate = `${path}.${randomId()}.tmp`;
  writeSynced(candidate, made);
  try {
    linkSync(candidate, path);
    syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw keyError(path, 'unwritable', error);
  } finally {
    removeFile(candidate);
  }
  const key = readKey(path);
  if (key === undefined) throw keyError(path, 'damaged', undefined);
  return key;
}

function readKey(path: string): Uint8Array | undefined {
  const key = readBytesIfThere(path, KEY_BYTES + 1);
  if (key === undefined) return undefined;
  if (key.length !== KEY_BYTES) throw keyError(path, 'damaged', undefined);
  return key;
}

function keyError(path: string, code: 'unwritable' | 'damaged', cause: unknown): CairnError {
  const what = code === 'damaged' ? `is not a key of ${KEY_BYTES} bytes` : 'cannot be made';
  const fix = code === 'damaged' ? KEY_ADVICE : `Make ${dirname(path)} writable.`;
  return new CairnError(code, `${path} ${what}.`, { fix, cause });
}
