import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { LoggedEvent } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import { openFresh } from '../../support/fresh-home.ts';
import { until } from '../../support/until.ts';

const say = (memory: Memory, text: string, sessionId = 'one') =>
  memory.record({ sessionId, messages: [{ role: 'user', content: text, ref: text }] });

async function take(events: AsyncIterable<LoggedEvent>, count: number): Promise<LoggedEvent[]> {
  const taken: LoggedEvent[] = [];
  if (count === 0) return taken;
  for await (const event of events) if (taken.push(event) === count) break;
  return taken;
}

async function all(events: AsyncIterable<LoggedEvent>): Promise<LoggedEvent[]> {
  return take(events, Number.POSITIVE_INFINITY);
}

test('the log is told from a place on, then what comes, each once and in order', async (context) => {
  const { memory } = openFresh(context);
  for (const text of ['a', 'b', 'c']) await say(memory, text);
  const [first, ...rest] = await all(memory.events({ follow: false }));
  assert.deepEqual([first?.text, ...rest.map(({ text }) => text)], ['a', 'b', 'c']);
  assert.equal(first?.kind, 'prompt');
  assert.match(first?.at ?? '', /^\d{4}-.*Z$/);
  assert.match(first?.sessionId ?? '', /^s_/);
  const later = take(memory.events({ after: first?.seq ?? 0 }), 4);
  await say(memory, 'd');
  await say(memory, 'e');
  assert.deepEqual(
    (await later).map(({ text }) => text),
    ['b', 'c', 'd', 'e'],
  );
});

test('only events of the session or the project that was asked for are told', async (context) => {
  const { memory } = openFresh(context);
  await say(memory, 'a', 'one');
  await say(memory, 'b', 'two');
  const [, second] = await all(memory.events({ follow: false }));
  const texts = async (input: object) =>
    (await all(memory.events({ follow: false, ...input }))).map(({ text }) => text);
  assert.deepEqual(await texts({ session: second?.sessionId }), ['b']);
  assert.deepEqual(await texts({ session: second?.id }), ['b']);
  assert.deepEqual(await texts({ project: '.' }), ['a', 'b']);
  assert.deepEqual(await texts({ project: second?.project }), ['a', 'b']);
  assert.deepEqual(await texts({ project: 'r_aaaaaaaaaaaaaaaa' }), []);
  await assert.rejects(texts({ session: 's_nosuchsession' }), { code: 'not_found' });
  await assert.rejects(texts({ after: 'x' }), { code: 'invalid_input' });
});

test('it ends when the signal aborts, and when the memory closes', async (context) => {
  const { memory } = openFresh(context);
  await say(memory, 'a');
  const stop = new AbortController();
  const follow = (signal?: AbortSignal) => {
    const told: LoggedEvent[] = [];
    const ended = (async () => {
      for await (const event of memory.events({}, signal === undefined ? {} : { signal })) told.push(event);
    })();
    return { told, ended };
  };
  const [aborted, closed] = [follow(stop.signal), follow()];
  assert.deepEqual(await all(memory.events({}, { signal: AbortSignal.abort() })), []);
  await until(() => aborted.told.length === 1 && closed.told.length === 1);
  stop.abort();
  await aborted.ended;
  await memory.close();
  await closed.ended;
  assert.deepEqual([aborted.told.length, closed.told.length], [1, 1]);
});

test('nothing is lost or told twice, however reading and recording meet', async (context) => {
  const { memory } = openFresh(context);
  let recorded = 0;
  const record = async (count: number): Promise<void> => {
    const from = recorded;
    recorded += count;
    const messages = Array.from({ length: count }, (_, i) => ({
      role: 'user' as const,
      content: `n${from + i}`,
      ref: `n${from + i}`,
    }));
    await memory.record({ sessionId: 'many', messages });
  };
  const steps = fc.array(fc.oneof(fc.integer({ min: 1, max: 120 }), fc.constant('turn' as const)), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(steps, async (run) => {
      const before = recorded;
      const total = run.reduce<number>((sum, step) => sum + (step === 'turn' ? 0 : step), 0);
      const [last] = (await all(memory.events({ follow: false }))).slice(-1);
      const told = take(memory.events({ after: last?.seq ?? 0 }), total);
      for (const step of run) {
        if (step === 'turn') await new Promise((resolve) => setImmediate(resolve));
        else await record(step);
      }
      const wanted = Array.from({ length: total }, (_, i) => `n${before + i}`);
      assert.deepEqual(
        (await told).map(({ text }) => text),
        wanted,
      );
    }),
    { numRuns: 15 },
  );
});
