// client: the memory over the owner's socket, and how an owner is found or started.
// No store and no decision of its own: what it is asked it asks the owner.

import { CairnError, toCairnError } from '../core/errors.ts';
import { CALLER_HEADERS, type Route, routePath } from '../core/wire.ts';
import type { Api } from '../http/api.ts';
import type { Caller, CallOptions, ImportProgress, Memory } from '../memory/contract.ts';
import { requestJson, requestLines } from '../platform/socket-request.ts';

/** How a client reaches the owner; `connect` starts one where that is allowed. */
export interface Connection {
  readonly socket: string;
  connect: () => Promise<void>;
}

const CALL_MS = 60_000;
const CANCELLED = 'The import was cancelled; what was read stays.';

/** The memory over the owner's socket: the same contract as the local one. Connects with the first call. */
export function createClientMemory(connection: Connection, caller: Caller): Memory {
  const headers = callerHeaders(caller);
  const request = (route: Route, body: unknown) => ({
    socket: connection.socket,
    method: 'POST' as const,
    path: routePath(route),
    body,
    headers,
    timeoutMs: CALL_MS,
  });
  const ask = async <R extends Route>(route: R, body: Api[R]['request'], options: CallOptions = {}) => {
    const call = () => requestJson({ ...request(route, body), ...options });
    return (await retryOnce(connection, call)) as unknown as Api[R]['answer'];
  };
  const close = async (): Promise<void> => undefined;
  return {
    record: (events, options) => ask('record', { events }, options),
    remember: (note, options) => ask('remember', { note }, options),
    search: (query, options) => ask('search', { query }, options),
    get: (ids, options) => ask('get', { ids: typeof ids === 'string' ? [ids] : ids }, options),
    context: (request = {}, options) => ask('context', { request }, options),
    forget: (input, options) => ask('forget', input, options),
    async *import(input = {}, options = {}) {
      await connection.connect();
      try {
        for await (const step of requestLines({ ...request('import', input), ...options })) {
          yield step as unknown as ImportProgress;
        }
      } catch (error) {
        const failure = toCairnError(error);
        throw failure.code === 'cancelled' ? new CairnError('cancelled', CANCELLED, { fix: 'cairn import' }) : failure;
      }
    },
    status: (options) => ask('status', {}, options),
    async settled({ timeoutMs, ...options } = {}) {
      await ask('settled', timeoutMs === undefined ? {} : { timeoutMs }, options);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function retryOnce<T>(connection: Connection, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const failure: CairnError = toCairnError(error);
    if (failure.code !== 'not_running') throw failure;
    await connection.connect();
    return call();
  }
}

function callerHeaders(caller: Caller): Record<string, string> {
  return {
    [CALLER_HEADERS.surface]: caller.surface,
    ...(caller.person ? { [CALLER_HEADERS.person]: '1' } : {}),
    ...(caller.cwd === undefined ? {} : { [CALLER_HEADERS.cwd]: encodeURIComponent(caller.cwd) }),
  };
}
