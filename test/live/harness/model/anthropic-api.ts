import type { ServerResponse } from 'node:http';
import type { Step } from '../script.ts';
import type { MessagesBody } from './messages.ts';
import { ASKED_FOR, type ModelApi, nextId, sendJson, TOKENS } from './model-api.ts';

type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: unknown };

interface Answer {
  readonly model: string;
  readonly content: readonly ContentBlock[];
  readonly inputTokens: number;
}

/** Anthropic's Messages: `POST /v1/messages`. */
export const ANTHROPIC_API: ModelApi<MessagesBody> = {
  takes: (path) => path.includes('/messages') && !path.includes('count_tokens'),
  read: (body) => body,
  answer: (response, { body }, step) => {
    const reply = toAnswer(step, body.model ?? 'scripted');
    if (body.stream === true) stream(response, reply);
    else sendJson(response, 200, { ...head(reply), content: reply.content, stop_reason: stopReason(reply) });
  },
  error: (status) => {
    const type = status === 529 ? 'overloaded_error' : 'invalid_request_error';
    return { type: 'error', error: { type, message: ASKED_FOR } };
  },
};

function toAnswer(step: Step, model: string): Answer {
  const text = step.text === undefined ? [] : [{ type: 'text', text: step.text } as const];
  const uses = (step.calls ?? []).map(
    (call) => ({ type: 'tool_use', id: nextId('toolu_'), name: call.tool, input: call.args }) as const,
  );
  return { model, content: [...text, ...uses], inputTokens: step.inputTokens ?? TOKENS.input };
}

function head({ model, inputTokens }: Answer): Record<string, unknown> {
  const usage = { input_tokens: inputTokens, output_tokens: 1 };
  const id = nextId('msg_');
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
    usage: { output_tokens: TOKENS.output },
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
