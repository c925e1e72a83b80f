import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventId, ItemId, SessionId } from '../../../../src/core/model/ids.ts';
import type { Item } from '../../../../src/core/model/item.ts';
import { parseQuery } from '../../../../src/retrieval/query/parse-query.ts';
import { weighQuery } from '../../../../src/retrieval/query/weigh-query.ts';
import { featuresOf } from '../../../../src/retrieval/ranking/features/features-of.ts';
import { decayedSum } from '../../../../src/retrieval/ranking/features/place-evidence.ts';
import type { Neighbours } from '../../../../src/store/contract/neighbours.ts';
import { makeItem } from '../../make-item.ts';

const apart = (n: number) => `s_${'c'.repeat(15)}${'abcdefgh'[n]}` as SessionId;

function features(question: string, items: readonly [Item, number][], near: [Item, Partial<Neighbours>][] = []) {
  const candidates = items.map(([item, bm25]) => ({ item, bm25 }));
  const weighed = weighQuery(parseQuery(question), { total: 100, frequency: { coupon: 3, checkout: 10 } });
  const neighbours = new Map<ItemId, Neighbours>(
    near.map(([item, around]) => [item.id, { before: [], after: [], ...around }]),
  );
  return featuresOf(weighed, candidates, neighbours).table;
}

test('the answer to a question that holds its words gains from it', () => {
  const question = makeItem({ text: 'Which coupon did you take at the checkout?' });
  const answer = makeItem({ text: 'The blue one.' });
  const other = makeItem({ text: 'The red one.', session: apart(1) });
  const { beside, around } = features(
    'coupon checkout',
    [
      [question, 5],
      [answer, 0],
      [other, 0],
    ],
    [[question, { after: [answer.id] }]],
  );
  assert.equal(beside[1], 1);
  assert.equal(beside[2], 0);
  assert.ok((around[1] ?? 0) > (around[2] ?? 0));
});

test('a session whose items answer together lifts each of them', () => {
  const two = [makeItem({ text: 'coupon', session: apart(0) }), makeItem({ text: 'checkout', session: apart(0) })];
  const alone = makeItem({ text: 'coupon', session: apart(1) });
  const { session, sessionWords } = features('coupon checkout', [
    [two[0] as Item, 3],
    [two[1] as Item, 2],
    [alone, 3],
  ]);
  assert.equal(session[0], session[1]);
  assert.ok((session[0] ?? 0) > (session[2] ?? 0));
  assert.ok((sessionWords[1] ?? 0) > (sessionWords[2] ?? 0));
});

test('notes stand for themselves, whatever session they name', () => {
  const note = (text: string) => makeItem({ kind: 'knowledge', rule: 'noted@1', text });
  const { session } = features('coupon checkout', [
    [note('coupon checkout'), 4],
    [note('coupon'), 1],
  ]);
  assert.deepEqual([...session], [1, 0.25]);
});

test('what was read out of a message does not count twice for its session', () => {
  const event = 'e_aaaaaaaaaaaaaaaa' as EventId;
  const message = makeItem({ text: 'coupon', session: apart(0), event });
  const readOut = makeItem({ kind: 'knowledge', text: 'coupon', session: apart(0), event });
  const other = makeItem({ text: 'coupon', session: apart(1) });
  const { session } = features('coupon', [
    [message, 2],
    [readOut, 2],
    [other, 2],
  ]);
  assert.deepEqual([...session], [1, 1, 1]);
});

test('of several numbers each counts less than the one before', () => {
  assert.equal(decayedSum([1, 4, 2], { best: 2, decay: 0.5 }), 5);
  assert.equal(decayedSum([]), 0);
});
