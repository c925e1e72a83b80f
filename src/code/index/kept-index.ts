import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ensureFolder, namesIn, readBytesIfThere, removeFile, writeDurable } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import { packIndex, unpackIndex } from './index-file.ts';
import type { IndexedFile } from './indexed-file.ts';

/** Upper bounds on the bytes of an index's file, and on the projects and worktrees whose index is kept. */
const FILE_BYTES = 256 * 1024 * 1024;
const INDEXES = 100;

/** The files of the index that a path holds, without their words; none where there is no such index. */
export function readKeptIndex(path: string, root: string): IndexedFile[] {
  const bytes = readBytesIfThere(path, FILE_BYTES);
  return bytes === undefined ? [] : (unpackIndex(root, bytes) ?? []);
}

/** Writes an index; those beside it that changed longest ago go, so that a worktree that is gone leaves nothing for good. */
export function keepIndex(path: string, root: string, files: Iterable<IndexedFile>): void {
  const folder = dirname(path);
  try {
    ensureFolder(folder);
    writeDurable(path, packIndex(root, files));
    for (const old of indexesOf(folder).slice(INDEXES)) removeFile(old);
  } catch (error) {
    ignore(error, 'the index of a project could not be kept');
  }
}

/** Newest first. */
function indexesOf(folder: string): string[] {
  const paths = namesIn(folder)
    .filter((name) => name.endsWith('.index'))
    .map((name) => join(folder, name));
  const times = new Map(paths.map((path) => [path, statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
  return paths.sort((one, other) => (times.get(other) ?? 0) - (times.get(one) ?? 0));
}
