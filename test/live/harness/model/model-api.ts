import type { ServerResponse } from 'node:http';
import type { Step } from '../script.ts';
import type { MessagesBody } from './messages.ts';

/**
 * One of the APIs by which agents call a model: how to read a request, and how to write a step of a script as its
 * answer.
 */
export interface ModelApi<Body = never> {
  /** True for the path of a request for an answer. */
  takes(path: string): boolean;
  /** The request in the words of the Messages API. */
  read(body: Body): MessagesBody;
  /** Tells a step, whole or as a stream, as the request wants it. */
  answer(response: ServerResponse, request: { readonly body: Body; readonly path: string }, step: Step): void;
  /** The body of an answer that is an error. */
  error(status: number): object;
}

/** What the model says when the script asks for an error. */
export const ASKED_FOR = 'an error that the script asked for';

/** The tokens of an answer, unless its step says otherwise; those of every request for a count. */
export const TOKENS = { input: 50, output: 20, counted: 10 } as const;

const run = Date.now().toString(36);
let given = 0;

/** An id that no answer of any run has had: agents rename repeated ones. */
export function nextId(prefix: string): string {
  given += 1;
  return `${prefix}${run}${given}`;
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}
