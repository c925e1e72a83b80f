// client: the memory over the worker's socket, and how a worker is found or started.
// It has no store and decides nothing: it asks the worker what it is asked.

import type { LoggedEvent } from '../api/answers.ts';
import type { CallTable } from '../api/calls/call.ts';
import { CALLS, type CallName } from '../api/calls.ts';
import type { Caller, CallOptions, Memory } from '../api/contract.ts';
import { createMethods } from '../api/methods.ts';
import type { EventsInput } from '../api/requests.ts';
import { CALLER_HEADERS, DELIVERY_HEADER, routePath } from '../api/routes.ts';
import { CairnError, toCairnError } from '../core/errors.ts';
import { randomId } from '../core/hash.ts';
import { requestJson, requestLines } from '../platform/http/socket-request.ts';
import type { Connection } from './connection.ts';
import { followEvents } from './follow-events.ts';
import { streamWhileAlive, whileAlive } from './while-alive.ts';

/** How long a call may take that takes as long as there is something to do: any number of milliseconds. */
const NO_LIMIT_MS = 0;

/** The memory over the worker's socket: the same contract as the local one. Connects with the first call. */
export function createClientMemory(connection: Connection, caller: Caller, calls: CallTable = CALLS): Memory {
  const headers = callerHeaders(caller);
  const closing = new AbortController();
  const untilClosed = ({ signal }: CallOptions): AbortSignal => {
    if (closing.signal.aborted) throw new CairnError('cancelled', 'This memory was closed.', { fix: 'Open it again.' });
    return signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal]);
  };
  const request = (call: CallName, body: unknown, options: CallOptions) => ({
    method: 'POST' as const,
    path: routePath(call),
    body,
    headers: call === 'record' ? { ...headers, [DELIVERY_HEADER]: options.delivery ?? randomId() } : headers,
    timeoutMs: calls[call]?.unbounded === true ? NO_LIMIT_MS : connection.deadlines.callMs,
    signal: untilClosed(options),
  });
  const close = async (): Promise<void> => closing.abort();
  const methods = createMethods(
    {
      async ask(call, input, options) {
        const asked = request(call, input, options);
        return retryOnce(connection, () => {
          const { socket, deadlines } = connection;
          return whileAlive({ socket, deadlines, signal: asked.signal }, (signal) =>
            requestJson({ ...asked, socket, signal }),
          );
        });
      },
      async *stream(call, input, options) {
        const asked = request(call, input, options);
        if (call === 'events') {
          const askFrom = (from: EventsInput) =>
            requestLines({ ...asked, socket: connection.socket, body: from }) as unknown as AsyncIterable<LoggedEvent>;
          yield* followEvents(input as EventsInput, {
            connect: connection.connect,
            ask: askFrom,
            signal: asked.signal,
          });
          return;
        }
        await connection.connect();
        try {
          yield* retryStreamOnce(connection, () => {
            const { socket, deadlines } = connection;
            return streamWhileAlive({ socket, deadlines, signal: asked.signal }, (signal) =>
              requestLines({ ...asked, socket, signal }),
            );
          });
        } catch (error) {
          const failure = toCairnError(error);
          if (call !== 'import' || failure.code !== 'cancelled') throw failure;
          throw new CairnError('cancelled', 'The import was cancelled; what was read stays.', { fix: 'cairn import' });
        }
      },
    },
    calls,
  );
  return { ...methods, close, [Symbol.asyncDispose]: close };
}

/** Makes a call again, once, when the worker left before it answered. */
export async function retryOnce<T>(connection: Connection, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const failure: CairnError = toCairnError(error);
    if (failure.code !== 'not_running') throw failure;
    await connection.connect();
    return call();
  }
}

/** The same for an answer in parts: only one of which nothing came yet. */
async function* retryStreamOnce<T>(connection: Connection, call: () => AsyncGenerator<T>): AsyncGenerator<T> {
  let hasBegun = false;
  try {
    for await (const part of call()) {
      hasBegun = true;
      yield part;
    }
    return;
  } catch (error) {
    if (hasBegun || toCairnError(error).code !== 'not_running') throw error;
  }
  await connection.connect();
  yield* call();
}

/** The headers that say to the worker who asks. */
export function callerHeaders(caller: Caller): Record<string, string> {
  return {
    [CALLER_HEADERS.surface]: caller.surface,
    ...(caller.person ? { [CALLER_HEADERS.person]: encodeURIComponent(caller.process ?? '') } : {}),
    ...(caller.agent === true ? { [CALLER_HEADERS.agent]: '1' } : {}),
    ...(caller.session === undefined ? {} : { [CALLER_HEADERS.session]: encodeURIComponent(caller.session) }),
    ...(caller.asking === undefined ? {} : { [CALLER_HEADERS.asking]: caller.asking }),
    ...(caller.cwd === undefined ? {} : { [CALLER_HEADERS.cwd]: encodeURIComponent(caller.cwd) }),
  };
}
