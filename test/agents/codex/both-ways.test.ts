import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { zstdCompressSync } from 'node:zlib';
import type { Item } from '../../../src/core/model/item.ts';
import { freshHome, openFresh } from '../../support/fresh-home.ts';
import { CONFIG_FOLDER, codexHooks, FORK_FILE, MAIN_FILE } from './fixtures.ts';

type Step = 'hooks' | 'files' | 'pack' | 'fork';

/** What a memory holds after a session of Codex came by these ways, in this order. */
async function play(
  context: TestContext,
  order: readonly Step[],
): Promise<{ ids: string[]; told: string[]; items: Item[] }> {
  const home = freshHome(context);
  mkdirSync(home.home);
  writeFileSync(join(home.home, 'key'), Buffer.alloc(32, 7), { mode: 0o600 });
  const sessions = join(home.userHome, '.codex', 'sessions');
  cpSync(join(CONFIG_FOLDER, 'sessions'), sessions, { recursive: true });
  const main = join(sessions, MAIN_FILE.slice(join(CONFIG_FOLDER, 'sessions').length));
  const { memory, store } = openFresh(context, { home, caller: { surface: 'cli' } });
  for (const step of order) {
    if (step === 'pack') {
      writeFileSync(`${main}.zst`, zstdCompressSync(readFileSync(main)));
      rmSync(main);
    } else if (step === 'fork') cpSync(FORK_FILE, join(sessions, '2026', '09', '21', FORK_FILE.replace(/.*\//, '')));
    else if (step === 'files') for await (const _step of memory.import({ agent: 'codex' }));
    else {
      for (const [i, { event, at, payload }] of codexHooks().entries()) {
        const sent = { agent: 'codex', event, payload: JSON.stringify(payload), delivery: `d${i}`, at };
        await memory.takeHook(sent);
      }
    }
  }
  await memory.settled();
  const events = await store.log.since(0, 1_000);
  return {
    ids: events.map(({ id }) => id).sort(),
    told: events.map(({ body, at, subagent }) => JSON.stringify([body, at, subagent])).sort(),
    items: await store.items.list({}, { limit: 1_000 }),
  };
}

const shown = (items: readonly Item[]): string[] =>
  items.map(({ id, author, title }) => `${id} ${author} ${title}`).sort();

test('a session of Codex gives the same events and items by hook and transcript in either order', async (context) => {
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

test('a rollout that Codex packed adds nothing that its plain file had told', async (context) => {
  const one = await play(context, ['files', 'hooks']);
  const packed = await play(context, ['files', 'hooks', 'pack', 'files']);
  assert.deepEqual(packed.told, one.told);
  const late = await play(context, ['pack', 'hooks', 'files']);
  assert.deepEqual(late.told, one.told);
});

test('a fork adds what is its own alone', async (context) => {
  const one = await play(context, ['files']);
  const forked = await play(context, ['files', 'fork', 'files']);
  assert.equal(forked.ids.length, one.ids.length + 2);
});

test('what Codex did is understood: commands, changes, a subagent, a decision', async (context) => {
  const { items } = await play(context, ['hooks', 'files']);
  const titles = items.map(({ title }) => title);
  for (const title of ['node check.js failed (exit 1)', 'node check.js', 'grep -rl discount src']) {
    assert.ok(
      titles.some((found) => found.startsWith(title)),
      `${title}: ${titles.join('; ')}`,
    );
  }
  assert.ok(
    titles.some((title) => title.includes('src/discount.js')),
    titles.join('; '),
  );
  const decision = items.find(({ kind, text }) => kind === 'knowledge' && text.includes('integer cents'));
  assert.deepEqual([decision?.author, decision?.detail.status], ['agent', 'proposed']);
});
