import type { AddressInfo } from 'node:net';
import { CairnError } from '../../core/errors.ts';

/** An address of this machine to which one answer comes. */
export interface Callback {
  /** `http://127.0.0.1:PORT/callback` */
  url: string;
  /** The whole address with which a browser came back. Rejects with `timeout`, or with the reason of the signal. */
  answer: Promise<URL>;
  close(): void;
}

/** How an answer is waited for. */
export interface CallbackOptions {
  /** What the answer must carry as `state`: nobody else knows it. */
  state: string;
  timeoutMs: number;
  signal: AbortSignal;
  /** What the browser shows then. */
  page: string;
}

/** Listens on 127.0.0.1 for a browser that comes back from another page. Requests with another state are refused. */
export async function awaitCallback({ state, timeoutMs, signal, page }: CallbackOptions): Promise<Callback> {
  const { createServer } = process.getBuiltinModule('node:http');
  const { promise: answer, resolve, reject } = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const url = URL.canParse(request.url ?? '', ownUrl(port)) ? new URL(request.url ?? '', ownUrl(port)) : undefined;
    const isAnswer = request.method === 'GET' && url?.pathname === PATH && url.searchParams.get('state') === state;
    response.writeHead(isAnswer ? 200 : 404, HEADERS);
    response.end(isAnswer ? page : 'There is nothing here.\n');
    if (isAnswer && url !== undefined) resolve(url);
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
    url: `${ownUrl((server.address() as AddressInfo).port)}${PATH}`,
    answer,
    close() {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      server.close();
      server.closeIdleConnections();
    },
  };
}

const PATH = '/callback';
const HEADERS = {
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  connection: 'close',
};

const ownUrl = (port: number): string => `http://127.0.0.1:${port}`;
