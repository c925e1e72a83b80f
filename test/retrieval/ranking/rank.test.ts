import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SessionId } from '../../../src/core/model/ids.ts';
import type { Item } from '../../../src/core/model/item.ts';
import { parseQuery } from '../../../src/retrieval/query/parse-query.ts';
import { rankCandidates, WEIGHTS } from '../../../src/retrieval/ranking/rank.ts';
import { makeItem, NOW, PROJECT } from '../make-item.ts';

const FREQUENCY = { checkout: 20, coupon: 2, order: 60, servic: 5 };

function rank(question: string, items: readonly [Item, number][], project = PROJECT as typeof PROJECT | undefined) {
  const candidates = items.map(([item, bm25]) => ({ item, bm25 }));
  const answer = { candidates, dropped: [], newestOnly: false, total: 100, frequency: FREQUENCY };
  return rankCandidates(parseQuery(question), answer, { now: NOW, project }).map((ranked) => ranked.item);
}

const apart = (n: number) => `s_${'b'.repeat(15)}${'abcdefgh'[n]}` as SessionId;

test('the score is the sum of its named parts', () => {
  const [first] = rank('coupon checkout', [[makeItem({ text: 'The coupon checkout' }), 3]]);
  const sum = Object.values(first?.why ?? {}).reduce((total, part) => total + part, 0);
  assert.ok(Math.abs(sum - (first?.score ?? 0)) < 0.01);
  for (const part of Object.keys(first?.why ?? {})) assert.ok(part in WEIGHTS, part);
});

test('of equally good texts what was stated comes first, then what was asked', () => {
  const text = 'The coupon is checked at the checkout';
  const [stated, asked, said] = (['knowledge', 'prompt', 'message'] as const).map((kind, n) =>
    makeItem({ kind, text, session: apart(n) }),
  ) as [Item, Item, Item];
  const order = rank('coupon checkout', [
    [said, 2],
    [asked, 2],
    [stated, 2],
  ]).map((item) => item.kind);
  assert.deepEqual(order, ['knowledge', 'prompt', 'message']);
});

test('an item with the rare word beats one with the common word', () => {
  const rare = makeItem({ text: 'coupon and more', session: apart(0) });
  const common = makeItem({ text: 'order and more', session: apart(1) });
  assert.equal(
    rank('order coupon', [
      [common, 2],
      [rare, 2],
    ])[0]?.id,
    rare.id,
  );
});

test('words that stand side by side beat the same words apart', () => {
  const together = makeItem({ text: 'a note about the coupon checkout today', title: 'x', session: apart(0) });
  const far = makeItem({ text: 'a coupon today and a note about checkout', title: 'x', session: apart(1) });
  assert.equal(
    rank('coupon checkout', [
      [far, 2],
      [together, 2],
    ])[0]?.id,
    together.id,
  );
});

test('what gave way to something newer sinks, and the project at hand rises', () => {
  const text = 'coupon checkout';
  const old = makeItem({ kind: 'knowledge', text, detail: { status: 'superseded' }, session: apart(0) });
  const standing = makeItem({ kind: 'knowledge', text: `${text} now`, session: apart(1) });
  assert.equal(
    rank('coupon checkout', [
      [old, 3],
      [standing, 2],
    ])[0]?.id,
    standing.id,
  );
  const other = makeItem({ text, project: 'r_bbbbbbbbbbbbbbbb' as typeof PROJECT, session: apart(0) });
  const here = makeItem({ text: `${text} here`, session: apart(1) });
  assert.equal(
    rank('coupon checkout', [
      [other, 2],
      [here, 2],
    ])[0]?.id,
    here.id,
  );
});

test('an identifier found as written counts, also in parts', () => {
  const whole = makeItem({ text: 'call OrderService here', session: apart(0) });
  const none = makeItem({ text: 'order the service here', session: apart(1) });
  assert.equal(
    rank('OrderService', [
      [none, 2],
      [whole, 2],
    ])[0]?.id,
    whole.id,
  );
});
