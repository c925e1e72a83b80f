import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Item } from '../../../src/core/model/item.ts';
import { findSuperseded } from '../../../src/derive/claim/find-superseded.ts';
import { stancesIn } from '../../../src/derive/claim/stance.ts';
import { makeItem, NOW } from '../../retrieval/make-item.ts';
import { CODE_POINT } from '../../support/code-point.ts';
import { OPPOSED } from '../opposed.ts';

const rules = (...texts: string[]): Item[] =>
  texts.map((text, i) => makeItem({ kind: 'knowledge', text, at: NOW + i * 1_000, author: 'person' }));

test('of rules that cannot both hold the newer wins, and rules that are only near each other stand', () => {
  for (const { older, newer, gives } of OPPOSED) {
    const [one, other] = rules(older, newer);
    const expected = gives ? [[one?.id, other?.id]] : [];
    assert.deepEqual([...findSuperseded([one as Item, other as Item])], expected, `${older} | ${newer}`);
  }
});

test('a rule that was stated again stands, and what stood between gives way', () => {
  const [first, second, third] = rules('Use tabs.', 'Use spaces.', 'Use tabs.');
  assert.deepEqual([...findSuperseded([first, second, third] as Item[])], [[second?.id, third?.id]]);
});

test('what is only said, and what an agent proposes against a person, takes no side', () => {
  const [older, newer] = rules('Use tabs.', 'Use spaces.') as [Item, Item];
  assert.equal(findSuperseded([older, { ...newer, author: 'agent' }]).size, 0);
  assert.equal(findSuperseded([{ ...older, kind: 'prompt' }, newer]).size, 0);
});

test('stances of any text are few and none is of nothing', () => {
  const parts = fc.constantFrom(
    'never',
    'use',
    'tabs',
    'spaces',
    'we',
    'must',
    'not',
    'commit',
    'is',
    'allowed',
    'x',
    '.',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: CODE_POINT }),
        fc.array(parts).map((some) => some.join(' ')),
      ),
      (text) => {
        const stances = stancesIn(text);
        assert.ok(stances.length <= 8);
        for (const { about, side } of stances) assert.ok(about !== '' && side !== '');
      },
    ),
  );
});
