// client: the calls of the memory as the page makes them: one function over the table of calls, and hooks that keep what was
// answered. It shows nothing.

import type { CallName, InputOfCall } from '../../src/api/calls.ts';
import type { CallAnswers } from '../../src/api/methods.ts';
import { routePath } from '../../src/api/routes.ts';
import { pageHeaders } from '../access/page-key.ts';
import { CallError, errorOf, isAborted, toCallError } from './call-error.ts';
import { reportFailure } from './session-state.ts';

/** Options of one request. */
export interface AskOptions {
  signal?: AbortSignal | undefined;
}

/** Asks a call of the memory; its input and its answer have the types of the table. Rejects with a `CallError`. */
export async function ask<Name extends CallName>(
  call: Name,
  input: InputOfCall<Name>,
  options: AskOptions = {},
): Promise<CallAnswers[Name]> {
  return (await request('POST', routePath(call), { body: input, ...options })) as CallAnswers[Name];
}

/** Asks any path as it stands, for one who explores the API. */
export async function readAny(
  method: 'GET' | 'POST',
  path: string,
  options: { body?: unknown } = {},
): Promise<unknown> {
  const { pathname, search } = new URL(path, location.origin);
  return request(method, `${pathname}${search}`, options);
}

/** Asks a call that answers value by value, as `import`. */
export async function* askStream<Name extends CallName>(
  call: Name,
  input: InputOfCall<Name>,
  options: AskOptions = {},
): AsyncGenerator<CallAnswers[Name]> {
  const response = await send('POST', routePath(call), { body: input, ...options });
  for await (const line of linesOf(response)) {
    const value = JSON.parse(line) as CallAnswers[Name] & {
      error?: { code: CallError['code']; message: string; fix?: string };
    };
    if (value.error !== undefined) throw new CallError(value.error.code, value.error.message, value.error);
    yield value;
  }
}

/** The lines of a body as they come, without empty ones. */
export async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoderStream();
  let rest = '';
  for await (const part of response.body?.pipeThrough(decoder) ?? []) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') yield line;
  }
  if (rest !== '') yield rest;
}

type Method = 'GET' | 'POST';

async function request(method: Method, path: string, options: AskOptions & { body?: unknown }): Promise<unknown> {
  const response = await send(method, path, options);
  return response.json();
}

async function send(
  method: Method,
  path: string,
  { body, signal }: AskOptions & { body?: unknown },
): Promise<Response> {
  try {
    const response = await fetch(path, {
      method,
      headers: { ...pageHeaders(), ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  } catch (error) {
    if (isAborted(error)) throw error;
    const failure = toCallError(error);
    reportFailure(failure);
    throw failure;
  }
}
