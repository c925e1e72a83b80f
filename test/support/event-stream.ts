import { get, type IncomingMessage } from 'node:http';
import type { Listening } from '../../src/api/http-answers.ts';
import { routePath } from '../../src/api/routes.ts';

/** One block of a stream of server-sent events: its fields, and the text of a comment. */
export interface SentBlock {
  id?: string;
  data?: string;
  event?: string;
  retry?: string;
  comment?: string;
}

/** A reader of live events, over a connection of its own. */
export interface EventReader {
  /** The next block; `undefined` once the stream ended. */
  next(): Promise<SentBlock | undefined>;
  /** The next block that has an id. */
  nextEvent(): Promise<{ id: number; text: string }>;
  close(): void;
}

/** Opens the stream of events of a worker, as a page does. */
export async function readEvents(
  { url, token }: Listening,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<EventReader> {
  const options = { agent: false, headers: { authorization: `Bearer ${token}`, ...headers } };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}${routePath('events')}${query}`, options, resolve).on('error', reject);
  });
  const blocks = blocksOf(answer);
  const next = async (): Promise<SentBlock | undefined> => (await blocks.next()).value ?? undefined;
  return {
    next,
    async nextEvent() {
      for (;;) {
        const block = await next();
        if (block === undefined) throw new Error(`the stream ended with status ${answer.statusCode}`);
        if (block.id === undefined) continue;
        return { id: Number(block.id), text: String((JSON.parse(block.data ?? '{}') as { text?: unknown }).text) };
      }
    },
    close: () => answer.destroy(),
  };
}

async function* blocksOf(answer: IncomingMessage): AsyncGenerator<SentBlock, undefined> {
  let rest = '';
  answer.setEncoding('utf8');
  for await (const part of answer as AsyncIterable<string>) {
    const texts = (rest + part).split('\n\n');
    rest = texts.pop() ?? '';
    for (const text of texts) yield toBlock(text);
  }
  return undefined;
}

function toBlock(text: string): SentBlock {
  const lines = text.split('\n').map((line) => {
    const at = line.indexOf(':');
    return [at === 0 ? 'comment' : line.slice(0, at), line.slice(at + 1).trimStart()];
  });
  return Object.fromEntries(lines) as SentBlock;
}
