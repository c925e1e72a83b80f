import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DUPLICATE_WINDOWS_MS } from '../../../src/core/model/duplicate-window.ts';
import type { Item } from '../../../src/core/model/item.ts';
import type { ObservationKind } from '../../../src/core/model/kinds.ts';
import type { ItemLink } from '../../../src/store/contract/items.ts';
import type { Store } from '../../../src/store/contract/store.ts';
import { itemIdOf, makeItem, projectOf, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

const KINDS: readonly ObservationKind[] = ['file-read', 'file-write', 'command', 'note'];

interface Seen {
  name: string;
  at: number;
  kind: ObservationKind;
  project: string;
}

/** The suite of repetitions. */
export function repeatsContract(open: OpenStore): void {
  test('an observation that stands again within its window repeats the earliest one', async (t) => {
    const store = await open(t);
    const item = (name: string, seconds: number) =>
      toItem({ name, at: seconds * 1_000, kind: 'command', project: 'p' });
    await store.items.apply({ derived: [], put: [item('b', 20), item('c', 40), item('d', 100)] });
    assert.deepEqual(await linksOf(store, ['b', 'c', 'd']), ['c repeats b']);
    await store.items.apply({ derived: [], put: [item('a', 15)] });
    assert.deepEqual(await linksOf(store, ['a', 'b', 'c', 'd']), ['b repeats a', 'c repeats a']);
    await store.items.apply({ derived: [], put: [], drop: [itemIdOf('a')] });
    assert.deepEqual(await linksOf(store, ['a', 'b', 'c', 'd']), ['c repeats b']);
  });

  test('what repeats what depends on the observations alone, not on the order in which they come and go', async (t) => {
    const seen = fc.record({
      at: fc.integer({ min: 0, max: 200 }).map((seconds) => seconds * 1_000),
      kind: fc.constantFrom(...KINDS),
      project: fc.constantFrom('p', 'q'),
    });
    const plan = fc
      .array(seen, { minLength: 2, maxLength: 14 })
      .map((list) => list.map((one, i): Seen => ({ ...one, name: String(i) })))
      .chain((list) =>
        fc.record({
          list: fc.constant(list),
          order: fc.shuffledSubarray(list, { minLength: list.length }),
          gone: fc.subarray(list),
          moved: fc.subarray(list),
          size: fc.integer({ min: 1, max: 5 }),
        }),
      );
    await fc.assert(
      fc.asyncProperty(plan, async ({ list, order, gone, moved, size }) => {
        const store = await open(t);
        for (let at = 0; at < order.length; at += size) {
          await store.items.apply({ derived: [], put: order.slice(at, at + size).map(toItem) });
        }
        const later = (one: Seen): Seen => (moved.includes(one) ? { ...one, at: one.at + 25_000 } : one);
        await store.items.apply({
          derived: [],
          put: moved.map(later).map(toItem),
          drop: gone.map(({ name }) => itemIdOf(name)),
        });
        const left = list.filter((one) => !gone.includes(one) || moved.includes(one)).map(later);
        const names = list.map(({ name }) => name);
        assert.deepEqual(await linksOf(store, names), wanted(left));
      }),
      { numRuns: 60 },
    );
  });
}

function toItem({ name, at, kind, project }: Seen): Item {
  const words = { title: `Title of ${name}`, text: 'the same', contentHash: 1_000 };
  return makeItem({ name, ...words, at: START + at, project: projectOf(project), detail: { observation: kind } });
}

/** At equal times the order of ids counts: base32, in which digits stand for more than letters. */
function idOrder({ name }: Seen): string {
  return itemIdOf(name).replace(/[2-7]/g, (digit) => `~${digit}`);
}

/** The contract of repetitions, over lists in memory. */
function wanted(list: readonly Seen[]): string[] {
  const sorted = [...list].sort((a, b) => a.at - b.at || (idOrder(a) < idOrder(b) ? -1 : 1));
  return sorted
    .flatMap((one, i) => {
      const window = DUPLICATE_WINDOWS_MS[one.kind];
      const isEqual = (other: Seen) => other.kind === one.kind && other.project === one.project;
      const first = sorted.slice(0, i).find((other) => isEqual(other) && other.at >= one.at - (window ?? -1));
      return window === undefined || first === undefined ? [] : [`${one.name} repeats ${first.name}`];
    })
    .sort();
}

async function linksOf({ items }: Store, names: readonly string[]): Promise<string[]> {
  const byId = new Map(names.map((name) => [itemIdOf(name), name]));
  const links: ItemLink[] = await items.links([...byId.keys()], ['repeats']);
  return links.map(({ from, relation, to }) => `${byId.get(from)} ${relation} ${byId.get(to)}`).sort();
}
