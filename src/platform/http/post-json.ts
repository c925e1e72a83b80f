import { CairnError } from '../../core/errors.ts';
import { type JsonObject, type JsonValue, parseJson } from '../../core/json.ts';
import { zlib } from '../zlib.ts';

/** A request whose answer is JSON. */
export interface JsonRequest {
  url: string;
  body: JsonObject;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Upper bound on bytes of the answer. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
  /** True: the body is sent with gzip. */
  packed?: boolean;
}

/** The outcome: JSON with status 200 to 299, or the failure and whether a retry may help. */
export type JsonOutcome =
  | { kind: 'answer'; value: JsonValue }
  | { kind: 'status'; status: number; retryAfterMs?: number }
  | { kind: 'unreachable'; cause: unknown }
  | { kind: 'timeout' }
  | { kind: 'not-json' }
  | { kind: 'too-long' };

/** Posts JSON. Redirects are not followed, so that the body reaches no other server. Throws `cancelled` alone. */
export async function postJson(request: JsonRequest): Promise<JsonOutcome> {
  const text = JSON.stringify(request.body);
  const { packed = false } = request;
  const headers = { 'content-type': 'application/json', ...(packed && { 'content-encoding': 'gzip' }) };
  return ask(request, { method: 'POST', headers, body: packed ? new Uint8Array(zlib().gzipSync(text)) : text });
}

/** Gets JSON; otherwise as `postJson`. */
export async function getJson(request: Omit<JsonRequest, 'body' | 'packed'>): Promise<JsonOutcome> {
  return ask(request, { method: 'GET', headers: {} });
}

async function ask(
  request: Omit<JsonRequest, 'body' | 'packed'>,
  {
    headers,
    ...how
  }: { method: string; headers: Readonly<Record<string, string>>; body?: string | Uint8Array<ArrayBuffer> },
): Promise<JsonOutcome> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]);
  try {
    const response = await fetch(request.url, {
      ...how,
      headers: { ...headers, accept: 'application/json', ...request.headers },
      redirect: 'manual',
      signal,
    });
    return await toOutcome(response, request.maxBytes);
  } catch (error) {
    if (request.signal?.aborted) throw new CairnError('cancelled', 'The call was cancelled.', { cause: error });
    return timeout.aborted ? { kind: 'timeout' } : { kind: 'unreachable', cause: error };
  }
}

async function toOutcome(response: Response, maxBytes: number): Promise<JsonOutcome> {
  if (!response.ok) {
    // The server's error text may contain what was sent.
    await response.body?.cancel();
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return { kind: 'status', status: response.status, ...(seconds >= 0 ? { retryAfterMs: 1_000 * seconds } : {}) };
  }
  const text = await readText(response, maxBytes);
  if (text === undefined) return { kind: 'too-long' };
  const value = parseJson(text);
  return value === undefined ? { kind: 'not-json' } : { kind: 'answer', value };
}

/** The body as text; `undefined` when it is longer than `maxBytes`, after which reading stops. */
export async function readText(response: Response, maxBytes: number): Promise<string | undefined> {
  if (response.body === null) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
