import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventId } from '../../../src/core/model/ids.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { dedupeHits, dedupeRestatements } from '../../../src/retrieval/ranking/dedupe-hits.ts';
import type { Ranked } from '../../../src/retrieval/ranking/rank.ts';
import { asked, openTestStore, ran, tellSession } from '../fill-store.ts';
import { makeItem, NOW } from '../make-item.ts';

function ranked(item: Item): Ranked {
  const match = { stems: new Map(), pairs: new Set<string>() };
  return { item: { ...item, score: 1, why: {} }, match, coverage: 0, nearness: 0 };
}

const EVENT = 'e_aaaaaaaaaaaaaaaa' as EventId;
const whole = makeItem({ kind: 'prompt', event: EVENT });
const parts = [makeItem({ kind: 'knowledge', event: EVENT }), makeItem({ kind: 'knowledge', event: EVENT })] as const;

test('of a prompt and what was read out of it only what ranks better is shown', () => {
  const shown = (items: readonly Item[]) => dedupeRestatements(items.map(ranked)).map(({ item }) => item.id);
  assert.deepEqual(shown([whole, ...parts]), [whole.id]);
  assert.deepEqual(shown([parts[0], whole, parts[1]]), [parts[0].id, parts[1].id]);
  const other = makeItem({ kind: 'knowledge' });
  assert.deepEqual(shown([other, whole]), [other.id, whole.id]);
});

test('of texts that are nearly the same only the one that ranks best is left', async (t) => {
  const store = openTestStore(t);
  const words =
    'the nightly import of prices stops at the first row that has no currency and leaves the rest for tomorrow';
  for (const [i, output] of [words, `${words} again`].entries()) {
    await tellSession(store, { name: `run ${i}`, at: NOW + i, bodies: [ran('npm run import', 1, output)] });
  }
  await tellSession(store, { name: 'question', at: NOW + 9, bodies: [asked('Why does the import stop at night?')] });
  const items = await store.items.list({ kinds: ['prompt', 'observation'] }, { limit: 9 });
  assert.equal(items.length, 3);
  const left = (await dedupeHits(store, items.map(ranked))).map(({ item }) => item.kind);
  assert.deepEqual(left, ['prompt', 'observation']);
});
