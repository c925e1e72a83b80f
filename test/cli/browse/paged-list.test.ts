import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPagedList, type PagedList, type RowPage } from '../../../src/cli/browse/paged-list.ts';
import { CairnError } from '../../../src/core/errors.ts';
import { until } from '../../support/until.ts';

interface Numbered {
  id: string;
}

const rowsOf = (...ids: string[]): Numbered[] => ids.map((id) => ({ id }));
const idsOf = (list: PagedList<Numbered>): string => list.rows.map(({ id }) => id).join(' ');
const pageFrom = (first: number): RowPage<Numbered> => ({
  rows: rowsOf(...Array.from({ length: 10 }, (_, at) => String(first + at))),
  next: first < 30 ? String(first + 10) : undefined,
});

test('holds the pages that were looked at, and the rest once the end is asked for', async () => {
  const asked: (string | undefined)[] = [];
  const list = createPagedList<Numbered>(
    async function* read(cursor) {
      asked.push(cursor);
      yield pageFrom(Number(cursor ?? 0));
    },
    () => undefined,
  );
  list.reload();
  await until(() => !list.isLoading);
  list.select(2, 5);
  assert.deepEqual([asked.length, list.at, list.isWhole], [1, 2, false]);
  list.select(7, 5);
  await until(() => list.rows.length === 20);
  assert.equal(list.at, 7);
  await until(() => !list.isLoading);
  await list.toEnd();
  assert.deepEqual([asked.length, list.rows.length, list.at, list.isWhole], [4, 40, 39, true]);
});

test('a page that comes again keeps the row of who has moved, and the top of who has not', async () => {
  for (const [moved, at] of [
    [1, 2],
    [0, 0],
  ] as const) {
    const second = Promise.withResolvers<void>();
    const list = createPagedList<Numbered>(
      async function* read() {
        yield { rows: rowsOf('a', 'b', 'c') };
        await second.promise;
        yield { rows: rowsOf('x', 'a', 'b') };
      },
      () => undefined,
    );
    list.reload();
    await until(() => list.rows.length === 3);
    list.select(moved, 1);
    second.resolve();
    await until(() => !list.isLoading);
    assert.deepEqual([idsOf(list), list.at], ['x a b', at]);
  }
});

test('what is read again takes the place of what was asked before; a failure leaves the rows', async () => {
  const slow = Promise.withResolvers<void>();
  let times = 0;
  const list = createPagedList<Numbered>(
    async function* read() {
      times += 1;
      if (times === 1) await slow.promise;
      if (times === 3) throw new CairnError('not_running', 'No worker runs.');
      yield { rows: rowsOf(`answer ${times}`) };
    },
    () => undefined,
  );
  list.reload();
  list.reload();
  await until(() => !list.isLoading);
  slow.resolve();
  assert.equal(idsOf(list), 'answer 2');
  list.reload({ keep: true });
  await until(() => !list.isLoading);
  assert.deepEqual([idsOf(list), list.failure?.code], ['answer 2', 'not_running']);
});
