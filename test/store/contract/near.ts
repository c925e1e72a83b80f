import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../../../src/core/model/item.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { itemIdOf, makeItem, projectOf, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const WORDS = 'we keep money as integer cents and never as floating point numbers since sums of those are not exact';
const OTHER = 'the release script tags the commit, builds the package and publishes it after all checks have passed';

interface Said {
  name: string;
  at: number;
  text: string;
  project?: string;
  kind?: Item['kind'];
}

const itemOf = ({ name, at, text, project = 'p', kind = 'message' }: Said): Item =>
  makeItem({ name, kind, title: `Title of ${name}`, text, at: START + at, project: projectOf(project) });

async function nearOf({ items }: Store, said: readonly Said[]): Promise<string[]> {
  const byId = new Map(said.map(({ name, kind = 'message' }) => [itemIdOf(name, kind), name]));
  const links = await items.links([...byId.keys()], ['near']);
  return links.map(({ from, relation, to }) => `${byId.get(from)} ${relation} ${byId.get(to)}`).sort();
}

/** The suite of near-duplicates. */
export function nearContract(open: OpenStore): void {
  test('what says nearly the same is linked to the earliest that does, of its project and kind', async (t) => {
    const store = await open(t);
    const said: Said[] = [
      { name: 'b', at: 20, text: WORDS },
      { name: 'c', at: 30, text: `${WORDS.toUpperCase()}.` },
      { name: 'd', at: 40, text: OTHER },
      { name: 'e', at: 50, text: WORDS, project: 'q' },
      { name: 'f', at: 60, text: WORDS, kind: 'prompt' },
      { name: 'g', at: 70, text: 'too few words to be compared' },
      { name: 'h', at: 80, text: 'too few words to be compared' },
    ];
    await store.items.apply({ derived: [], put: said.map(itemOf) });
    assert.deepEqual(await nearOf(store, said), ['c near b']);
    const first = { name: 'a', at: 10, text: `So: ${WORDS}` };
    await store.items.apply({ derived: [], put: [itemOf(first)] });
    assert.deepEqual(await nearOf(store, [first, ...said]), ['b near a', 'c near a']);
    await store.items.apply({ derived: [], put: [], drop: [itemIdOf('a', 'message')] });
    assert.deepEqual(await nearOf(store, [first, ...said]), ['c near b']);
    await store.items.apply({ derived: [], put: [itemOf({ name: 'b', at: 20, text: OTHER })] });
    assert.deepEqual(await nearOf(store, said), ['d near b']);
  });

  test('compares commands and notes, and no other observation', async (t) => {
    const store = await open(t);
    const kinds = ['command', 'note', 'file-read', 'research'] as const;
    const put = kinds.flatMap((observation) =>
      [1, 2].map((n) => makeItem({ name: `${observation}${n}`, text: WORDS, at: START + n, detail: { observation } })),
    );
    await store.items.apply({ derived: [], put });
    const links = await store.items.links(
      put.map(({ id }) => id),
      ['near'],
    );
    assert.deepEqual(
      links.map(({ from, to }) => [from, to]),
      ['command', 'note'].map((observation) => [itemIdOf(`${observation}2`), itemIdOf(`${observation}1`)]),
    );
  });

  test('of many that are the same at one time it does not matter which came first', async (t) => {
    for (const count of [8, 9, 10, 14, 30]) {
      const same = Array.from({ length: count }, (_, i): Said => ({ name: String(i), at: 5, text: WORDS }));
      const said = [...same, { name: 'late', at: 9, text: WORDS }];
      const [store, other] = [await open(t), await open(t)];
      for (const one of said) await store.items.apply({ derived: [], put: [itemOf(one)] });
      await other.items.apply({ derived: [], put: said.toReversed().map(itemOf) });
      assert.deepEqual(await nearOf(store, said), await nearOf(other, said));
    }
  });

  test('what is near to what depends on the items alone, not on the order in which they come and go', async (t) => {
    const said = fc.record({
      at: fc.oneof(fc.constant(5), fc.integer({ min: 0, max: 12 })),
      text: fc.constantFrom(
        WORDS,
        WORDS,
        WORDS,
        `${WORDS} at all`,
        `So ${WORDS}`,
        `${WORDS} ${OTHER}`,
        OTHER,
        `${OTHER} today`,
      ),
    });
    const plan = fc
      .array(said, { minLength: 2, maxLength: 40 })
      .map((list) => list.map((one, i): Said => ({ ...one, name: String(i) })))
      .chain((list) =>
        fc.record({
          list: fc.constant(list),
          order: fc.shuffledSubarray(list, { minLength: list.length }),
          gone: fc.subarray(list),
          moved: fc.subarray(list),
          size: fc.integer({ min: 1, max: 9 }),
        }),
      );
    const [store, whole] = [await open(t), await open(t)];
    let run = 0;
    await fc.assert(
      fc.asyncProperty(plan, async ({ list, order, gone, moved, size }) => {
        run += 1;
        const named = (one: Said): Said => ({ ...one, name: `${run} ${one.name}`, project: `p${run}` });
        const toItem = (one: Said): Item => itemOf(named(one));
        for (let at = 0; at < order.length; at += size) {
          await store.items.apply({ derived: [], put: order.slice(at, at + size).map(toItem) });
        }
        const later = (one: Said): Said => (moved.includes(one) ? { ...one, at: one.at + 3 } : one);
        const drop = gone.map((one) => toItem(one).id);
        await store.items.apply({ derived: [], put: moved.map(later).map(toItem), drop });
        const left = list.filter((one) => !gone.includes(one) || moved.includes(one)).map(later);
        await whole.items.apply({ derived: [], put: left.map(toItem) });
        const all = list.map(named);
        assert.deepEqual(await nearOf(store, all), await nearOf(whole, all));
      }),
      { numRuns: 100 },
    );
  });
}
