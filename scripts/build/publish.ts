import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** All files below a folder, as sorted paths with `/` relative to it. */
export function filesBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(folder.length + 1).replaceAll('\\', '/')).sort();
}

/** SHA-256 of each file below a folder, in hexadecimal, by its path. */
export function digestsBelow(folder: string): Record<string, string> {
  return Object.fromEntries(filesBelow(folder).map((file) => [file, sha256(readFileSync(join(folder, file)))]));
}

/**
 * Moves every file of `from` to its place in `to` and removes what else is there. Each file is replaced in one step,
 * so that a command started meanwhile finds the old one or the new one.
 */
export function publish(from: string, to: string): void {
  const files = filesBelow(from);
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true });
    renameSync(join(from, file), join(to, file));
  }
  const kept = new Set(files);
  for (const file of filesBelow(to)) if (!kept.has(file)) rmSync(join(to, file));
  removeEmptyFolders(to);
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    removeEmptyFolders(path);
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
