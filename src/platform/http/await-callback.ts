import type { AddressInfo } from 'node:net';
import { CairnError } from '../../core/errors.ts';

/** An address of this machine to which one answer comes. */
export interface Callback {
  /** `http://127.0.0.1:PORT` and the path. */
  url: string;
  /**
   * The whole address with which a browser came back. Rejects with `timeout`, with the reason of the signal, and with
   * `not_allowed` for a browser that came back to another path, which is for somebody else.
   */
  answer: Promise<URL>;
  close(): void;
}

/** How an answer is waited for. */
export interface CallbackOptions {
  /** The path to which the browser comes back: what comes to another is not handed on. */
  path: string;
  /** What the answer must carry as `state`: nobody else knows it. */
  state: string;
  timeoutMs: number;
  signal: AbortSignal;
  /** What the browser shows then. */
  page: string;
}

/** Listens on 127.0.0.1 for a browser that comes back from another page. Requests with another state are refused. */
export async function awaitCallback({ path, state, timeoutMs, signal, page }: CallbackOptions): Promise<Callback> {
  const { createServer } = process.getBuiltinModule('node:http');
  const { promise: answer, resolve, reject } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const url = URL.canParse(request.url ?? '', ownUrl(port)) ? new URL(request.url ?? '', ownUrl(port)) : undefined;
    const isOurs = request.method === 'GET' && url?.searchParams.get('state') === state;
    const isAnswer = isOurs && url.pathname === path;
    response.writeHead(isAnswer ? 200 : 404, HEADERS);
    response.end(isAnswer ? page : 'There is nothing here.\n');
    if (isAnswer) resolve(url);
    else if (isOurs) reject(new CairnError('not_allowed', `The page answered for another server: ${url.pathname}.`));
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen({ host: '127.0.0.1', port: 0 }, listening);
  });
  const late = new CairnError('timeout', 'Nobody came back from the page in time.');
  const timer = setTimeout(reject, timeoutMs, late);
  const abort = (): void => reject(new CairnError('cancelled', 'Cancelled.'));
  signal.addEventListener('abort', abort, { once: true });
  return {
    url: `${ownUrl((server.address() as AddressInfo).port)}${path}`,
    answer,
    close() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      server.close();
      server.closeIdleConnections();
    },
  };
}

const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

const ownUrl = (port: number): string => `http://127.0.0.1:${port}`;
