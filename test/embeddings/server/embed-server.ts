import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { type JsonAsked, startJsonServer } from '../../support/json-server.ts';

/** One request that a server got. */
export type Asked = JsonAsked<{ model?: string; input: string[]; dimensions?: number }>;

/** A small server of vectors on loopback, and what it was asked. */
export interface EmbedServer {
  url: string;
  asked: Asked[];
}

/** Answers a request; `times` counts from 1. */
export type Answer = (asked: Asked, response: ServerResponse, times: number) => void;

/** Starts a server that answers as told; it ends with the test, whoever hangs on it. */
export async function startEmbedServer(context: Pick<TestContext, 'after'>, answer: Answer): Promise<EmbedServer> {
  const asked: Asked[] = [];
  const url = await startJsonServer<Asked['body']>(context, (one, response) => {
    asked.push(one);
    answer(one, response, asked.length);
  });
  return { url, asked };
}

/** A vector of three numbers that tells texts apart by their lengths; its length is not 1. */
export function vectorOf(text: string): number[] {
  return [text.length, 3, 4];
}

/** Answers as an OpenAI-compatible server does, the last text first. */
export function answerOpenAi({ body }: Asked, response: ServerResponse): void {
  const data = body.input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) })).reverse();
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ object: 'list', data }));
}

/** Answers as Ollama does. */
export function answerOllama({ body }: Asked, response: ServerResponse): void {
  response.end(JSON.stringify({ model: body.model, embeddings: body.input.map(vectorOf) }));
}
