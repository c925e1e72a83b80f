// client: the memory over the owner's socket, and how an owner is found or started.
// No store and no decision of its own: what it is asked it asks the owner.

import type { ImportProgress, LoggedEvent } from '../api/answers.ts';
import { toInputObject } from '../api/check-input.ts';
import type { Caller, CallOptions, Memory } from '../api/contract.ts';
import type { Answers } from '../api/http-answers.ts';
import { CALLER_HEADERS, DELIVERY_HEADER, type Route, routePath } from '../api/routes.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { randomId } from '../core/hash.ts';
import { asObject } from '../core/json.ts';
import { requestJson, requestLines } from '../platform/http/socket-request.ts';
import { followEvents } from './follow-events.ts';

/** How a client reaches the owner; `connect` starts one where that is allowed. */
export interface Connection {
  readonly socket: string;
  /** Milliseconds of silence after which a call is given up. */
  readonly callMs: number;
  connect: () => Promise<void>;
}

/** Events may be long in coming. */
const NO_LIMIT_MS = 0;
/** What reads or changes as much as there is. */
const UNBOUNDED: ReadonlySet<Route> = new Set(['doctor', 'forget', 'prune', 'consolidate', 'llm', 'settled']);
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
    timeoutMs: UNBOUNDED.has(route) ? NO_LIMIT_MS : connection.callMs,
  });
  const closing = new AbortController();
  const untilClosed = (options: CallOptions): AbortSignal => {
    if (closing.signal.aborted) throw new CairnError('cancelled', 'This memory was closed.', { fix: 'Open it again.' });
    return options.signal === undefined ? closing.signal : AbortSignal.any([options.signal, closing.signal]);
  };
  const ask = async <Name extends Route>(route: Name, body: unknown, options: CallOptions = {}) => {
    const signal = untilClosed(options);
    const named = route === 'record' ? { [DELIVERY_HEADER]: options.delivery ?? randomId() } : {};
    const call = () => requestJson({ ...request(route, body), headers: { ...headers, ...named }, signal });
    return (await retryOnce(connection, call)) as unknown as Answers[Name];
  };
  const close = async (): Promise<void> => closing.abort();
  return {
    ...plainCalls(ask),
    async *events(input = {}, options = {}) {
      const signal = untilClosed(options);
      const asked = { ...request('events', input), signal, timeoutMs: NO_LIMIT_MS };
      yield* followEvents(input, {
        connect: connection.connect,
        tell: (from) => requestLines({ ...asked, body: from }) as unknown as AsyncIterable<LoggedEvent>,
        signal,
      });
    },
    async *import(input = {}, options = {}) {
      const signal = untilClosed(options);
      await connection.connect();
      try {
        for await (const step of requestLines({ ...request('import', input), signal })) {
          yield step as unknown as ImportProgress;
        }
      } catch (error) {
        const failure = toCairnError(error);
        throw failure.code === 'cancelled' ? new CairnError('cancelled', CANCELLED, { fix: 'cairn import' }) : failure;
      }
    },
    async *export(input = {}, options = {}) {
      await connection.connect();
      const asked = { ...request('export', input), signal: untilClosed(options), timeoutMs: NO_LIMIT_MS };
      for await (const line of requestLines(asked)) yield asObject(line);
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Asks a route and gives its answer. */
export type SendCall = <Name extends Route>(
  route: Name,
  body: unknown,
  options?: CallOptions,
) => Promise<Answers[Name]>;

/** The calls of the memory that give one answer, by whatever way they are asked. */
export function plainCalls(
  ask: SendCall,
): Omit<Memory, 'events' | 'import' | 'export' | 'close' | typeof Symbol.asyncDispose> {
  return {
    record: (input, options) => ask('record', toInputObject('record', input), options),
    remember: (input, options) => ask('remember', toInputObject('remember', input), options),
    search: (input, options) => ask('search', toInputObject('search', input), options),
    timeline: (input, options) => ask('timeline', toInputObject('timeline', input), options),
    get: (ids, options) => ask('get', toInputObject('get', ids), options),
    list: (input = {}, options) => ask('list', input, options),
    update: (id, changes, options) => ask('update', { id, changes }, options),
    recall: (input, options) => ask('recall', toInputObject('recall', input), options),
    context: (input = {}, options) => ask('context', toInputObject('context', input), options),
    resume: (input = {}, options) => ask('resume', toInputObject('resume', input), options),
    session: (input, options) => ask('session', toInputObject('session', input), options),
    patterns: (input = {}, options) => ask('patterns', input, options),
    tripwires: (input = {}, options) => ask('tripwires', input, options),
    impact: (input = {}, options) => ask('impact', input, options),
    stats: (input = {}, options) => ask('stats', input, options),
    contradictions: (input = {}, options) => ask('contradictions', input, options),
    checkpoint: (input = {}, options) => ask('checkpoint', toInputObject('checkpoint', input), options),
    forget: (input, options) => ask('forget', input, options),
    prune: (input = {}, options) => ask('prune', input, options),
    consolidate: (input = {}, options) => ask('consolidate', input, options),
    collect: (input, options) => ask('collect', input, options),
    collections: (input = {}, options) => ask('collections', toInputObject('collections', input), options),
    ask: (input, options) => ask('ask', input, options),
    status: (options) => ask('status', {}, options),
    llm: (input = {}, options) => ask('llm', input, options),
    jobs: (input = {}, options) => ask('jobs', input, options),
    rebuild: (input = {}, options) => ask('rebuild', input, options),
    doctor: (input = {}, options) => ask('doctor', input, options),
    async settled({ timeoutMs, ...options } = {}) {
      await ask('settled', timeoutMs === undefined ? {} : { timeoutMs }, options);
    },
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
    ...(caller.agent === true ? { [CALLER_HEADERS.agent]: '1' } : {}),
    ...(caller.session === undefined ? {} : { [CALLER_HEADERS.session]: encodeURIComponent(caller.session) }),
    ...(caller.cwd === undefined ? {} : { [CALLER_HEADERS.cwd]: encodeURIComponent(caller.cwd) }),
  };
}
