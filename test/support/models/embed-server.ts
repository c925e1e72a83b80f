import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { createWordEmbedder } from './word-embedder.ts';

/** A server that speaks OpenAI's protocol for vectors. */
export interface EmbedServer {
  /** Variables with which a program embeds by it. */
  env: Record<string, string>;
  /** Texts of each request, in order. */
  batches: string[][];
  /** After how many texts it answers no more, until this is raised. */
  answers: number;
  /** Requests that wait for that. */
  held: number;
}

/** Starts one on a port of its own, which gives the vectors of the tests' own embedder; it ends with the test. */
export async function startEmbedServer(context: TestContext): Promise<EmbedServer> {
  const embedder = createWordEmbedder();
  let answered = 0;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const { input } = JSON.parse(Buffer.concat(parts).toString('utf8')) as { input: string[] };
    // Before the first text, nothing is asked for: how long a vector is.
    const isText = input.join('').trim() !== '';
    if (isText) told.batches.push(input);
    const vectors = await embedder.embed(input, { purpose: 'memory' });
    if (isText) told.held += 1;
    while (isText && answered >= told.answers) await new Promise((resolve) => setTimeout(resolve, 5).unref());
    if (isText) told.held -= 1;
    if (isText) answered += input.length;
    const data = vectors.map((vector, index) => ({ index, embedding: [...vector] }));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ data }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const told: EmbedServer = {
    env: { CAIRN_EMBED_MODEL: 'openai:words', CAIRN_EMBED_URL: `http://127.0.0.1:${port}/v1`, CAIRN_EMBED_KEY: 'none' },
    batches: [],
    answers: Number.POSITIVE_INFINITY,
    held: 0,
  };
  return told;
}
