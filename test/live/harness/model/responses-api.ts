import type { ServerResponse } from 'node:http';
import type { Call, Step } from '../script.ts';
import { addResult, type Block, type Message, type MessagesBody } from './messages.ts';
import { ASKED_FOR, type ModelApi, nextId, sendJson, TOKENS } from './model-api.ts';

/** An item of a request: a message, a call, or what a call gave. */
interface Item {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly Block[];
  readonly output?: string | readonly Block[];
}

interface ResponsesBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly instructions?: string;
  readonly input?: string | readonly Item[];
  readonly tools?: readonly { readonly name?: string; readonly type: string }[];
}

type OutputItem = { readonly id: string; readonly status: string } & (
  | { readonly type: 'message'; readonly role: string; readonly content: readonly [{ readonly text: string }] }
  | { readonly type: 'function_call'; readonly arguments: string }
  | { readonly type: 'custom_tool_call'; readonly input: string }
);

/** OpenAI's Responses: `POST /v1/responses`. */
export const RESPONSES_API: ModelApi<ResponsesBody> = {
  takes: (path) => path.includes('/responses'),
  read: ({ model, instructions, input = [], tools = [] }): MessagesBody => ({
    ...(model === undefined ? {} : { model }),
    ...(instructions === undefined ? {} : { system: instructions }),
    messages: toItems(input).reduce(addItem, [] as readonly Message[]),
    tools: tools.map(({ name, type }) => ({ name: name ?? type })),
  }),
  answer: (response, { body }, step) => {
    const whole = toResponse(step, body.model ?? 'scripted');
    if (body.stream === true) stream(response, whole);
    else sendJson(response, 200, whole);
  },
  error: () => ({ error: { type: 'server_error', message: ASKED_FOR } }),
};

function toItems(input: string | readonly Item[]): readonly Item[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input;
}

function addItem(all: readonly Message[], item: Item): readonly Message[] {
  if (item.output !== undefined) return addResult(all, item.output);
  return [...all, { role: item.role ?? 'assistant', content: item.content ?? '' }];
}

interface Response {
  readonly output: readonly OutputItem[];
  readonly usage: object | null;
}

function toResponse(step: Step, model: string): Response {
  const text = step.text === undefined ? [] : [toMessage(step.text)];
  const input_tokens = step.inputTokens ?? TOKENS.input;
  return {
    ...{ id: nextId('resp_'), object: 'response', created_at: Math.floor(Date.now() / 1000), model },
    ...{ status: 'completed', output: [...text, ...(step.calls ?? []).map(toCallItem)] },
    usage: {
      ...{ input_tokens, input_tokens_details: { cached_tokens: 0 } },
      ...{ output_tokens: TOKENS.output, output_tokens_details: { reasoning_tokens: 0 } },
      total_tokens: input_tokens + TOKENS.output,
    },
  };
}

function toMessage(text: string): OutputItem {
  const content = [{ type: 'output_text', text, annotations: [] }] as const;
  return { type: 'message', id: nextId('msg_'), role: 'assistant', status: 'completed', content };
}

/** A tool named `space/name` is one of a namespace; arguments that are a text belong to a free-form tool. */
function toCallItem({ tool, args }: Call): OutputItem {
  const [name, namespace] = tool.split('/').reverse();
  const ids = { id: nextId('item_'), call_id: nextId('call_'), status: 'completed' };
  const common = { ...ids, name, ...(namespace === undefined ? {} : { namespace }) };
  if (typeof args === 'string') return { type: 'custom_tool_call', ...common, input: args };
  return { type: 'function_call', ...common, arguments: JSON.stringify(args) };
}

function stream(response: ServerResponse, whole: Response): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let sequence_number = 0;
  const send = (type: string, data: object): void => {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number, ...data })}\n\n`);
    sequence_number += 1;
  };
  send('response.created', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
  for (const [output_index, item] of whole.output.entries()) {
    const begun = item.type === 'message' ? { ...item, content: [] } : item;
    send('response.output_item.added', { output_index, item: { ...begun, status: 'in_progress' } });
    const at = { item_id: item.id, output_index };
    if (item.type === 'message') {
      const delta = item.content[0].text;
      send('response.output_text.delta', { ...at, content_index: 0, delta });
    } else if (item.type === 'function_call') {
      send('response.function_call_arguments.delta', { ...at, delta: item.arguments });
    }
    send('response.output_item.done', { output_index, item });
  }
  send('response.completed', { response: whole });
  response.end();
}
