// Requests that no honest client sends, byte by byte: smuggled, folded, repeated, endless, slow. None is taken for another
// one, none reaches a memory without the token, and the worker answers afterwards.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { routePath } from '../../src/api/routes.ts';
import { attackIn, tried } from '../support/attack.ts';
import { type RunningWorker, runWorker } from '../support/run-worker.ts';
import { sized } from '../support/suite-size.ts';
import { listenAt, sendRaw } from '../support/tcp-request.ts';

const MB = 1_048_576;
const WORD = 'smuggled-narwhal';
const STRANGERS = sized({ small: 64, default: 400, full: 2_000 });

interface Target {
  worker: RunningWorker;
  port: number;
  host: string;
  token: string;
}

async function target(context: TestContext): Promise<Target> {
  const worker = await runWorker(context);
  const { url, token } = await listenAt(worker.socket);
  const { host, port } = new URL(url);
  return { worker, port: Number(port), host, token };
}

/** Sends bytes and closes that side; gives what the server says until it hangs up. */
function exchange(port: number, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect({ host: '127.0.0.1', port }, () => socket.end(bytes));
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
    socket.on('error', () => resolve(text));
    socket.on('close', () => resolve(text));
  });
}

const statusesOf = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

/** A request that would write, which comes hidden in another one's body. It shows no token. */
const hidden = (host: string): string => {
  const body = JSON.stringify({ text: WORD });
  return `POST ${routePath('remember')} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

/** Heads of a request with the right token that carry a second request behind a length in doubt. */
const SMUGGLED: Record<string, (inner: string) => string> = {
  'a length and chunks': (inner) => `content-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
  'chunks and a length': (inner) => `transfer-encoding: chunked\r\ncontent-length: 4\r\n\r\n0\r\n\r\n${inner}`,
  'two lengths': (inner) => `content-length: 0\r\ncontent-length: ${inner.length}\r\n\r\n${inner}`,
  'two lengths in one line': (inner) => `content-length: 0, ${inner.length}\r\n\r\n${inner}`,
  'a length with a sign': (inner) => `content-length: +0\r\n\r\n${inner}`,
  'a length in hexadecimal': (inner) => `content-length: 0x0\r\n\r\n${inner}`,
  'a space before the colon': (inner) => `transfer-encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
  'an encoding that is not known': (inner) => `transfer-encoding: xchunked\r\n\r\n0\r\n\r\n${inner}`,
  'chunked and identity': (inner) => `transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${inner}`,
  'a vertical tab before chunked': (inner) => `transfer-encoding: \vchunked\r\n\r\n0\r\n\r\n${inner}`,
  'a folded line': (inner) => `x-a: b\r\n transfer-encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
  'line feeds alone': (inner) => `x-a: b\ntransfer-encoding: chunked\n\n0\n\n${inner}`,
  'a chunk size that overflows': (inner) => `transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n${inner}`,
  'a chunk extension with a line feed': (inner) => `transfer-encoding: chunked\r\n\r\n0;a\nb\r\n\r\n${inner}`,
};

const HEADS: Record<string, (at: Target) => string> = {
  'two hosts, the right one first': ({ host }) => `host: ${host}\r\nhost: evil.example`,
  'two hosts, the right one last': ({ host }) => `host: evil.example\r\nhost: ${host}`,
  'the right host twice': ({ host }) => `host: ${host}\r\nhost: ${host}`,
  'a host with a path': ({ host }) => `host: ${host}/evil.example`,
  'a host with a space': ({ host }) => `host: ${host} evil.example`,
  'a host behind a comma': ({ host }) => `host: ${host}, evil.example`,
  'a host with a dot at its end': ({ port }) => `host: 127.0.0.1.:${port}`,
  'the address in decimal': ({ port }) => `host: 2130706433:${port}`,
  'the address in octal': ({ port }) => `host: 0177.0.0.1:${port}`,
  'the address in short': ({ port }) => `host: 127.1:${port}`,
  'an address of version 6': ({ port }) => `host: [::1]:${port}`,
  'a host that a proxy names': ({ host }) => `host: evil.example\r\nx-forwarded-host: ${host}`,
};

const WITHOUT_TOKEN: Record<string, (at: Target) => [line: string, headers: string]> = {
  'the token in the query': ({ token }) => [`GET ${routePath('status')}?token=${token}&access_token=${token}`, ''],
  'the token in a cookie': ({ token }) => [`GET ${routePath('status')}`, `cookie: token=${token}; cairn=${token}`],
  'the token as basic': ({ token }) => [
    `GET ${routePath('status')}`,
    `authorization: Basic ${Buffer.from(`:${token}`).toString('base64')}`,
  ],
  'a method that another names': () => [`GET ${routePath('remember')}`, 'x-http-method-override: POST'],
  'a path with dots': () => ['GET /health/../api/v1/status', ''],
  'a path with encoded dots': () => ['GET /health/%2e%2e/api/v1/status', ''],
  'a path with two slashes': () => ['GET //api/v1/status', ''],
  'a path with a NUL': () => ['GET /health%00/api/v1/status', ''],
  'a preflight': () => [
    `OPTIONS ${routePath('remember')}`,
    'origin: http://evil.example\r\naccess-control-request-method: POST',
  ],
  'a web socket': () => [
    'GET /api/v1/events',
    'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==',
  ],
  'a claim to be a person': () => [`POST ${routePath('remember')}`, 'x-cairn-person: 1\r\nx-cairn-surface: cli'],
  'a claim to come over the socket': () => [`GET ${routePath('status')}`, 'x-forwarded-for: unix\r\nx-real-ip: unix'],
};

/** Bodies and heads without an end, with the right token where it is asked for. */
const ENDLESS: Record<string, (at: Target) => string | Buffer> = {
  'a head of one megabyte': ({ host }) => `GET / HTTP/1.1\r\nhost: ${host}\r\nx-a: ${'a'.repeat(MB)}\r\n\r\n`,
  'ten thousand lines of head': ({ host }) => `GET / HTTP/1.1\r\nhost: ${host}\r\n${'x-a: b\r\n'.repeat(10_000)}\r\n`,
  'a URL of one megabyte': ({ host }) => `GET /${'a'.repeat(MB)} HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
  'a body of 64 megabytes': (at) => write(at, JSON.stringify({ text: 'a'.repeat(64 * MB) })),
  'a hundred thousand levels': (at) => write(at, `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'a length without a body': (at) => write(at, '', 1e15),
  'bytes that are no text': () => Buffer.from(Array.from({ length: 4_096 }, (_, i) => (i * 197 + 13) % 256)),
};

function write({ host, token }: Target, body: string, length = Buffer.byteLength(body)): string {
  const head = [
    `POST ${routePath('remember')} HTTP/1.1`,
    `host: ${host}`,
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    `content-length: ${length}`,
    'connection: close',
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

/** Asserts that the worker answers whoever has the token, and keeps nothing of the hidden request. */
async function assertUntouched({ worker, port, host, token }: Target): Promise<void> {
  const head = `GET ${routePath('status')} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\nconnection: close`;
  assert.deepEqual(statusesOf(await sendRaw(port, `${head}\r\n\r\n`)), [200]);
  const { hits } = await worker.memory().search(WORD);
  assert.deepEqual(hits, []);
}

test('requests on TCP', async (context) => {
  const at = await target(context);
  for (const [name, head] of Object.entries(SMUGGLED)) {
    await attackIn(context, `a request is smuggled behind ${name}`, async () => {
      const first = `POST ${routePath('status')} HTTP/1.1\r\nhost: ${at.host}\r\nauthorization: Bearer ${at.token}\r\n`;
      const [, ...others] = statusesOf(await exchange(at.port, `${first}${head(hidden(at.host))}`));
      assert.ok(
        others.every((status) => status >= 400),
        `${others}`,
      );
      await assertUntouched(at);
    });
  }
  for (const [name, head] of Object.entries(HEADS)) {
    await attackIn(context, `a host is disguised: ${name}`, async () => {
      const request = `GET ${routePath('status')} HTTP/1.1\r\n${head(at)}\r\nauthorization: Bearer ${at.token}\r\nconnection: close\r\n\r\n`;
      const [status = 400] = statusesOf(await exchange(at.port, request));
      assert.ok(status >= 400, `${status}`);
    });
  }
  for (const [name, ask] of Object.entries(WITHOUT_TOKEN)) {
    await attackIn(context, `the token is got around: ${name}`, async () => {
      const [line, headers] = ask(at);
      const lines = [`${line} HTTP/1.1`, `host: ${at.host}`, ...(headers === '' ? [] : [headers])];
      const body = line.startsWith('POST') ? JSON.stringify({ text: WORD }) : '';
      lines.push('content-type: application/json', `content-length: ${body.length}`);
      const answer = await exchange(at.port, `${lines.join('\r\n')}\r\n\r\n${body}`);
      assert.doesNotMatch(answer, /access-control-allow|101 Switching|"counts"/i);
      await assertUntouched(at);
    });
  }
  for (const [name, bytes] of Object.entries(ENDLESS)) {
    await attackIn(context, `more is sent than is read: ${name}`, async () => {
      const statuses = statusesOf(await exchange(at.port, bytes(at)));
      assert.ok(
        statuses.every((status) => status >= 400),
        `${statuses}`,
      );
      await assertUntouched(at);
    });
  }
  await attackIn(context, 'idle strangers hold every connection', async (inner) => {
    const sockets = Array.from({ length: STRANGERS }, () => connect({ host: '127.0.0.1', port: at.port }));
    for (const socket of sockets) socket.on('error', () => undefined);
    await assertUntouched(at);
    for (const socket of sockets) socket.destroy();
    tried(inner, STRANGERS);
  });
});
