import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import type { Memory } from '../../src/api/contract.ts';
import type { Listening } from '../../src/api/http-answers.ts';
import { routePath } from '../../src/api/routes.ts';
import type { Deadlines } from '../../src/core/deadlines.ts';
import { type EventReader, readEvents } from '../support/event-stream.ts';
import { clientOf, runWorker } from '../support/run-worker.ts';
import { listenAt, rawRequest } from '../support/tcp-request.ts';
import { until } from '../support/until.ts';
import { workerHere } from '../support/worker-here.ts';

async function open(
  context: TestContext,
  deadlines: Partial<Deadlines> = {},
): Promise<{ memory: Memory; listening: Listening }> {
  const { at, socket } = await workerHere(context, { deadlines });
  return { memory: clientOf(at, socket), listening: await listenAt(socket) };
}

let said = 0;

const say = (memory: Memory, ...texts: string[]) => {
  const from = said;
  said += texts.length;
  const messages = texts.map((content, at) => ({ role: 'user' as const, content, ref: `m${from + at}` }));
  return memory.record({ sessionId: 'one', messages });
};

async function textsOf(reader: EventReader, count: number): Promise<string[]> {
  const texts: string[] = [];
  while (texts.length < count) texts.push((await reader.nextEvent()).text);
  return texts;
}

test('a reader is told the log from where it wants, then what comes', async (context) => {
  const { memory, listening } = await open(context);
  await say(memory, 'a', 'b', 'c');
  const all = await readEvents(listening);
  const [first, second] = [await all.nextEvent(), await all.nextEvent()];
  assert.deepEqual([first.text, second.text], ['a', 'b']);
  const readers = {
    after: await readEvents(listening, { query: `?after=${first.id}` }),
    resumed: await readEvents(listening, { query: '?after=0', headers: { 'last-event-id': `${second.id}` } }),
    last: await readEvents(listening, { query: '?last=1' }),
    fresh: await readEvents(listening, { query: '?last=0' }),
  };
  assert.deepEqual(await textsOf(readers.after, 2), ['b', 'c']);
  assert.deepEqual([await textsOf(readers.resumed, 1), await textsOf(readers.last, 1)], [['c'], ['c']]);
  // Its place is taken once it was answered.
  assert.match((await readers.fresh.next())?.comment ?? '', /from here on/);
  await say(memory, 'd');
  const told = await Promise.all(Object.values(readers).map((reader) => textsOf(reader, 1)));
  assert.deepEqual(told.flat(), ['d', 'd', 'd', 'd']);
  for (const reader of [all, ...Object.values(readers)]) reader.close();
});

test('the first word says when to ask again, and silence is told as such', async (context) => {
  const { listening } = await open(context, { beatMs: 20 });
  const reader = await readEvents(listening);
  assert.deepEqual(await reader.next(), { retry: '1000', comment: 'from here on' });
  for (let beat = 0; beat < 3; beat += 1) assert.deepEqual(await reader.next(), { comment: 'nothing new' });
  reader.close();
});

test('two hundred readers are told the same', async (context) => {
  const { memory, listening } = await open(context);
  const readers: EventReader[] = [];
  // One after the other: of connections that showed no token yet the worker keeps few.
  while (readers.length < 200) readers.push(await readEvents(listening));
  const texts = Array.from({ length: 60 }, (_, i) => `text ${i}`);
  for (const text of texts) await say(memory, text);
  for (const told of await Promise.all(readers.map((reader) => textsOf(reader, texts.length)))) {
    assert.deepEqual(told, texts);
  }
  for (const reader of readers) reader.close();
});

test('a reader that takes nothing is dropped, with little stored for it, and keeps nobody else waiting', async (context) => {
  const { memory, listening } = await open(context, { beatMs: 100, stalledMs: 2_000 });
  const sockets = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
  const living = await readEvents(listening);
  const before = sockets();
  const { port, host } = new URL(listening.url);
  const stalled = connect({ host: '127.0.0.1', port: Number(port) });
  stalled.pause();
  const headers = { host, authorization: `Bearer ${listening.token}` };
  stalled.write(rawRequest({ method: 'GET', path: routePath('events') }, headers));
  await until(() => sockets() === before + 2);
  const long = Array.from({ length: 200 }, (_, i) => `${i} ${'word '.repeat(19_000)}`);
  const [told] = await Promise.all([textsOf(living, long.length), say(memory, ...long)]);
  assert.equal(told.length, long.length);
  await until(() => sockets() === before + 1);
  let bytes = 0;
  stalled.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  stalled.on('error', () => undefined);
  await new Promise((resolve) => stalled.once('close', resolve).resume());
  assert.ok(bytes < long.join('').length, `it was given all ${bytes} bytes`);
  living.close();
});

test('a worker that leaves ends the streams; who comes back to the next one is told what it missed', async (context) => {
  const worker = await runWorker(context);
  const listening = await listenAt(worker.socket);
  await say(worker.memory(), 'a');
  const reader = await readEvents(listening);
  const { id, text } = await reader.nextEvent();
  assert.equal(text, 'a');
  await worker.end('SIGTERM');
  let block = await reader.next();
  while (block?.comment !== undefined) block = await reader.next();
  assert.equal(block, undefined);
  await worker.restart();
  await say(worker.memory(), 'b');
  const again = await readEvents(await listenAt(worker.socket), { headers: { 'last-event-id': `${id}` } });
  assert.deepEqual(await textsOf(again, 1), ['b']);
  again.close();
});

test('a place that is none is refused with what would be right', async (context) => {
  const { listening } = await open(context);
  const reader = await readEvents(listening, { headers: { 'last-event-id': 'yesterday' } });
  await assert.rejects(reader.nextEvent(), /status 400/);
});
