// The scripted model: answers the APIs that agents speak from a script and records every request. It decides nothing
// itself; what it answers stands in `script.ts`, how an API reads and tells it in the API's own file.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Script, stepFor } from '../script.ts';
import { ANTHROPIC_API } from './anthropic-api.ts';
import { CHAT_API } from './chat-api.ts';
import { GEMINI_API } from './gemini-api.ts';
import type { RecordedRequest } from './messages.ts';
import { type ModelApi, sendJson, TOKENS } from './model-api.ts';
import { RESPONSES_API } from './responses-api.ts';

const CONTEXT_TOKENS = 200_000;
const APIS = [ANTHROPIC_API, CHAT_API, RESPONSES_API, GEMINI_API] as readonly ModelApi[];

/** What the server asks for: the script of the moment, and where requests are recorded. */
export interface ModelOptions {
  readonly script: () => Script;
  readonly record: (request: RecordedRequest) => void;
}

/** A running scripted model; `url` is what Anthropic's and Gemini's base address takes, and before `/v1` what OpenAI's takes. */
export interface Model {
  readonly url: string;
  close(): void;
}

/** Starts the scripted model on a free port of 127.0.0.1. */
export async function startModel(options: ModelOptions): Promise<Model> {
  const server = createServer((request, response) => {
    answer(request, response, options).catch((error: unknown) => {
      sendJson(response, 500, { type: 'error', error: { type: 'api_error', message: String(error) } });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

async function answer(request: IncomingMessage, response: ServerResponse, options: ModelOptions): Promise<void> {
  const text = await bodyOf(request);
  const at = Date.now();
  const path = request.url ?? '/';
  const sent = (request.method === 'POST' && text !== '' ? JSON.parse(text) : {}) as never;
  const api = request.method === 'POST' ? APIS.find(({ takes }) => takes(path)) : undefined;
  if (api === undefined) {
    options.record({ at, path, body: sent });
    const known = sideAnswer(path);
    return sendJson(response, known === undefined && request.method === 'GET' ? 404 : 200, known ?? {});
  }
  const body = api.read(sent);
  const step = stepFor(options.script(), body);
  options.record({ at, path, body, sent, answer: step });
  if (step.delayMs !== undefined) await sleep(step.delayMs);
  if (step.status !== undefined) return sendJson(response, step.status, api.error(step.status));
  api.answer(response, { body: sent, path }, step);
}

function sideAnswer(path: string): object | undefined {
  if (path.includes('count_tokens')) return { input_tokens: TOKENS.counted };
  if (path.includes(':countTokens')) return { totalTokens: TOKENS.counted };
  if (!path.includes('/models')) return undefined;
  const model = { id: 'scripted', object: 'model', owned_by: 'test', context_length: CONTEXT_TOKENS };
  return { object: 'list', data: [model], models: [] };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  const encoding = request.headers['content-encoding'];
  if (encoding === 'gzip') return gunzipSync(bytes).toString('utf8');
  return (encoding === 'zstd' ? zstdDecompressSync(bytes) : bytes).toString('utf8');
}
