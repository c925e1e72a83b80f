import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import type { Listening } from '../../../src/api/http-answers.ts';

/** An answer over HTTP, and the milliseconds that it took. */
export interface TimedAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
  tookMs: number;
}

/** Asks a worker on TCP over connections that are kept. */
export interface ApiClient {
  get(path: string, headers?: Record<string, string>): Promise<TimedAnswer>;
  post(path: string, body: unknown): Promise<TimedAnswer>;
  close(): void;
}

/** Builds a client with at most `connections` connections. */
export function createApiClient({ url, token }: Listening, connections: number): ApiClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = (method: string, path: string, { body, headers }: { body?: string; headers: Record<string, string> }) =>
    new Promise<TimedAnswer>((resolve, reject) => {
      const began = performance.now();
      const sent = request(
        `${url}${path}`,
        { agent, method, headers: { authorization: `Bearer ${token}`, ...headers } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          answer.on('end', () => {
            const tookMs = performance.now() - began;
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text, tookMs });
          });
        },
      );
      sent.on('error', reject).end(body);
    });
  return {
    get: (path, headers = {}) => ask('GET', path, { headers }),
    post: (path, body) =>
      ask('POST', path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    close: () => agent.destroy(),
  };
}
