// The scripted model: answers the Messages API of Anthropic and the Chat Completions of OpenAI from a script and records
// every request. It decides nothing itself; what it answers stands in `script.ts`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerMessages } from './anthropic-api.ts';
import { answerChat, type ChatBody, toMessagesBody } from './chat-api.ts';
import type { MessagesBody, RecordedRequest } from './messages.ts';
import { type Script, type Step, stepFor } from './script.ts';

const COUNTED_TOKENS = 10;
const CONTEXT_TOKENS = 200_000;

/** What the server asks for: the script of the moment, and where requests are recorded. */
export interface ModelOptions {
  readonly script: () => Script;
  readonly record: (request: RecordedRequest) => void;
}

/** A running scripted model; `url` is what `ANTHROPIC_BASE_URL` takes, and before `/v1` what OpenAI's takes. */
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
  const path = request.url ?? '/';
  const sent = (request.method === 'POST' && text !== '' ? JSON.parse(text) : {}) as MessagesBody & ChatBody;
  const isChat = path.includes('/chat/completions');
  const body = isChat ? toMessagesBody(sent) : sent;
  options.record({ at: Date.now(), path, body });
  if (path.includes('count_tokens')) return sendJson(response, 200, { input_tokens: COUNTED_TOKENS });
  if (path.includes('/models')) return sendJson(response, 200, models());
  if (!isChat && !path.includes('/messages')) return sendJson(response, request.method === 'GET' ? 404 : 200, {});
  const step = stepFor(options.script(), body);
  if (step.delayMs !== undefined) await sleep(step.delayMs);
  if (step.status !== undefined) return sendJson(response, step.status, errorOf(step));
  if (isChat) answerChat(response, sent, step);
  else answerMessages(response, body, step);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function models(): object {
  const model = { id: 'scripted', object: 'model', owned_by: 'test', context_length: CONTEXT_TOKENS };
  return { object: 'list', data: [model] };
}

function errorOf({ status }: Step): object {
  const type = status === 529 ? 'overloaded_error' : 'invalid_request_error';
  return { type: 'error', error: { type, message: 'an error that the script asked for' } };
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
