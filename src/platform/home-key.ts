import { linkSync } from 'node:fs';
import { dirname } from 'node:path';
import { CairnError } from '../core/errors.ts';
import { randomId, randomKey } from '../core/hash.ts';
import { ensureFolder, readBytesIfThere, removeFile, syncFolder, writeSynced } from './files.ts';

const KEY_BYTES = 32;

/**
 * Opens the key of a home: 32 random bytes in a file of mode 0600, created once. Concurrent callers all get the same
 * key.
 */
export function openHomeKey(path: string): Uint8Array {
  return readKey(path) ?? createKey(path);
}

function createKey(path: string): Uint8Array {
  ensureFolder(dirname(path));
  const candidate = `${path}.${randomId()}.tmp`;
  writeSynced(candidate, randomKey(KEY_BYTES));
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
  return new CairnError(code, `${path} ${what}`, { fix: `Restore ${path} from a backup of this home.`, cause });
}
