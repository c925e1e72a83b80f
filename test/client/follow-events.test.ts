import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoggedEvent } from '../../src/api/answers.ts';
import type { Memory } from '../../src/api/contract.ts';
import { runWorker } from '../support/run-worker.ts';
import { listenAt } from '../support/tcp-request.ts';

const say = (memory: Memory, text: string) =>
  memory.record({ sessionId: 'one', messages: [{ role: 'user', content: text, ref: text }] });

/** Collects the texts of events; `until` resolves once there are so many. */
function collect(events: AsyncIterable<LoggedEvent>) {
  const texts: unknown[] = [];
  let wake = (): void => undefined;
  const ended = (async () => {
    for await (const event of events) {
      texts.push(event.text);
      wake();
    }
  })();
  const until = async (count: number): Promise<unknown[]> => {
    while (texts.length < count) {
      await Promise.race([
        new Promise<void>((resolve) => {
          wake = resolve;
        }),
        ended.then(() => assert.fail(`it ended after ${texts}`)),
      ]);
    }
    return texts;
  };
  return { until, ended };
}

test('events go on after the last one when the worker is killed, and when it leaves', async (context) => {
  const worker = await runWorker(context);
  const memory = worker.memory();
  const stop = new AbortController();
  const { until, ended } = collect(memory.events({}, { signal: stop.signal }));
  await say(memory, 'a');
  await until(1);
  for (const [signal, text] of [
    ['SIGKILL', 'b'],
    ['SIGTERM', 'c'],
  ] as const) {
    await worker.end(signal);
    await worker.restart();
    await say(memory, text);
  }
  assert.deepEqual(await until(3), ['a', 'b', 'c']);
  stop.abort();
  await ended;
});

test('a worker that leaves does not wait for those who follow', async (context) => {
  const worker = await runWorker(context);
  const memory = worker.memory();
  const { until, ended } = collect(memory.events());
  await say(memory, 'a');
  await until(1);
  await worker.end('SIGTERM');
  await memory.close();
  await ended;
  await assert.rejects(memory.status(), { code: 'cancelled' });
});

test('the log is replayed to its end', async (context) => {
  const worker = await runWorker(context);
  const memory = worker.memory();
  for (const text of ['a', 'b']) await say(memory, text);
  const { ended, until } = collect(memory.events({ follow: false, after: 1 }));
  await ended;
  assert.deepEqual(await until(1), ['b']);
});

test('server-sent events carry their place, and go on after the one that the reader had last', async (context) => {
  const worker = await runWorker(context);
  const memory = worker.memory();
  for (const text of ['a', 'b', 'c']) await say(memory, text);
  const { url, token } = await listenAt(worker.socket);
  const read = async (query: string, headers: Record<string, string>, count: number) => {
    const stop = new AbortController();
    const authorized = { authorization: `Bearer ${token}`, ...headers };
    const answer = await fetch(`${url}/api/v1/events${query}`, { headers: authorized, signal: stop.signal });
    assert.equal(answer.headers.get('content-type'), 'text/event-stream');
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) {
      text += decoder.decode(part, { stream: true });
      if ((text.match(/^id: /gm)?.length ?? 0) >= count) break;
    }
    stop.abort();
    const blocks = text.split('\n\n').filter((block) => block.startsWith('id: '));
    return blocks.map((block) => {
      const [, id, data = ''] = /^id: (\d+)\ndata: (.*)$/.exec(block) ?? [];
      const event = JSON.parse(data) as LoggedEvent;
      assert.equal(id, `${event.seq}`);
      return [event.seq, event.text] as const;
    });
  };
  const every = await read('', {}, 3);
  assert.deepEqual(
    every.map(([, text]) => text),
    ['a', 'b', 'c'],
  );
  const [first, second] = every;
  assert.deepEqual(await read(`?after=${first?.[0]}`, {}, 2), every.slice(1));
  assert.deepEqual(await read('?after=0', { 'last-event-id': `${second?.[0]}` }, 1), every.slice(2));
  const follows = read(`?after=${every[2]?.[0]}`, {}, 1);
  await say(memory, 'd');
  assert.deepEqual(
    (await follows).map(([, text]) => text),
    ['d'],
  );
});
