import type { Step } from '../script.ts';

/** A block of a message of the Messages API, as far as the tests read it. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

/** A message of a request: its content is a text or blocks. */
export interface Message {
  readonly role: string;
  readonly content: string | readonly Block[];
}

/** The body of `POST /v1/messages`, as far as the tests read it. */
export interface MessagesBody {
  readonly model?: string;
  readonly stream?: boolean;
  readonly system?: string | readonly Block[];
  readonly messages?: readonly Message[];
  readonly tools?: readonly { readonly name: string }[];
}

/** A request that reached the model server, complete, `at` in milliseconds since 1970, and what was answered. */
export interface RecordedRequest {
  readonly at: number;
  readonly path: string;
  readonly body: MessagesBody;
  /** The body as it was sent, in the words of the agent's own API. */
  readonly sent?: unknown;
  readonly answer?: Step;
}

/** All texts of a content, those of tool results included, in order. */
export function textsOf(content: string | readonly Block[] | undefined): string[] {
  if (content === undefined) return [];
  if (typeof content === 'string') return [content];
  return content.flatMap((block) => [...(block.text === undefined ? [] : [block.text]), ...textsOf(block.content)]);
}

/** Adds what a tool gave: results of one round are blocks of one user's message. */
export function addResult(all: readonly Message[], content: Block['content']): readonly Message[] {
  const result: Block = { type: 'tool_result', content: content ?? '' };
  const last = all.at(-1);
  const isSameRound = Array.isArray(last?.content) && last.content.some(({ type }) => type === 'tool_result');
  if (last === undefined || !isSameRound) return [...all, { role: 'user', content: [result] }];
  return [...all.slice(0, -1), { role: 'user', content: [...(last.content as readonly Block[]), result] }];
}
