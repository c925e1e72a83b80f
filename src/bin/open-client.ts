import { homedir } from 'node:os';
import type { Caller, Memory } from '../api/contract.ts';
import type { Listening, SignInCode } from '../api/http-answers.ts';
import { routePath } from '../api/routes.ts';
import { callerHeaders, createClientMemory, retryOnce } from '../client/client-memory.ts';
import { createConnection } from '../client/connect.ts';
import type { Connection } from '../client/connection.ts';
import { agentMark } from '../config/agent-mark.ts';
import { type Config, resolveConfig } from '../config/resolve-config.ts';
import type { JsonValue } from '../core/json.ts';
import { ensureFolder, readTextIfThere } from '../platform/files.ts';
import { requestJson, type SocketRequest } from '../platform/http/socket-request.ts';
import { findWorkerSocket } from '../platform/socket-path.ts';
import { currentUserId } from '../platform/user-id.ts';
import { programScript } from './program-files.ts';
import { VERSION } from './program-version.ts';

/** Settings and places, from the environment of this process. */
export function readConfig(): Config {
  return resolveConfig({ env: process.env, userHome: homedir(), readText: (path) => readTextIfThere(path) });
}

/** Path of the worker's socket; creates the home when it is missing. */
export function socketOf({ paths }: Config): string {
  ensureFolder(paths.home);
  return findWorkerSocket(paths, {
    home: paths.home,
    runtimeDir: process.env.XDG_RUNTIME_DIR,
    userId: currentUserId(),
  });
}

/** The memory through its worker, which is started when none answers, unless `start` is `never`. */
export function openClient(
  config: Config,
  caller: Caller,
  start: 'auto' | 'never' = config.settings['worker.start'],
): Memory {
  return createClientMemory(connectionTo(config, { start, caller }), caller);
}

/** Asks the worker, which is started when none answers, to listen on 127.0.0.1 as well. */
export async function askToListen(config: Config, port?: number): Promise<Listening> {
  return (await askWorker(config, 'listen', { body: port === undefined ? {} : { port } })) as unknown as Listening;
}

/** Asks the worker, which is started when none answers, for a code that signs a page in as who calls. */
export async function askForPage(config: Config, caller: Caller): Promise<SignInCode> {
  const asked = { body: {}, headers: callerHeaders(caller) };
  return (await askWorker(config, 'sign-in-code', asked)) as unknown as SignInCode;
}

async function askWorker(
  config: Config,
  route: string,
  asked: Pick<SocketRequest, 'body' | 'headers'>,
): Promise<JsonValue> {
  const connection = connectionTo(config, { start: config.settings['worker.start'] });
  await connection.connect();
  const { listenMs } = config.deadlines;
  const ask = (): Promise<JsonValue> =>
    requestJson({ socket: connection.socket, method: 'POST', path: routePath(route), timeoutMs: listenMs, ...asked });
  return retryOnce(connection, ask);
}

function connectionTo(config: Config, { start, caller }: { start: 'auto' | 'never'; caller?: Caller }): Connection {
  const isAgents = caller?.agent ?? agentMark(process.env) !== undefined;
  return createConnection({
    socket: () => socketOf(config),
    paths: config.paths,
    version: VERSION,
    program: {
      script: programScript('worker'),
      env: { ...process.env, CAIRN_HOME: config.paths.home },
      cache: process.env.NODE_COMPILE_CACHE || config.paths.cache,
      settings: !isAgents,
    },
    start,
    deadlines: config.deadlines,
  });
}
