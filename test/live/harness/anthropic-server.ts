// The scripted model: answers the Messages API of Anthropic from a script and records every request.
// It decides nothing itself; what it answers stands in `script.ts`.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MessagesBody, RecordedRequest } from './messages.ts';
import { type Script, type Step, stepFor } from './script.ts';

const DEFAULT_INPUT_TOKENS = 50;
const COUNTED_TOKENS = 10;

/** What the server asks for: the script of the moment, and where requests are recorded. */
export interface ModelOptions {
  readonly script: () => Script;
  readonly record: (request: RecordedRequest) => void;
}

/** A running scripted model; `url` is what `ANTHROPIC_BASE_URL` takes. */
export interface Model {
  readonly url: string;
  close(): void;
}

type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

interface Answer {
  readonly model: string;
  readonly content: readonly ContentBlock[];
  readonly inputTokens: number;
}

let calls = 0;
const run = Date.now().toString(36);

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
  const body = (request.method === 'POST' && text !== '' ? JSON.parse(text) : {}) as MessagesBody;
  options.record({ at: Date.now(), path, body });
  if (path.includes('count_tokens')) return sendJson(response, 200, { input_tokens: COUNTED_TOKENS });
  if (!path.includes('/messages')) return sendJson(response, request.method === 'GET' ? 404 : 200, {});
  const step = stepFor(options.script(), body);
  if (step.delayMs !== undefined) await sleep(step.delayMs);
  if (step.status !== undefined) return sendJson(response, step.status, errorOf(step.status));
  const reply = toAnswer(step, body.model ?? 'scripted');
  if (body.stream === true) return stream(response, reply);
  sendJson(response, 200, { ...head(reply), content: reply.content, stop_reason: stopReason(reply) });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function toAnswer(step: Step, model: string): Answer {
  const text = step.text === undefined ? [] : [{ type: 'text', text: step.text } as const];
  const uses = (step.calls ?? []).map((call) => {
    calls += 1;
    return { type: 'tool_use', id: `toolu_${run}${calls}`, name: call.tool, input: call.args } as const;
  });
  return { model, content: [...text, ...uses], inputTokens: step.inputTokens ?? DEFAULT_INPUT_TOKENS };
}

function head({ model, inputTokens }: Answer): Record<string, unknown> {
  calls += 1;
  const usage = { input_tokens: inputTokens, output_tokens: 1 };
  const id = `msg_${run}${calls}`;
  return { id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage };
}

function stopReason({ content }: Answer): string {
  return content.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn';
}

function stream(response: ServerResponse, reply: Answer): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  };
  send('message_start', { message: head(reply) });
  for (const [index, block] of reply.content.entries()) {
    send('content_block_start', { index, content_block: emptied(block) });
    send('content_block_delta', { index, delta: deltaOf(block) });
    send('content_block_stop', { index });
  }
  send('message_delta', {
    delta: { stop_reason: stopReason(reply), stop_sequence: null },
    usage: { output_tokens: 20 },
  });
  send('message_stop', {});
  response.end();
}

function emptied(block: ContentBlock): object {
  return block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} };
}

function deltaOf(block: ContentBlock): object {
  if (block.type === 'text') return { type: 'text_delta', text: block.text };
  return { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
}

function errorOf(status: number): object {
  const type = status === 529 ? 'overloaded_error' : 'invalid_request_error';
  return { type: 'error', error: { type, message: 'an error that the script asked for' } };
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
