import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { listenOnTcp } from '../../src/worker/tcp-server.ts';
import { PATIENT } from '../support/patience.ts';
import { rawRequest, sendRaw } from '../support/tcp-request.ts';

const TOKEN = 'a'.repeat(52);
const NOBODY = { signIns: { find: () => undefined }, userId: -1 };
const SHORT = { ...PATIENT, headMs: 150, bodyMs: 300 };

/** A server that hangs up on who is slow, after a while that no machine is busy for unless that is what is tested. */
async function serve(context: TestContext, deadlines = PATIENT) {
  let read = 0;
  const server = await listenOnTcp({
    port: 0,
    token: TOKEN,
    ...NOBODY,
    deadlines,
    listener(incoming, response) {
      incoming.on('data', (part: Buffer) => {
        read += part.length;
      });
      incoming.on('end', () => response.end('done'));
    },
  });
  context.after(() => server.close());
  const headers = { host: `127.0.0.1:${server.port}`, authorization: `Bearer ${TOKEN}` };
  return { port: server.port, headers, read: () => read };
}

/** Sends bytes, then one more of them again and again; resolves when the server hangs up. */
function drip(port: number, head: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port }, () => socket.write(head));
    const timer = setInterval(() => socket.write('a'), 20);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

test('a head that comes slowly is cut off, and so is a body', async (context) => {
  const { port, headers } = await serve(context, SHORT);
  await drip(port, 'GET / HTTP/1.1\r\nx-slow: ');
  const head = rawRequest({ method: 'POST', path: '/' }, { ...headers, 'content-length': '100000' });
  await drip(port, head);
});

test('a connection on which nothing is asked ends', async (context) => {
  const { port } = await serve(context, SHORT);
  assert.equal(await sendRaw(port, ''), '');
});

test('a request that is answered slowly is not cut off, where one that came later and slowly is', async (context) => {
  const server = await listenOnTcp({
    port: 0,
    token: TOKEN,
    ...NOBODY,
    deadlines: { ...PATIENT, headMs: 1_000, bodyMs: 1_000 },
    listener: async (incoming, response) => {
      incoming.resume();
      await drip(server.port, 'GET / HTTP/1.1\r\nx-slow: ');
      response.end('late');
    },
  });
  context.after(() => server.close());
  const headers = { host: `127.0.0.1:${server.port}`, authorization: `Bearer ${TOKEN}` };
  assert.match(await sendRaw(server.port, rawRequest({ method: 'POST', path: '/' }, headers, '{}')), /late$/);
});

test('nothing of a refused request is read, nor is it told to go on', async (context) => {
  const { port, headers, read } = await serve(context);
  const answer = await new Promise<{ status: number; continued: boolean }>((resolve, reject) => {
    let continued = false;
    const sent = request({
      port,
      method: 'POST',
      headers: { ...headers, authorization: 'Bearer x', expect: '100-continue' },
    });
    sent.on('continue', () => {
      continued = true;
      sent.end('secret');
    });
    sent.on('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, continued });
    });
    sent.on('error', reject);
    sent.flushHeaders();
  });
  assert.deepEqual([answer, read()], [{ status: 401, continued: false }, 0]);
});

test('no timer is left once nothing is asked any more', async (context) => {
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  const { port, headers } = await serve(context);
  await sendRaw(port, rawRequest({ method: 'POST', path: '/' }, headers, '{}'));
  await sendRaw(port, rawRequest({ method: 'POST', path: '/' }, { ...headers, authorization: 'Bearer x' }));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(timers(), before);
});

test('closing waits for no connection without a request: one opened ahead, one whose answer has ended', async () => {
  const never = 2 ** 31 - 1;
  let finish: (() => void) | undefined;
  const { port, close } = await listenOnTcp({
    port: 0,
    token: TOKEN,
    ...NOBODY,
    deadlines: { ...PATIENT, headMs: never, closeMs: never },
    listener(_incoming, response) {
      response.write('first');
      finish = () => response.end('last');
    },
  });
  const opened = connect({ host: '127.0.0.1', port });
  await once(opened, 'connect');
  const agent = new Agent({ keepAlive: true });
  const headers = { host: `127.0.0.1:${port}`, authorization: `Bearer ${TOKEN}` };
  const answer = await new Promise<IncomingMessage>((resolve) => request({ port, headers, agent }, resolve).end());
  await once(answer, 'data');
  const closed = close();
  finish?.();
  answer.resume();
  await closed;
  agent.destroy();
  opened.destroy();
});
