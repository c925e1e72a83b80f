import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { namesIn, readTextIfThere, removeFile, writeDurable } from '../files.ts';

/** The folders that Node makes there, one for each version and set of flags. */
const OF_NODE = /^v\d+\.\d+\.\d+-/;
/** Which program's files the cache holds. */
const MARKER = 'program';
/** More files than all programs of one version have: a clone that is built again and again leaves those of each build. */
const FILES_MAX = 1_000;

/**
 * Empties Node's compile cache of what another version of the program left there, or another Node, and where it has grown
 * beyond 1,000 files: Node itself removes nothing. `program` names the version. What runs goes on, and fills it again.
 */
export function trimCompileCache(cache: string, program: string): void {
  const folders = namesIn(cache).filter((name) => OF_NODE.test(name));
  if (folders.length === 0) return;
  const marker = join(cache, MARKER);
  const files = folders.flatMap((folder) => namesIn(join(cache, folder)).map((name) => join(cache, folder, name)));
  const isOwn = readTextIfThere(marker) === program;
  if (isOwn && files.length <= FILES_MAX) return;
  // The folders of this Node stay: who has one open could keep nothing in it when it ends.
  for (const file of files) removeFile(file);
  for (const folder of folders) {
    if (!folder.startsWith(`${process.version}-`)) rmSync(join(cache, folder), { recursive: true, force: true });
  }
  if (!isOwn) writeDurable(marker, program);
}
