import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { buildContext } from '../../../src/context/context.ts';
import type { BlockRequest } from '../../../src/context/lines/block-request.ts';
import { asksToGoOn } from '../../../src/context/threads/goes-on.ts';
import { sessionId } from '../../../src/core/model/ids.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { asked, edited, openTestStore, SHOP, said, tellSession, todos } from '../../retrieval/fill-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 10);
const NEW = sessionId('claude-code', 'new');

/** A repository with a branch checked out. */
function repositoryOn(context: TestContext, branch: string): string {
  const folder = temporaryFolder(context);
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, '.git', 'HEAD'), `ref: refs/heads/${branch}\n`);
  return folder;
}

async function told(store: Store, request: Partial<BlockRequest>): Promise<string> {
  const all: BlockRequest = { occasion: 'prompt', project: SHOP, session: NEW, budget: 450, now: NOW, ...request };
  return (await buildContext(store, all)).lines.map(({ text }) => text).join('\n');
}

/** Two sessions in a row, of which the first one decided and the second one looked something up. */
async function shopAtWork(context: TestContext): Promise<Store> {
  const store = openTestStore(context);
  const rounding = [
    asked('Amounts are integer cents, never floats. Fix the rounding of the discount.'),
    edited('src/discount.ts'),
    said('The discount is rounded in cents now, and both of its callers are mended.'),
  ];
  await tellSession(store, { name: 'one', at: NOW - HOUR, bodies: rounding });
  const invoice = [
    asked('Show me the whole invoice of May.'),
    said('The invoice of May has ninety lines and no total.'),
  ];
  await tellSession(store, { name: 'two', at: NOW - HOUR / 2, bodies: invoice });
  return store;
}

test('a wish to go on is told from a wish that says with what', () => {
  for (const wish of [
    'continue',
    'Please continue.',
    'ok, go on',
    'Where did we stop?',
    'What comes next?',
    'pick up where we left off',
    'spawn a worker to continue where it left off',
    'I messed up the branches, can you check the last change again?',
  ]) {
    assert.ok(asksToGoOn(wish), wish);
  }
  for (const wish of [
    'continue with the migration of the orders',
    'yes',
    'stop the server',
    'show the last change of src/order.ts',
    'what is the next prime after 12?',
  ]) {
    assert.ok(!asksToGoOn(wish), wish);
  }
});

test('a session that begins with the wish to go on is told what led up to it', async (context) => {
  const store = await shopAtWork(context);
  const block = await told(store, { prompt: 'Where did we stop?' });
  assert.match(block, /invoice of May/);
  assert.match(block, /integer cents/);
  assert.match(block, /src\/discount\.ts/);
});

test('where no thread is at hand, each of the threads before the last is a line with its state', async (context) => {
  const store = await shopAtWork(context);
  const open = [
    asked('Translate the emails of the shop to German.'),
    todos('The reminder email'),
    edited('src/mail.ts'),
  ];
  await tellSession(store, { name: 'mail', at: NOW - 30 * HOUR, bodies: open });
  const block = await told(store, { prompt: 'continue', now: NOW + 5 * HOUR });
  assert.match(block, /Asked last by a person, 2026-01-09: "Show me the whole invoice/);
  assert.match(
    block,
    /Another thread, left open, asked last by a person, 2026-01-08: "Translate the emails.*Changed: src\/mail\.ts/,
  );
});

test('within a session the wish to go on is about that session', async (context) => {
  const store = await shopAtWork(context);
  await tellSession(store, {
    name: 'new',
    at: NOW - 60_000,
    bodies: [asked('Add a total.'), said('The total stands below.')],
  });
  assert.equal(await told(store, { prompt: 'continue', now: NOW + HOUR }), '');
});

test('a start on a shared branch tells the last work only while it is open', async (context) => {
  const store = await shopAtWork(context);
  const place = { cwd: repositoryOn(context, 'main'), userHome: '/' };
  assert.equal(await told(store, { occasion: 'start', place }), '');
  // An agent that takes context with its calls alone has no prompt that could ask for it.
  assert.match(await told(store, { occasion: 'start', place, promptless: true }), /invoice of May/);
  const open = [asked('Move the shop to new taxes.'), todos('Cover the reduced rate'), edited('src/tax.ts')];
  await tellSession(store, { name: 'three', at: NOW - HOUR / 4, bodies: open });
  assert.match(await told(store, { occasion: 'start', place }), /Cover the reduced rate/);
});
