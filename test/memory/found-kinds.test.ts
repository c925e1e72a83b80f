import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../src/core/model/item.ts';
import type { ItemKind } from '../../src/core/model/kinds.ts';
import { ITEM_KINDS } from '../../src/core/model/kinds.ts';
import { termsOf } from '../../src/core/text/terms.ts';
import { findHits } from '../../src/memory/read/find-hits.ts';
import { openTestStore } from '../retrieval/fill-store.ts';
import { makeItem } from '../retrieval/make-item.ts';

const PLACE = { now: Date.UTC(2026, 0, 10), userHome: '/home/dev' };

/** A memory of each kind, and a question by words, by a part of a name, and by its kind. */
const SAID: Readonly<Record<ItemKind, string>> = {
  observation: 'npm test failed in walrusQueueWorker',
  knowledge: 'We name queues after otterBasinRivers',
  prompt: 'Please drain the badgerHoleQueue first',
  message: 'The heronPondQueue is drained by now',
  summary: 'Drained queues, kept lynxForestQueue',
  checkpoint: 'Open: drain the moleTunnelQueue',
  topic: 'Queues such as falconNestQueue',
  snippet: 'const beaverDamQueue = drain()',
  commit: 'Drain the salmonRiverQueue at stop',
  pattern: 'Drains of storkChimneyQueue recur',
};

test('whatever kind it is, a memory is found by its words, its names, their parts, and its kind', async (context) => {
  const store = openTestStore(context);
  const items = ITEM_KINDS.map((kind): Item => {
    const {
      project: _project,
      session: _session,
      ...item
    } = makeItem({ kind, text: SAID[kind], terms: termsOf(SAID[kind]) });
    return item;
  });
  await store.items.apply({ derived: [], put: items });
  for (const { kind, id, text } of items) {
    const name = /\w+[A-Z]\w+/.exec(text)?.[0] ?? '';
    const [first = ''] = name.split(/(?=[A-Z])/);
    for (const query of [
      name,
      first,
      name.slice(0, first.length + 3),
      `${first.slice(1, 2)}${first.slice(0, 1)}${first.slice(2)}`,
      `kind:${kind}`,
    ]) {
      const { hits } = await findHits(store, { query }, PLACE);
      assert.equal(hits[0]?.id, id, `${kind}: ${query}`);
    }
  }
});
