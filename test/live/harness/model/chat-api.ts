import type { ServerResponse } from 'node:http';
import type { Step } from '../script.ts';
import { addResult, type Message, type MessagesBody } from './messages.ts';
import { ASKED_FOR, type ModelApi, nextId, sendJson, TOKENS } from './model-api.ts';

/** A message of a request: an agent's that only calls tools has no content. */
interface ChatMessage {
  readonly role: string;
  readonly content: Message['content'] | null;
}

interface ChatBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages?: readonly ChatMessage[];
  readonly tools?: readonly { readonly name: string; readonly function?: { readonly name: string } }[];
}

/** OpenAI's Chat Completions: `POST /v1/chat/completions`. */
export const CHAT_API: ModelApi<ChatBody> = {
  takes: (path) => path.includes('/chat/completions'),
  read: ({ model, messages = [], tools = [] }): MessagesBody => ({
    ...(model === undefined ? {} : { model }),
    messages: messages.reduce(addMessage, [] as readonly Message[]),
    tools: tools.map((tool) => ({ name: tool.function?.name ?? tool.name })),
  }),
  answer: (response, { body }, step) => {
    const reply = toReply(step, body.model ?? 'scripted');
    if (body.stream === true) stream(response, reply);
    else sendJson(response, 200, whole(reply));
  },
  error: () => ({ error: { type: 'server_error', message: ASKED_FOR } }),
};

function addMessage(all: readonly Message[], { role, content }: ChatMessage): readonly Message[] {
  return role === 'tool' ? addResult(all, content ?? '') : [...all, { role, content: content ?? '' }];
}

interface Reply {
  readonly head: { readonly id: string; readonly created: number; readonly model: string };
  readonly text: string | undefined;
  readonly uses: readonly object[];
  readonly finish_reason: string;
  readonly usage: object;
}

function toReply(step: Step, model: string): Reply {
  const uses = (step.calls ?? []).map(({ tool, args }, index) => {
    const called = { name: tool, arguments: JSON.stringify(args) };
    return { index, id: nextId('call_'), type: 'function', function: called };
  });
  const prompt_tokens = step.inputTokens ?? TOKENS.input;
  return {
    head: { id: nextId('chatcmpl-'), created: Math.floor(Date.now() / 1000), model },
    text: step.text,
    uses,
    finish_reason: uses.length > 0 ? 'tool_calls' : 'stop',
    usage: { prompt_tokens, completion_tokens: TOKENS.output, total_tokens: prompt_tokens + TOKENS.output },
  };
}

function whole({ head, text, uses, finish_reason, usage }: Reply): object {
  const message = { role: 'assistant', content: text ?? null, ...(uses.length > 0 ? { tool_calls: uses } : {}) };
  return { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage };
}

function stream(response: ServerResponse, { head, text, uses, finish_reason, usage }: Reply): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choices: readonly object[], more: object = {}): void => {
    const chunk = { ...head, object: 'chat.completion.chunk', choices, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const sendDelta = (delta: object, finish: string | null = null): void =>
    send([{ index: 0, delta, finish_reason: finish }]);
  sendDelta({ role: 'assistant', content: '' });
  if (text !== undefined) sendDelta({ content: text });
  for (const use of uses) sendDelta({ tool_calls: [use] });
  sendDelta({}, finish_reason);
  send([], { usage });
  response.end('data: [DONE]\n\n');
}
