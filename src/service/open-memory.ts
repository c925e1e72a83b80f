import { createClientMemory } from '../client/client-memory.ts';
import { createConnection } from '../client/connect.ts';
import type { Config } from '../config/resolve-config.ts';
import { CairnError } from '../core/errors.ts';
import type { Memory } from '../memory/contract.ts';
import { openLocal } from '../memory/open.ts';
import { openReadonly } from '../memory/open-readonly.ts';
import { ensureFolder } from '../platform/files.ts';
import { takeOwnerLock } from '../platform/owner-lock.ts';
import { findOwnerSocket } from '../platform/socket-path.ts';

/** Options of `openMemory`, all of them optional. */
export interface MemoryOptions {
  /** Folder of all data; default `CAIRN_HOME`, else `~/.cairn`. */
  home?: string;
  /** A path inside the project that calls are about; default the current folder. */
  project?: string;
  /** `client`: by way of the owner, which is started when needed. `embedded`: this process is the owner. Default `auto`: client. */
  mode?: 'auto' | 'client' | 'embedded';
  /** Reads without an owner; every write is refused with `not_allowed`. */
  readonly?: boolean;
  /** Closes the memory when it aborts. */
  signal?: AbortSignal;
}

/** What the SDK knows of the process it runs in. */
export interface SdkEnvironment {
  resolve: (home: string | undefined) => Config;
  userHome: string;
  userId: number;
  cwd: string;
  variables: Readonly<Record<string, string | undefined>>;
  version: string;
  /** Path of the owner's program. */
  serviceScript: string;
}

/** Opens the memory. The result is an `AsyncDisposable`: `await using memory = await openMemory()`. */
export async function openMemoryIn(environment: SdkEnvironment, options: MemoryOptions = {}): Promise<Memory> {
  const config = environment.resolve(options.home);
  const memory = open(environment, config, options);
  options.signal?.addEventListener('abort', () => void memory.close(), { once: true });
  return memory;
}

function open(environment: SdkEnvironment, config: Config, options: MemoryOptions): Memory {
  const caller = { surface: 'sdk', person: false, cwd: options.project ?? environment.cwd } as const;
  const agentEnvironment = { home: environment.userHome, variables: environment.variables };
  const { paths, settings } = config;
  if (options.readonly === true) return openReadonly({ paths, settings, userHome: environment.userHome, caller });
  ensureFolder(paths.home);
  if (options.mode === 'embedded') {
    const lock = takeOwnerLock(paths.lock);
    if (lock === undefined) {
      throw new CairnError('busy', `Another process owns ${paths.home}.`, {
        fix: 'Use mode "client", or: cairn worker stop',
      });
    }
    const { memory } = openLocal({
      paths,
      settings,
      environment: agentEnvironment,
      version: environment.version,
      caller,
    });
    return closingWith(memory, () => lock.release());
  }
  const place = { home: paths.home, runtimeDir: environment.variables.XDG_RUNTIME_DIR, userId: environment.userId };
  const connection = createConnection({
    socket: () => findOwnerSocket(paths.socket, place),
    version: environment.version,
    program: { script: environment.serviceScript, env: { ...environment.variables, CAIRN_HOME: paths.home } },
    start: settings['worker.start'],
  });
  return createClientMemory(connection, caller);
}

function closingWith(memory: Memory, after: () => void): Memory {
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= memory.close().finally(after);
    return closing;
  };
  return { ...memory, close, [Symbol.asyncDispose]: close };
}
