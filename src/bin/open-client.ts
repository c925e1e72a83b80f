import { homedir, userInfo } from 'node:os';
import { createClientMemory } from '../client/client-memory.ts';
import { createConnection } from '../client/connect.ts';
import { type Config, resolveConfig } from '../config/resolve-config.ts';
import type { Caller, Memory } from '../memory/contract.ts';
import { ensureFolder, readTextIfThere } from '../platform/files.ts';
import { findOwnerSocket } from '../platform/socket-path.ts';
import { programScript } from './program-files.ts';
import { VERSION } from './program-version.ts';

/** Settings and places, from the environment of this process. */
export function readConfig(): Config {
  return resolveConfig({ env: process.env, userHome: homedir(), readText: (path) => readTextIfThere(path) });
}

/** Path of the owner's socket; makes the home when it is not there. */
export function socketOf({ paths }: Config): string {
  ensureFolder(paths.home);
  return findOwnerSocket(paths.socket, {
    home: paths.home,
    runtimeDir: process.env.XDG_RUNTIME_DIR,
    userId: userInfo().uid,
  });
}

/** The memory by way of its owner, which is started when none answers, unless `start` is `never`. */
export function openClient(
  config: Config,
  caller: Caller,
  start: 'auto' | 'never' = config.settings['worker.start'],
): Memory {
  const connection = createConnection({
    socket: () => socketOf(config),
    version: VERSION,
    program: {
      script: programScript('service'),
      env: { ...process.env, CAIRN_HOME: config.paths.home },
    },
    start,
  });
  return createClientMemory(connection, caller);
}
