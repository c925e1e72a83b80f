import type { ServerResponse } from 'node:http';
import type { Block, Message, MessagesBody } from './messages.ts';
import type { Step } from './script.ts';

const DEFAULT_INPUT_TOKENS = 50;
const OUTPUT_TOKENS = 20;

/** A message of a request: an agent's that only calls tools has no content. */
interface ChatMessage {
  readonly role: string;
  readonly content: Message['content'] | null;
}

/** The body of `POST /v1/chat/completions`, as far as the tests read it. */
export interface ChatBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly messages?: readonly ChatMessage[];
  readonly tools?: readonly { readonly name: string; readonly function?: { readonly name: string } }[];
}

let calls = 0;
const run = Date.now().toString(36);

/** The same request in the words of the Messages API: what tools gave in one round are blocks of one user's message. */
export function toMessagesBody({ model, stream, messages = [], tools = [] }: ChatBody): MessagesBody {
  return {
    ...(model === undefined ? {} : { model }),
    ...(stream === undefined ? {} : { stream }),
    messages: messages.reduce(addMessage, [] as readonly Message[]),
    tools: tools.map((tool) => ({ name: tool.function?.name ?? tool.name })),
  };
}

function addMessage(all: readonly Message[], { role, content }: ChatMessage): readonly Message[] {
  if (role !== 'tool') return [...all, { role, content: content ?? '' }];
  const result: Block = { type: 'tool_result', content: content ?? '' };
  const last = all.at(-1);
  const isSameRound = Array.isArray(last?.content) && last.content.some(({ type }) => type === 'tool_result');
  if (last === undefined || !isSameRound) return [...all, { role: 'user', content: [result] }];
  return [...all.slice(0, -1), { role: 'user', content: [...(last.content as readonly Block[]), result] }];
}

/** Answers `POST /v1/chat/completions` with a step of a script. */
export function answerChat(response: ServerResponse, body: ChatBody, step: Step): void {
  calls += 1;
  const head = {
    id: `chatcmpl-${run}${calls}`,
    created: Math.floor(Date.now() / 1000),
    model: body.model ?? 'scripted',
  };
  const prompt_tokens = step.inputTokens ?? DEFAULT_INPUT_TOKENS;
  const usage = { prompt_tokens, completion_tokens: OUTPUT_TOKENS, total_tokens: prompt_tokens + OUTPUT_TOKENS };
  const uses = (step.calls ?? []).map(({ tool, args }, index) => {
    calls += 1;
    const called = { name: tool, arguments: JSON.stringify(args) };
    return { index, id: `call_${run}${calls}`, type: 'function', function: called };
  });
  const finish_reason = uses.length > 0 ? 'tool_calls' : 'stop';
  if (body.stream !== true) {
    const message = { role: 'assistant', content: step.text ?? null, ...(uses.length > 0 ? { tool_calls: uses } : {}) };
    response.writeHead(200, { 'content-type': 'application/json' });
    const choices = [{ index: 0, message, finish_reason }];
    response.end(JSON.stringify({ ...head, object: 'chat.completion', choices, usage }));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const send = (choices: readonly object[], more: object = {}): void => {
    const chunk = { ...head, object: 'chat.completion.chunk', choices, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const sendDelta = (delta: object, finish: string | null = null): void =>
    send([{ index: 0, delta, finish_reason: finish }]);
  sendDelta({ role: 'assistant', content: '' });
  if (step.text !== undefined) sendDelta({ content: step.text });
  for (const use of uses) sendDelta({ tool_calls: [use] });
  sendDelta({}, finish_reason);
  send([], { usage });
  response.end('data: [DONE]\n\n');
}
