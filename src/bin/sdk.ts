import { homedir } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Memory } from '../api/contract.ts';
import { resolveConfig } from '../config/resolve-config.ts';
import { readTextIfThere } from '../platform/files.ts';
import { currentUserId } from '../platform/user-id.ts';
import type { MemoryOptions } from '../sdk/index.ts';
import { openMemoryIn } from '../sdk/index.ts';
import { embedPlaces } from './embedding-paths.ts';

export * from '../sdk/index.ts';

/**
 * Opens the memory of this machine's user: `await using memory = await openMemory()`.
 * @example
 * const memory = await openMemory({ project: '.' });
 * const { hits } = await memory.search('do we use npm or pnpm?');
 * await memory.close();
 */
export async function openMemory(options: MemoryOptions = {}): Promise<Memory> {
  const userHome = homedir();
  const resolve = (home: string | undefined) =>
    resolveConfig({
      env: home === undefined ? process.env : { ...process.env, CAIRN_HOME: home },
      userHome,
      readText: readTextIfThere,
    });
  const near = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
  const { version } = JSON.parse(readTextIfThere(near('./package.json')) ?? '') as { version: string };
  return openMemoryIn(
    {
      resolve,
      userHome,
      userId: currentUserId(),
      cwd: process.cwd(),
      variables: process.env,
      version,
      serviceScript: near('./worker.js'),
      embedPlaces,
    },
    options,
  );
}
