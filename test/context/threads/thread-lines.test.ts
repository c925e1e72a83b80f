import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { buildContext } from '../../../src/context/context.ts';
import type { EventBody } from '../../../src/core/model/event.ts';
import { sessionId } from '../../../src/core/model/ids.ts';
import { asked, edited, openTestStore, read, SHOP, said, tellSession } from '../../retrieval/fill-store.ts';

const NOW = Date.UTC(2026, 0, 10);

/** What Cairn tells a session that goes on with one of these events. */
async function toldOf(context: TestContext, ...bodies: EventBody[]): Promise<string> {
  const store = openTestStore(context);
  await tellSession(store, { name: 'one', at: NOW - 3_600_000, bodies });
  const { lines } = await buildContext(store, {
    occasion: 'prompt',
    prompt: 'Where did we stop?',
    project: SHOP,
    session: sessionId('claude-code', 'new'),
    budget: 450,
    now: NOW,
  });
  return lines.map(({ text }) => text).join('\n');
}

test('a start tells what was asked last, and what the session began with', async (context) => {
  const store = openTestStore(context);
  const bodies = [
    asked('Amounts are integer cents, never floats. Fix the rounding.'),
    said('The rounding of the discount and of the taxes is mended in cents.'),
    asked('Show me the callers of the discount.'),
    said('The cart and the invoice both call the discount.'),
    asked('Show me the whole invoice.'),
    said('The invoice of May has ninety lines and no total.'),
  ];
  await tellSession(store, { name: 'one', at: NOW - 3_600_000, bodies });
  const session = sessionId('claude-code', 'new');
  const { lines } = await buildContext(store, { occasion: 'start', project: SHOP, session, budget: 450, now: NOW });
  const block = lines.map(({ text }) => text).join('\n');
  assert.match(block, /Asked last by a person.*whole invoice/);
  assert.match(block, /Asked at its beginning by a person.*integer cents/);
  assert.doesNotMatch(block, /callers of the discount/);
});

test('an answer that says nothing gives way to the one before it', async (context) => {
  const block = await toldOf(
    context,
    asked('Why does the invoice lose a cent?'),
    said('The discount is a float, so each line is rounded on its own and the sum is one cent short.'),
    said('All tests pass. Done.'),
  );
  assert.match(block, /ended: The discount is a float/);
});

test('what an agent says on its way, and what leads to a call, is no answer', async (context) => {
  const onTheWay: EventBody = {
    kind: 'message',
    text: 'The whole suite is running now on the exact tree.',
    interim: true,
  };
  const block = await toldOf(
    context,
    asked('Round the discount.'),
    edited('src/discount.ts'),
    onTheWay,
    said('Now fix the one in the invoice module of the shop:'),
  );
  assert.match(block, /Asked last by a person, 2026-01-09: "Round the discount\."/);
  assert.doesNotMatch(block, /suite is running|Now fix/);
});

test('a request that refers to an answer brings what it refers to', async (context) => {
  const block = await toldOf(
    context,
    asked('What is wrong with the cart?'),
    said('The cart has two faults. The total forgets the shipping, and an empty cart can be paid.'),
    asked('Implement 1 and 2.'),
    edited('src/cart.ts'),
  );
  assert.match(block, /"Implement 1 and 2\." of what the agent had said: The cart has two faults\./);
});

test('the files that a session read are named with those that it changed', async (context) => {
  const block = await toldOf(
    context,
    asked('Where is the discount taken off?'),
    read('src/order.ts'),
    read('src/order.ts'),
    read('src/cart.ts'),
    edited('src/discount.ts'),
    said('The order takes the discount off before the taxes.'),
  );
  assert.match(block, /Worked on most: src\/\{discount\.ts, order\.ts, cart\.ts\}/);
});

test('of an answer with code the sentences are told alone', async (context) => {
  const block = await toldOf(
    context,
    asked('How is the discount rounded?'),
    said(
      'The discount is rounded by half up.\n\n```ts\nconst cents = Math.round(price); // NOT a float\n```\n\nIt happens once.',
    ),
  );
  assert.match(block, /rounded by half up\. It happens once\./);
  assert.doesNotMatch(block, /Math\.round|NOT a float/);
});
