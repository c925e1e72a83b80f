import { homedir } from 'node:os';
import type { Memory } from '../api/contract.ts';
import { resolveConfig } from '../config/resolve-config.ts';
import { readTextIfThere } from '../platform/files.ts';
import { currentUserId } from '../platform/user-id.ts';
import { type MemoryOptions, openMemoryIn } from '../sdk/index.ts';
import { codePrograms } from './code-programs.ts';
import { embedPlaces } from './embedding-paths.ts';
import { programScript } from './program-files.ts';
import { VERSION } from './program-version.ts';

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
  return openMemoryIn(
    {
      resolve,
      userHome,
      userId: currentUserId(),
      cwd: process.cwd(),
      variables: process.env,
      version: VERSION,
      serviceScript: programScript('worker'),
      embedPlaces,
      codePrograms,
    },
    options,
  );
}
