import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Item } from '../../src/core/model/item.ts';
import { ClosedWords } from '../../src/sync/closed-words.ts';
import { makeItem } from '../store/contract/make.ts';

const LONG = `We decided to move the heron prices ${'from the old table into the new one '.repeat(12)}`;

const statement = (name: string, text: string): Item =>
  makeItem({ name, kind: 'knowledge', text, detail: { knowledge: 'decision', status: 'stated' } });
const summary = (text: string): Item => makeItem({ name: 'summary', kind: 'summary', text, detail: {} });

/** Closed statements, and words that say the same or hold them. */
const SAME: [string, string][] = [
  ['Decision: the zebrafish queue keeps its order.', 'the zebrafish queue keeps its order'],
  ['From now on, use the walrus table.', 'Please use the walrus table!'],
];
const HELD: [string, string][] = [
  ...SAME,
  ['Decision: the zebrafish queue keeps its order.', 'Outcome: done. The zebrafish queue keeps its order. With: npm'],
  ['斑马鱼队列保持插入顺序', '结果：完成。我们决定斑马鱼队列保持插入顺序。'],
  [LONG, `Decided: ${LONG.slice(0, 200)} …`],
];
const OTHER: [string, string][] = [
  ['Use pnpm.', 'We use pnpm for the cart and npm elsewhere.'],
  ['Use tabs before spaces.', 'Use spaces before tabs.'],
  ['Decision: the zebrafish queue keeps its order.', 'Decision: the heron queue keeps its order.'],
];

for (const [closed, other] of SAME) {
  test(`a statement that says "${closed}" in other words is found: "${other}"`, () => {
    const words = new ClosedWords([{ item: statement('closed', closed), why: 'withdrawn' }]);
    assert.equal(words.sameAs(statement('other', other)).length > 0, true);
  });
}

for (const [closed, other] of HELD) {
  test(`words that hold "${closed.slice(0, 50)}" are found: "${other.slice(0, 50)}"`, () => {
    const words = new ClosedWords([{ item: statement('closed', closed), why: 'private' }]);
    assert.equal(words.heldBy(summary(other)).length > 0, true);
  });
}

for (const [closed, other] of OTHER) {
  test(`"${other}" does not say "${closed}"`, () => {
    const words = new ClosedWords([{ item: statement('closed', closed), why: 'private' }]);
    assert.deepEqual([...words.sameAs(statement('other', other)), ...words.heldBy(summary(other))], []);
  });
}

test('what was replaced is found as the same statement, and not within other words', () => {
  const text = 'The zebrafish queue keeps its order.';
  const words = new ClosedWords([{ item: statement('closed', text), why: 'replaced' }]);
  assert.equal(words.sameAs(statement('other', text)).length > 0, true);
  assert.deepEqual(words.heldBy(summary(text)), []);
});
