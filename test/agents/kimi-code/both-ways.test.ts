import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Item } from '../../../src/core/model/item.ts';
import { freshHome, openFresh } from '../../support/fresh-home.ts';
import { CONFIG_FOLDER, kimiHooks } from './fixtures.ts';

/** What a memory holds after a session of Kimi Code came by these ways, in this order. */
async function play(
  context: TestContext,
  order: readonly ('hooks' | 'files')[],
): Promise<{ ids: string[]; told: string[]; items: Item[] }> {
  const home = freshHome(context);
  mkdirSync(home.home);
  writeFileSync(join(home.home, 'key'), Buffer.alloc(32, 7), { mode: 0o600 });
  cpSync(join(CONFIG_FOLDER, 'sessions'), join(home.userHome, '.kimi-code', 'sessions'), { recursive: true });
  const { memory, store } = openFresh(context, { home, caller: { surface: 'cli' } });
  for (const step of order) {
    if (step === 'files') for await (const _step of memory.import({ agent: 'kimi-code' }));
    else {
      for (const [i, { event, at, payload }] of kimiHooks().entries()) {
        const sent = { agent: 'kimi-code', event, payload: JSON.stringify(payload), delivery: `d${i}`, at };
        await memory.takeHook(sent);
      }
    }
  }
  await memory.settled();
  const events = await store.log.since(0, 1_000);
  return {
    ids: events.map(({ id }) => id).sort(),
    // Without ids: which of several equal events is which, as the ends of turns, follows the order in which they came.
    told: events.map(({ body, at, subagent }) => JSON.stringify([body, at, subagent])).sort(),
    items: await store.items.list({}, { limit: 1_000 }),
  };
}

const shown = (items: readonly Item[]): string[] =>
  items.map(({ id, author, title }) => `${id} ${author} ${title}`).sort();

test('a session of Kimi Code gives the same events and items by hook and transcript in either order', async (context) => {
  const one = await play(context, ['hooks', 'files']);
  const other = await play(context, ['files', 'hooks']);
  const again = await play(context, ['hooks', 'files', 'hooks', 'files']);
  for (const { ids, told } of [other, again]) {
    assert.deepEqual(ids, one.ids);
    assert.deepEqual(told, one.told);
  }
  assert.deepEqual(shown(other.items), shown(one.items));
  assert.deepEqual(shown(again.items), shown(one.items));
});

test('what Kimi Code did is understood: commands, changes, a subagent, a compaction', async (context) => {
  const { items } = await play(context, ['hooks', 'files']);
  const titles = items.map(({ title }) => title);
  for (const title of [
    'node check.js failed (exit 1)',
    'node check.js',
    'Read src/discount.js',
    'Edit src/discount.js',
    'grep -rl discount src',
  ]) {
    assert.ok(
      titles.some((found) => found.startsWith(title)),
      `${title}: ${titles.join('; ')}`,
    );
  }
  const decision = items.find(({ kind, text }) => kind === 'knowledge' && text.includes('integer cents'));
  assert.deepEqual([decision?.author, decision?.detail.status], ['agent', 'proposed']);
});
