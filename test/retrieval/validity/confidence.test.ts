import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unusedFactor } from '../../../src/context/lines/pack-block.ts';
import type { Item, ItemOf } from '../../../src/core/model/item.ts';
import { type ConfidenceEvidence, confidenceOf } from '../../../src/retrieval/validity/confidence.ts';
import { makeItem, NOW } from '../make-item.ts';

const stated = (over: Partial<ItemOf<'knowledge'>> = {}): Item =>
  makeItem({ kind: 'knowledge', author: 'person', detail: { knowledge: 'decision', status: 'stated' }, ...over });
const proposed = (over: Partial<ItemOf<'knowledge'>> = {}): Item =>
  stated({ author: 'agent', detail: { knowledge: 'decision', status: 'proposed' }, ...over });
const sure = (item: Item, evidence: ConfidenceEvidence = {}): number => confidenceOf(item, evidence);
const CHANGED = { since: NOW + 1, by: makeItem().id };

test('a person counts more than an agent, that more than one that others may have told, and a confirmation most', () => {
  const confirmed = proposed({ detail: { knowledge: 'decision', status: 'confirmed' } });
  const order = [sure(confirmed), sure(stated()), sure(proposed()), sure(proposed({ exposed: true }))];
  assert.deepEqual(
    order,
    order.toSorted((one, other) => other - one),
  );
  assert.equal(new Set(order).size, order.length);
});

test('it falls when a file changed since, more when that was long after, and when it gave way or was withdrawn', () => {
  const item = stated();
  const later = { ...CHANGED, since: NOW + 200 * 86_400_000 };
  assert.ok(sure(item, { changed: CHANGED }) < sure(item));
  assert.ok(sure(item, { changed: later }) < sure(item, { changed: CHANGED }));
  assert.ok(sure(item, { marks: { supersededBy: makeItem().id } }) < 0.3);
  assert.ok(sure(stated({ detail: { knowledge: 'decision', status: 'withdrawn' } })) < 0.2);
});

test('it rises with uses, never to certainty, and not for an echo', () => {
  const used = (n: number) => sure(proposed(), { counts: { told: n, used: n } });
  assert.ok(used(1) > sure(proposed()) && used(10) > used(1) && used(10_000) < 0.8);
  const echo = proposed({ detail: { knowledge: 'decision', status: 'proposed', echo: true } });
  assert.equal(sure(echo, { counts: { told: 9, used: 9 } }), sure(proposed()));
});

test('what is told again and again and never used sinks to a floor, and one use brings it back', () => {
  assert.equal(unusedFactor({ told: 4, used: 0 }), 1);
  assert.ok(unusedFactor({ told: 5, used: 0 }) < 1);
  assert.equal(unusedFactor({ told: 500, used: 0 }), 0.75);
  assert.equal(unusedFactor({ told: 500, used: 1 }), 1);
});
