import type { Field, Fields } from '../api/calls/fields.ts';
import { isJsonObject, type JsonValue, parseJson } from '../core/json.ts';
import * as LIMITS from '../core/limits.ts';
import { WrongRequest } from './failure.ts';

const JSON_TYPE = /^application\/json *(;|$)/i;

/** The JSON body of a request; an empty one is an empty object. Throws `WrongRequest` for one that is none or too large. */
export async function readBody(request: Request): Promise<JsonValue> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) {
    throw new WrongRequest(415, 'The body has to be JSON.', { fix: 'Send the header content-type: application/json' });
  }
  const text = decode(bytes);
  const body = text === undefined ? undefined : parseJson(text);
  if (body !== undefined) return body;
  throw new WrongRequest(400, `The body is no ${text === undefined ? 'UTF-8 text' : 'JSON'}.`, {
    fix: 'GET /api/v1/openapi.json tells what each route takes',
  });
}

/** The input of a call from the query of a URL, each field as its type; what does not fit stays text, and is refused. */
export function readQuery(fields: Fields, url: string): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, text] of new URL(url).searchParams) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    Object.defineProperty(input, name, { value: fieldValue(field, text), enumerable: true, configurable: true });
  }
  return input;
}

function fieldValue(field: Field | undefined, text: string): unknown {
  const isJson = field?.type === 'integer' || field?.type === 'number' || field?.type === 'boolean';
  const value = isJson ? parseJson(text) : text;
  return value === undefined || isJsonObject(value) ? text : value;
}

async function readBytes(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > LIMITS.payloadBytes) throw tooLarge();
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.length;
    if (size > LIMITS.payloadBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function tooLarge(): WrongRequest {
  return new WrongRequest(413, `The body has more than ${LIMITS.payloadBytes / 1024 / 1024} MB.`, {
    fix: 'Send it in parts.',
    headers: { connection: 'close' },
  });
}
