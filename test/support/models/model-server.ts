import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { type JsonAsked, startJsonServer } from '../json-server.ts';

/** One request that a server got. */
export interface ModelAsked extends JsonAsked<Record<string, unknown>> {
  /** Instructions and prompt, wherever the protocol has them. */
  system: string;
  prompt: string;
}

/** Answers a request; `times` counts from 1. */
export type ModelAnswer = (asked: ModelAsked, response: ServerResponse, times: number) => void;

/** A small server of a language model on loopback, and what it was asked. */
export interface ModelServer {
  url: string;
  asked: ModelAsked[];
}

/** How a protocol says a text. */
export type Speak = (text: string, more?: { isCut?: boolean; tokens?: unknown }) => unknown;

/** Starts a server that answers as told; it ends with the test, whoever hangs on it. */
export async function startModelServer(context: Pick<TestContext, 'after'>, answer: ModelAnswer): Promise<ModelServer> {
  const asked: ModelAsked[] = [];
  const url = await startJsonServer<ModelAsked['body']>(context, (request, response) => {
    const { body } = request;
    const messages = body.messages as { role: string; content: string }[];
    const said = (role: string): string => messages.find((message) => message.role === role)?.content ?? '';
    const one: ModelAsked = {
      ...request,
      system: typeof body.system === 'string' ? body.system : said('system'),
      prompt: said('user'),
    };
    asked.push(one);
    answer(one, response, asked.length);
  });
  return { url, asked };
}

/** Each protocol's way to say a text. */
export const SPEAK = {
  openai: (text, { isCut = false, tokens = [7, 5] } = {}) => {
    const [prompt_tokens, completion_tokens] = tokens as unknown[];
    const choice = {
      index: 0,
      message: { role: 'assistant', content: text },
      finish_reason: isCut ? 'length' : 'stop',
    };
    return { object: 'chat.completion', choices: [choice], usage: { prompt_tokens, completion_tokens } };
  },
  anthropic: (text, { isCut = false, tokens = [7, 5] } = {}) => {
    const [input_tokens, output_tokens] = tokens as unknown[];
    const content = [{ type: 'text', text }];
    return {
      type: 'message',
      content,
      stop_reason: isCut ? 'max_tokens' : 'end_turn',
      usage: { input_tokens, output_tokens },
    };
  },
  ollama: (text, { isCut = false, tokens = [7, 5] } = {}) => {
    const [prompt_eval_count, eval_count] = tokens as unknown[];
    const message = { role: 'assistant', content: text };
    return { message, done: true, done_reason: isCut ? 'length' : 'stop', prompt_eval_count, eval_count };
  },
} satisfies Record<string, Speak>;

/** Answers with a value as JSON. */
export function say(response: ServerResponse, value: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
}
