import { cp, lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveAgent } from './agent.ts';
import type { Machine } from './machine.ts';

/** Copies the home and the requests to `CAIRN_LIVE_KEEP/<agent>`, when that is set, to be looked at. */
export async function keepHome({ namespace }: Machine, { name }: Pick<LiveAgent, 'name'>): Promise<void> {
  const folder = process.env.CAIRN_LIVE_KEEP;
  if (folder === undefined) return;
  const target = join(folder, name);
  await rm(target, { recursive: true, force: true });
  await mkdir(target, { recursive: true });
  await cp(namespace.home, join(target, 'home'), { recursive: true, verbatimSymlinks: true, filter: isPlain });
  await writeFile(join(target, 'requests.json'), JSON.stringify(namespace.requests, null, 1));
}

/** Sockets and pipes cannot be copied. */
async function isPlain(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isFile() || found.isDirectory() || found.isSymbolicLink();
}
