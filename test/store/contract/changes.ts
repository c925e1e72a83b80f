import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../../../src/core/model/item.ts';
import type { ObservationKind } from '../../../src/core/model/kinds.ts';
import { makeItem, projectOf, START } from './make.ts';
import type { OpenStore } from './store-contract.ts';

interface Touch {
  name: string;
  at: number;
  kind?: ObservationKind;
  read?: string[];
  changed?: string[];
  project?: string;
}

const touch = ({ name, at, kind = 'file-write', read, changed, project = 'p' }: Touch): Item =>
  makeItem({
    name,
    at: START + at,
    project: projectOf(project),
    detail: {
      observation: kind,
      ...(read === undefined ? {} : { filesRead: read }),
      ...(changed === undefined ? {} : { filesChanged: changed }),
    },
  });

/** The suite of what was changed since. */
export function changesContract(open: OpenStore): void {
  test('an item whose file was changed later knows the latest change, by time and not by order of arrival', async (t) => {
    const { items } = await open(t);
    const read = touch({ name: 'read', at: 10, kind: 'file-read', read: ['src/a.ts', 'src/b.ts'] });
    const last = touch({ name: 'last', at: 40, changed: ['src/b.ts'] });
    const middle = touch({ name: 'middle', at: 30, changed: ['src/b.ts'] });
    const before = touch({ name: 'before', at: 5, changed: ['src/a.ts'] });
    await items.apply({ derived: [], put: [last, read, middle, before] });
    const since = await items.changedSince([read, last, middle, before]);
    assert.deepEqual(since.get(read.id), { since: START + 40, by: last.id });
    assert.deepEqual(since.get(middle.id), { since: START + 40, by: last.id });
    assert.deepEqual([since.has(last.id), since.has(before.id)], [false, false]);
  });

  test('reads, notes, commits, other projects and the item itself change nothing; a change that goes is none', async (t) => {
    const { items } = await open(t);
    const read = touch({ name: 'read', at: 10, kind: 'file-read', read: ['src/a.ts'] });
    const commit = makeItem({
      name: 'commit',
      kind: 'commit',
      at: START + 50,
      project: projectOf('p'),
      detail: { filesChanged: ['src/a.ts'] },
    });
    await items.apply({
      derived: [],
      put: [
        read,
        commit,
        touch({ name: 'again', at: 20, kind: 'file-read', read: ['src/a.ts'] }),
        touch({ name: 'note', at: 30, kind: 'note', changed: ['src/a.ts'] }),
        touch({ name: 'other', at: 40, changed: ['src/a.ts'], project: 'q' }),
      ],
    });
    assert.equal((await items.changedSince([read])).size, 0);
    const change = touch({ name: 'change', at: 60, changed: ['src/a.ts'] });
    await items.apply({ derived: [], put: [change] });
    assert.deepEqual((await items.changedSince([read])).get(read.id), { since: START + 60, by: change.id });
    await items.apply({ derived: [], put: [], drop: [change.id] });
    assert.equal((await items.changedSince([read])).size, 0);
    assert.equal((await items.changedSince([])).size, 0);
  });

  test('it is the latest change of any of the files, whatever the order', async (t) => {
    const path = fc.constantFrom('a.ts', 'b.ts', 'c.ts');
    const one = fc.record({ at: fc.integer({ min: 0, max: 9 }), paths: fc.uniqueArray(path, { minLength: 1 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 12 }), async (parts) => {
        const { items } = await open(t);
        const put = parts.map(({ at, paths }, i) => touch({ name: String(i), at, changed: paths }));
        await items.apply({ derived: [], put });
        const since = await items.changedSince(put);
        for (const [i, item] of put.entries()) {
          const shares = put.filter((_, j) => parts[j]?.paths.some((path) => parts[i]?.paths.includes(path)));
          const latest = Math.max(...shares.map(({ at }) => at));
          assert.equal(since.get(item.id)?.since, latest > item.at ? latest : undefined);
        }
      }),
      { numRuns: 20 },
    );
  });
}
