import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildContext } from '../../../src/context/context.ts';
import { claimsLimit, withoutClaimedLimits } from '../../../src/context/lines/claimed-limit.ts';
import type { ContextLine } from '../../../src/context/lines/context-line.ts';
import type { EventBody } from '../../../src/core/model/event.ts';
import type { Item } from '../../../src/core/model/item.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { asked, openTestStore, ran, SHOP, said, tellSession } from '../../retrieval/fill-store.ts';

const CLAIM = 'The payment sandbox does not support refunds in test mode.';
const AT = Date.UTC(2026, 0, 9);

/** Tells a session to the store and gives its item with some words. */
async function itemWith(store: Store, words: string, bodies: readonly EventBody[]): Promise<Item> {
  const session = await tellSession(store, { name: `s${words.length}-${bodies.length}`, at: AT, bodies });
  const item = (await store.items.list({ session }, { limit: 50 })).find(({ text }) => text.includes(words));
  assert.ok(item);
  return item;
}

async function told(store: Store, item: Item, text: string): Promise<string | undefined> {
  const line: ContextLine = { id: item.id, kind: item.kind, section: 'thread', worth: 1, text: `[${item.id}] ${text}` };
  return (await withoutClaimedLimits(store, [line]))[0]?.text.slice(item.id.length + 3);
}

test('takes what says that something is not supported, not possible or not there', () => {
  for (const sentence of [
    CLAIM,
    'Streaming is not supported by the SDK.',
    'Streaming isn’t currently supported.',
    'This cannot be done with the public API.',
    'There is no way to set the timeout.',
    'The flag --json does not exist.',
    'Hot reload is impossible here.',
    'Das wird von der Schnittstelle nicht unterstützt.',
    'Die Option existiert nicht.',
  ])
    assert.ok(claimsLimit(sentence), sentence);
});

test('leaves cases that are only supposed, work that was done, and what a person wants', () => {
  for (const sentence of [
    'Falls back to HEAD if the branch does not exist.',
    'It creates the folder when it does not exist.',
    'Keep deriving the trajectory, but don’t expose it as a format.',
    'The tests do not pass yet.',
    'I removed the unsupported setting.',
    'The total is not rounded.',
  ])
    assert.ok(!claimsLimit(sentence), sentence);
});

test('what an agent alone called unsupported is not told, and what it said beside it is', async (context) => {
  const store = openTestStore(context);
  const item = await itemWith(store, 'does not support', [
    asked('Refund the order.'),
    said(`${CLAIM} I booked a credit note instead.`),
  ]);
  assert.equal(await told(store, item, `An agent said, 2026-01-09: ${CLAIM}`), undefined);
  assert.equal(
    await told(store, item, `An agent said, 2026-01-09: ${CLAIM} I booked a credit note for the order instead.`),
    'An agent said, 2026-01-09: I booked a credit note for the order instead.',
  );
  const question = 'Asked last by a person, 2026-01-09: "Are refunds not supported? Then there is no way to test."';
  assert.equal(await told(store, item, `${question} The agent ended: ${CLAIM}`), question);
});

test('it is told where a command of the same session failed with a message about the same thing', async (context) => {
  const store = openTestStore(context);
  const failed = ran('pay refund --test', 1, 'Error: refunds are not supported by the sandbox');
  const item = await itemWith(store, 'does not support', [asked('Refund the order.'), failed, said(CLAIM)]);
  assert.equal(await told(store, item, `An agent said, 2026-01-09: ${CLAIM}`), `An agent said, 2026-01-09: ${CLAIM}`);
  const other = ran('npm test', 1, 'Error: cannot find module left-pad');
  const alone = await itemWith(store, 'does not support', [asked('Refund that order.'), other, other, said(CLAIM)]);
  assert.equal(await told(store, alone, `An agent said, 2026-01-09: ${CLAIM}`), undefined);
});

test('a person’s own words are told', async (context) => {
  const store = openTestStore(context);
  const rule = 'We decided against streaming, since streaming is not supported by the billing service.';
  await tellSession(store, { name: 'one', at: AT, bodies: [asked(rule)] });
  const request = { occasion: 'prompt', project: SHOP, budget: 400, now: AT + 1, prompt: rule } as const;
  const { lines } = await buildContext(store, request);
  assert.match(lines.map(({ text }) => text).join('\n'), /streaming is not supported by the billing service/);
});
