import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { CairnError, type ErrorCode } from '../../../src/core/errors.ts';
import type { JsonValue } from '../../../src/core/json.ts';
import { requestJson, requestLines, type SocketRequest } from '../../../src/platform/http/socket-request.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function serve(t: TestContext, listener: RequestListener): Promise<SocketRequest> {
  const socket = join(temporaryFolder(t), 's.sock');
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { socket, method: 'POST', path: '/x', timeoutMs: 60_000 };
}

function fails(code: ErrorCode) {
  return (error: unknown): boolean => error instanceof CairnError && error.code === code;
}

async function collect(lines: AsyncIterable<JsonValue>): Promise<JsonValue[]> {
  const values: JsonValue[] = [];
  for await (const value of lines) values.push(value);
  return values;
}

test('JSON goes there and comes back', async (t) => {
  const to = await serve(t, (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as JsonValue;
      response.end(JSON.stringify({ body, header: request.headers['x-y'] ?? null, method: request.method ?? null }));
    });
  });
  const answer = await requestJson({ ...to, body: { text: 'ü\n' }, headers: { 'x-y': 'z' } });
  assert.deepEqual(answer, { body: { text: 'ü\n' }, header: 'z', method: 'POST' });
});

test('an error of the worker arrives with its code and fix', async (t) => {
  const to = await serve(t, (_request, response) => {
    response.writeHead(404).end('{"error":{"code":"not_found","message":"gone","fix":"look elsewhere"}}');
  });
  await assert.rejects(requestJson(to), { code: 'not_found', message: 'gone', fix: 'look elsewhere' });
  await assert.rejects(collect(requestLines(to)), { code: 'not_found' });
});

test('an answer that makes no sense is an error of its own', async (t) => {
  const to = await serve(t, (request, response) => {
    if (request.url === '/status') response.writeHead(500).end('<html>');
    else response.end('not json');
  });
  await assert.rejects(requestJson(to), fails('internal'));
  await assert.rejects(requestJson({ ...to, path: '/status' }), fails('internal'));
  await assert.rejects(collect(requestLines(to)), fails('internal'));
});

test('no socket, a dead socket and a file in its place are not_running', async (t) => {
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'file'), '');
  for (const name of ['none', 'file']) {
    const to: SocketRequest = { socket: join(folder, name), method: 'GET', path: '/', timeoutMs: 60_000 };
    await assert.rejects(requestJson(to), fails('not_running'));
  }
});

test('silence is a timeout, before the answer and within it', async (t) => {
  const to = await serve(t, (request, response) => {
    if (request.url === '/begun') response.write('{"a"');
  });
  await assert.rejects(requestJson({ ...to, timeoutMs: 50 }), fails('timeout'));
  await assert.rejects(requestJson({ ...to, path: '/begun', timeoutMs: 50 }), fails('timeout'));
});

test('an abort cancels, before the answer and within it', async (t) => {
  const to = await serve(t, (request, response) => {
    if (request.url === '/begun') response.write('{"line":1}\n');
  });
  const before = new AbortController();
  const waiting = requestJson({ ...to, signal: before.signal });
  before.abort();
  await assert.rejects(waiting, fails('cancelled'));
  const within = new AbortController();
  const lines = requestLines({ ...to, path: '/begun', signal: within.signal });
  assert.deepEqual((await lines.next()).value, { line: 1 });
  within.abort();
  await assert.rejects(lines.next(), fails('cancelled'));
});

test('lines arrive one by one, cut anywhere, and leaving the loop ends the request', async (t) => {
  let closed = 0;
  const to = await serve(t, (request, response) => {
    response.on('close', () => {
      closed += 1;
    });
    if (request.url === '/endless') {
      response.write('{"n":1}\n{"n":2}\n');
      return;
    }
    const bytes = Buffer.from('{"t":"ü"}\n\n{"t":"two"}\n{"t":"three"}');
    response.write(bytes.subarray(0, 7));
    setImmediate(() => response.end(bytes.subarray(7)));
  });
  assert.deepEqual(await collect(requestLines(to)), [{ t: 'ü' }, { t: 'two' }, { t: 'three' }]);
  for await (const value of requestLines({ ...to, path: '/endless' })) {
    assert.deepEqual(value, { n: 1 });
    break;
  }
  while (closed < 2) await new Promise((resolve) => setImmediate(resolve));
});

test('an error in the middle of the lines is thrown, and so is a worker that dies', async (t) => {
  const to = await serve(t, (request, response) => {
    response.write('{"n":1}\n');
    if (request.url === '/dies') setImmediate(() => response.destroy());
    else response.end('{"error":{"code":"low_disk","message":"full"}}\n');
  });
  await assert.rejects(collect(requestLines(to)), fails('low_disk'));
  await assert.rejects(collect(requestLines({ ...to, path: '/dies' })), fails('not_running'));
});
