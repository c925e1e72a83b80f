import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { buildContext } from '../../../src/context/context.ts';
import type { EventBody } from '../../../src/core/model/event.ts';
import { sessionId } from '../../../src/core/model/ids.ts';
import { asked, edited, openTestStore, SHOP, said, tellSession } from '../../retrieval/fill-store.ts';

const NOW = Date.UTC(2026, 0, 10);
const DAY = 86_400_000;
const WORK: EventBody[] = [
  asked('Why is the notarization of the release slow?'),
  edited('release.yml'),
  said('The notarization waited 20 minutes for Apple and gave up; its timeout is 45 minutes now.'),
  asked('Rename the columns of the cart.'),
  edited('cart.ts'),
  said('The columns of the cart have new names, and the invoice reads them by these.'),
  asked('Add a retry to the notarization.'),
  edited('release.yml'),
  said('The notarization is tried twice before the release fails.'),
];

async function toldFor(context: TestContext, prompt: string): Promise<string[]> {
  const store = openTestStore(context);
  await tellSession(store, { name: 'one', at: NOW - 5 * DAY, bodies: WORK });
  const { lines } = await buildContext(store, {
    occasion: 'prompt',
    prompt,
    project: SHOP,
    session: sessionId('claude-code', 'new'),
    budget: 250,
    now: NOW,
  });
  return lines.map(({ text }) => text);
}

test('a prompt is told the exchange about its subject, and of its session no other', async (context) => {
  const told = (await toldFor(context, 'The notarization of the release failed after 20 minutes.')).join('\n');
  assert.match(told, /timeout is 45 minutes now/);
  assert.doesNotMatch(told, /columns of the cart/);
});

test('with an exchange come the files of its session', async (context) => {
  const told = await toldFor(context, 'Why is the notarization of the release slow?');
  assert.match(told.join('\n'), /Worked on there: .*release\.yml/);
});

test('the words of an address say nothing about what a prompt is about', async (context) => {
  const told = await toldFor(context, 'Look at https://notarization.example/release/notarization/retry/8421 please.');
  assert.deepEqual(told, []);
});
