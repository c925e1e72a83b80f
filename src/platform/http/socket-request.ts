// platform/http: requests to the worker's socket and to model servers, with time limits, retries and a circuit breaker.
// Nothing here knows what is asked.

import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { CairnError, ERROR_CODES, type ErrorCode } from '../../core/errors.ts';
import { asString, isJsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import { isOwnSocket } from '../socket-path.ts';
import { currentUserId } from '../user-id.ts';

const ANSWER_BYTES = 64 * 1024 * 1024;
const NO_ONE = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTSOCK', 'EACCES']);

/** One request to a worker: `body` is sent as JSON. `timeoutMs` bounds each silence on the socket. */
export interface SocketRequest {
  /** Path of the worker's socket. */
  socket: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/**
 * Sends a request to a worker and returns its JSON answer. Throws the error that the worker answers, `not_running` when
 * none listens, `timeout` and `cancelled`.
 */
export async function requestJson(input: SocketRequest): Promise<JsonValue> {
  const answer = await send(input);
  const text = await readText(answer, input);
  const value = text === '' ? null : parseJson(text);
  if (isFailure(answer)) throw parseError(value, failedWith(answer));
  if (value === undefined) throw new CairnError('internal', `${input.path} did not answer with JSON`);
  return value;
}

/**
 * Sends a request to a worker and yields its answer line by line, each a JSON value (NDJSON). Leaving the loop ends the
 * request.
 */
export async function* requestLines(input: SocketRequest): AsyncGenerator<JsonValue> {
  const answer = await send(input);
  if (isFailure(answer)) throw parseError(parseJson(await readText(answer, input)), failedWith(answer));
  try {
    for await (const line of splitLines(answer)) {
      const value = parseJson(line);
      if (value === undefined) throw new CairnError('internal', `${input.path} answered with a line that is not JSON`);
      if (isJsonObject(value) && isJsonObject(value.error)) throw parseError(value, 'the worker failed');
      yield value;
    }
    if (!answer.complete) throw new CairnError('not_running', 'the worker ended in the middle of its answer');
  } catch (error) {
    throw translate(error, input);
  } finally {
    answer.destroy();
  }
}

async function send(input: SocketRequest): Promise<IncomingMessage> {
  refuseStrangers(input.socket);
  return new Promise((resolve, reject) => {
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const fail = (error: unknown): void => reject(translate(error, input));
    const sent = request({
      socketPath: input.socket,
      method: input.method,
      path: input.path,
      headers: { ...headersOf(body), ...input.headers },
      // A connection of its own, which ends with the answer. Not by `agent: false`: that reads the host as an address, 4 ms.
      createConnection: () => connect(input.socket),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    });
    sent.on('response', resolve).on('error', fail);
    endSilence(sent, input);
    sent.end(body);
  });
}

/** Refuses a socket that another user may have created, before anything is sent to it. */
function refuseStrangers(socket: string): void {
  const userId = currentUserId();
  if (userId < 0 || isOwnSocket(socket, userId)) return;
  throw new CairnError('not_running', `no worker of user ${userId} answers at ${socket}`, { fix: 'cairn worker' });
}

function headersOf(body: string | undefined): Record<string, string | number> {
  const common = { host: 'cairn', accept: 'application/json' };
  if (body === undefined) return common;
  return { ...common, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
}

/** Once the answer has begun, its reader waits for it and gets the error; before that, the request does. */
function endSilence(sent: ClientRequest, input: SocketRequest): void {
  let waiting: ClientRequest | IncomingMessage = sent;
  sent.on('response', (answer) => {
    waiting = answer;
  });
  sent.setTimeout(input.timeoutMs, () => {
    waiting.destroy(new CairnError('timeout', `the worker did not answer ${input.path} within ${input.timeoutMs} ms`));
  });
}

async function readText(answer: IncomingMessage, input: SocketRequest): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length;
      if (length > ANSWER_BYTES) throw new CairnError('internal', `${input.path} answered with too many bytes`);
      parts.push(part);
    }
  } catch (error) {
    throw translate(error, input);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function* splitLines(answer: IncomingMessage): AsyncGenerator<string> {
  let rest = '';
  answer.setEncoding('utf8');
  for await (const part of answer as AsyncIterable<string>) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LIMITS.lineBytes) throw new CairnError('internal', 'a line of the answer is too long');
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}

function failedWith(answer: IncomingMessage): string {
  return `the worker answered with status ${answer.statusCode}`;
}

function isFailure(answer: IncomingMessage): boolean {
  return (answer.statusCode ?? 500) >= 400;
}

/** Parses an error `{ error: { code, message, fix } }`; `otherwise` is the message when it has none. */
export function parseError(value: JsonValue | undefined, otherwise: string): CairnError {
  const shape = isJsonObject(value) && isJsonObject(value.error) ? value.error : {};
  const code = asString(shape.code);
  const fix = asString(shape.fix);
  const message = asString(shape.message) ?? otherwise;
  return new CairnError(isErrorCode(code) ? code : 'internal', message, fix === undefined ? {} : { fix });
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(ERROR_CODES, code);
}

function translate(error: unknown, input: SocketRequest): unknown {
  if (error instanceof CairnError) return error;
  const { code } = error as NodeJS.ErrnoException;
  if (input.signal?.aborted) return new CairnError('cancelled', `${input.path} was cancelled`, { cause: error });
  if (code !== undefined && NO_ONE.has(code)) {
    return new CairnError('not_running', 'no worker answers', { fix: 'cairn worker', cause: error });
  }
  return error;
}
