import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** Every file and folder below a folder, by relative path: kind, mode and a hash of the content. */
export async function snapshotOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const paths = (await readdir(folder, { recursive: true })).sort();
  return new Map(await Promise.all(paths.map(async (path) => [path, await stateOf(join(folder, path))] as const)));
}

/** The part of a snapshot whose paths a rule keeps. */
export function only(snapshot: ReadonlyMap<string, string>, keep: (path: string) => boolean): Record<string, string> {
  return Object.fromEntries([...snapshot].filter(([path]) => keep(path)));
}

async function stateOf(path: string): Promise<string> {
  const found = await lstat(path);
  const mode = (found.mode & 0o7777).toString(8);
  if (found.isSymbolicLink()) return `link to ${await readlink(path)}`;
  if (!found.isFile()) return `folder ${mode}`;
  return `file ${mode} ${createHash('sha256')
    .update(await readFile(path))
    .digest('hex')}`;
}
