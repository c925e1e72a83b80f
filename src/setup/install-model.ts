import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HomePaths } from '../config/paths.ts';
import { CairnError } from '../core/errors.ts';
import { sha256Hex } from '../core/hash.ts';
import { MODEL_FILE } from '../core/model/embed-text.ts';
import { ensureFolder, readBytesIfThere, writeDurable } from '../platform/files.ts';
import { removeLeft, UNFINISHED } from '../platform/process/remove-left.ts';

const FILE_BYTES = 256 * 1024 * 1024;

/** A model to be copied into a home. */
export interface ModelCopy {
  from: string;
  to: string;
}

/**
 * Plans the copy of the model into a home. `undefined` when the home has the same bytes already, or `folder` contains
 * no model, as when the running program is the home's own.
 */
export function planModel(folder: string | undefined, paths: Pick<HomePaths, 'models'>): ModelCopy | undefined {
  const from = folder === undefined ? undefined : join(folder, MODEL_FILE);
  if (from === undefined || !existsSync(from)) return undefined;
  const to = join(paths.models, MODEL_FILE);
  return hashOf(from) === hashOf(to) ? undefined : { from, to };
}

/** Copies a model durably; all versions of the program share it. Throws `damaged` when the source is gone. */
export function installModel({ from, to }: ModelCopy, paths: Pick<HomePaths, 'models'>): void {
  const bytes = readBytesIfThere(from, FILE_BYTES);
  if (bytes === undefined) {
    throw new CairnError('damaged', `${from} is not there any more`, { fix: 'Install Cairn again.' });
  }
  ensureFolder(paths.models);
  removeLeft(paths.models, UNFINISHED);
  writeDurable(to, bytes);
}

function hashOf(path: string): string | undefined {
  const bytes = readBytesIfThere(path, FILE_BYTES);
  return bytes === undefined ? undefined : sha256Hex(bytes);
}
