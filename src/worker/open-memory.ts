import { resolve } from 'node:path';
import type { Caller, Memory } from '../api/contract.ts';
import { createClientMemory } from '../client/client-memory.ts';
import { createConnection } from '../client/connect.ts';
import type { Connection } from '../client/connection.ts';
import { agentMark } from '../config/agent-mark.ts';
import type { HomePaths } from '../config/paths.ts';
import type { Config } from '../config/resolve-config.ts';
import { CairnError } from '../core/errors.ts';
import { lazy } from '../core/lazy.ts';
import { type EmbeddingPaths, openEmbedder } from '../embeddings/open-embedder.ts';
import { type GivenEmbedder, isGivenEmbedder, toEmbedder } from '../embeddings/to-embedder.ts';
import type { CodePrograms } from '../memory/open.ts';
import { openReadonly } from '../memory/open-readonly.ts';
import type { EmbedWith } from '../memory/runtime/embedding.ts';
import { now } from '../platform/clock.ts';
import { ensureFolder } from '../platform/files.ts';
import { openLog } from '../platform/log.ts';
import { ensureOwnFolder } from '../platform/own-folder.ts';
import { findWorkerSocket } from '../platform/socket-path.ts';
import { takeHomeLock } from '../platform/sqlite/home-lock.ts';
import { embedWith } from './embed-with.ts';
import { openWithIntakes } from './intakes.ts';

/** Options of `openMemory`, all of them optional. */
export interface MemoryOptions {
  /** Folder of all data; default `CAIRN_HOME`, else `~/.cairn`. */
  home?: string;
  /** A path inside the project that calls are about; default the current folder. */
  project?: string;
  /** `client`: through the worker, which is started when needed. `embedded`: this process owns the home. Default `auto`: client. */
  mode?: 'auto' | 'client' | 'embedded';
  /**
   * The embedder, in mode "embedded": a name as in the setting `embed.model`, or the caller's own embedder. The worker of
   * the other modes has its own settings.
   */
  embedder?: string | GivenEmbedder;
  /** Reads without a worker; every write is refused with `not_allowed`. */
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
  /** Path of the worker's program. */
  serviceScript: string;
  /** Paths of the embedders' files. */
  embedPlaces: (paths: HomePaths) => EmbeddingPaths;
  /** The programs of reading code. */
  codePrograms: (paths: HomePaths) => CodePrograms;
}

/** Opens the memory. The result is an `AsyncDisposable`: `await using memory = await openMemory()`. */
export async function openMemoryIn(environment: SdkEnvironment, options: MemoryOptions = {}): Promise<Memory> {
  checkOptions(options);
  if (options.signal?.aborted)
    throw new CairnError('cancelled', 'The signal had aborted before the memory was opened.');
  const memory = await open(environment, environment.resolve(options.home), options);
  options.signal?.addEventListener('abort', () => void memory.close(), { once: true });
  return memory;
}

const OPTIONS: Readonly<Record<keyof MemoryOptions, { takes: string; accepts: (value: unknown) => boolean }>> = {
  home: { takes: 'a path', accepts: (value) => typeof value === 'string' && value !== '' },
  project: { takes: 'a path', accepts: (value) => typeof value === 'string' && value !== '' },
  mode: {
    takes: 'auto, client or embedded',
    accepts: (value) => ['auto', 'client', 'embedded'].includes(value as string),
  },
  embedder: {
    takes: 'a name as embed.model does, or { model, dimensions, embed }',
    accepts: (value) => typeof value === 'string' || isGivenEmbedder(value),
  },
  readonly: { takes: 'true or false', accepts: (value) => typeof value === 'boolean' },
  signal: { takes: 'an AbortSignal', accepts: (value) => value instanceof AbortSignal },
};

/** `invalid_input` for an option that does not exist, or of a wrong type: a misspelt one must not open another memory. */
function checkOptions(options: MemoryOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const fix = 'See the README, section "SDK".';
    const option = Object.hasOwn(OPTIONS, name) ? OPTIONS[name as keyof MemoryOptions] : undefined;
    if (option === undefined) throw new CairnError('invalid_input', `openMemory has no option "${name}".`, { fix });
    if (value !== undefined && !option.accepts(value)) {
      throw new CairnError('invalid_input', `openMemory: ${name} takes ${option.takes}; it got ${String(value)}.`, {
        fix,
      });
    }
  }
  if (options.embedder !== undefined && options.mode !== 'embedded') {
    throw new CairnError('invalid_input', 'openMemory: embedder is for mode "embedded" alone.', {
      fix: 'Use mode "embedded", or for the worker: cairn config set embed.model NAME',
    });
  }
}

async function open(environment: SdkEnvironment, config: Config, options: MemoryOptions): Promise<Memory> {
  const caller: Caller = {
    surface: 'sdk',
    person: false,
    agent: agentMark(environment.variables) !== undefined,
    cwd: resolve(environment.cwd, options.project ?? '.'),
  };
  if (options.readonly === true) {
    const { userHome, version } = environment;
    return openReadonly({ ...config, userHome, caller, version });
  }
  ensureFolder(config.paths.home);
  return options.mode === 'embedded'
    ? openEmbedded(environment, config, { caller, embedder: options.embedder })
    : createClientMemory(connectionTo(environment, config), caller);
}

/** The memory in this process, which owns the home: it takes in what hooks leave in the journal, and answers no one else. */
async function openEmbedded(
  environment: SdkEnvironment,
  config: Config,
  { caller, embedder }: { caller: Caller; embedder: MemoryOptions['embedder'] },
): Promise<Memory> {
  const { paths, settings, deadlines } = config;
  ensureOwnFolder(paths.home, environment.userId);
  const lock = takeHomeLock(paths.lock);
  if (lock === undefined) {
    throw new CairnError('busy', `Another process owns ${paths.home}.`, {
      fix: 'Use mode "client", or: cairn worker stop',
    });
  }
  const agentEnvironment = { home: environment.userHome, variables: environment.variables };
  try {
    const log = openLog(paths.log, { level: settings['log.level'], now, process: 'sdk' });
    const { version } = environment;
    const code = environment.codePrograms(paths);
    const embed = embedFrom(embedder, config, environment);
    const { opened, intakes } = openWithIntakes(
      { paths, settings, deadlines, environment: agentEnvironment, version, caller, embed, code },
      log,
    );
    await intakes.start(0);
    return closingWith(opened.memory, { before: () => intakes.stop(), after: () => lock.release() });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** The embedder of the options, or that of the settings. A name in the options that is none is refused, as any other option. */
function embedFrom(
  embedder: MemoryOptions['embedder'],
  { paths, settings }: Config,
  { embedPlaces }: SdkEnvironment,
): EmbedWith {
  if (typeof embedder === 'object') return { embedder: toEmbedder(embedder) };
  const places = embedPlaces(paths);
  if (embedder === undefined) return embedWith(settings, places);
  return { embedder: openEmbedder({ ...settings, 'embed.model': embedder }, places) };
}

function connectionTo(environment: SdkEnvironment, { paths, settings, deadlines }: Config): Connection {
  const place = { home: paths.home, runtimeDir: environment.variables.XDG_RUNTIME_DIR, userId: environment.userId };
  return createConnection({
    socket: () => findWorkerSocket(paths, place),
    paths,
    version: environment.version,
    program: {
      script: environment.serviceScript,
      env: { ...environment.variables, CAIRN_HOME: paths.home },
      settings: agentMark(environment.variables) === undefined,
    },
    start: settings['worker.start'],
    deadlines,
  });
}

function closingWith(memory: Memory, { before, after }: { before: () => Promise<void>; after: () => void }): Memory {
  const close = lazy(() =>
    before()
      .then(() => memory.close())
      .finally(after),
  );
  return { ...memory, close, [Symbol.asyncDispose]: close };
}
