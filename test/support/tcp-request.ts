import { connect, type Socket } from 'node:net';
import type { Listening } from '../../src/api/http-answers.ts';
import { requestJson } from '../../src/platform/http/socket-request.ts';

/** Asks a worker on its socket to answer on TCP as well. */
export async function listenAt(socket: string, port?: number): Promise<Listening> {
  const body = port === undefined ? {} : { port };
  const answer = await requestJson({ socket, method: 'POST', path: '/api/v1/listen', body, timeoutMs: 60_000 });
  return answer as unknown as Listening;
}

/** What a server on TCP says to bytes as they are: no client in between corrects them. Ends when the server hangs up. */
export function sendRaw(port: number, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket: Socket = connect({ host: '127.0.0.1', port }, () => socket.write(bytes));
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
  });
}

/** The bytes of a request whose head is exactly these lines. */
export function rawRequest(
  line: { method: string; path: string },
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}`);
  if (body !== '') lines.push(`content-length: ${Buffer.byteLength(body)}`, 'content-type: application/json');
  return `${line.method} ${line.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
