import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goAhead, yieldToEventLoop } from '../../src/platform/yield-to-event-loop.ts';

test('the next step of bulk work waits for every request that goes ahead of it', async () => {
  const order: string[] = [];
  const ends = [goAhead(), goAhead()];
  const steps = [1, 2].map((step) => yieldToEventLoop().then(() => order.push(`step ${step}`)));
  for (const [place, end] of ends.entries()) {
    // More turns of the event loop than a step gives up by itself.
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    order.push(`request ${place}`);
    end();
    end();
  }
  await Promise.all(steps);
  assert.deepEqual(order, ['request 0', 'request 1', 'step 1', 'step 2']);
  await yieldToEventLoop();
});

test('a request that hangs holds bulk work up once, and its late end holds up nothing', async () => {
  const end = goAhead();
  await yieldToEventLoop();
  const other = goAhead();
  end();
  const order: string[] = [];
  const step = yieldToEventLoop().then(() => order.push('step'));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  order.push('request');
  other();
  await step;
  assert.deepEqual(order, ['request', 'step']);
});
