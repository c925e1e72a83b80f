import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { passageOf, withoutMarkup } from '../../../src/retrieval/text/passage.ts';

const weights = new Map([
  ['cart', 3],
  ['total', 2],
]);

test('gives the sentence that bears on the question, and those after it that fit', () => {
  const text = 'Hello there. The total of the cart is rounded. It was not before. And much more follows here.';
  assert.equal(passageOf(text, weights, 60), 'The total of the cart is rounded. It was not before.');
  assert.equal(passageOf(text, new Map(), 20), 'Hello there.');
});

test('cuts a sentence that is too long where the words stand', () => {
  const long = `${'and so on '.repeat(60)}the total of the cart ${'and so on '.repeat(60)}`;
  const passage = passageOf(long, weights, 80);
  assert.match(passage, /^….*total of the cart.*…$/);
  assert.ok(passage.length <= 80);
});

test('leaves out what only a page would show', () => {
  const page = '# Cart\n\n- the **total**\n2. is `rounded`\n```ts\ncode\n```\n---';
  assert.equal(withoutMarkup(page).replace(/\n+/g, ' ').trim(), 'Cart: the total is rounded code ---');
  assert.equal(passageOf('***', weights, 50), '');
});

test('is one line within its length for any text', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), fc.integer({ min: 10, max: 200 }), (text, max) => {
      const passage = passageOf(text, weights, max);
      assert.ok(passage.length <= max && !passage.includes('\n'));
    }),
  );
});
