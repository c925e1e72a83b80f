import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { snippetOf } from '../../../src/retrieval/text/snippet.ts';

test('shows the passage that holds most of what was asked', () => {
  const text = `${'Nothing to see here. '.repeat(30)}The checkout uses idempotency keys. ${'More of the same. '.repeat(30)}`;
  const snippet = snippetOf(
    text,
    new Map([
      ['idempot', 3],
      ['checkout', 1],
    ]),
  );
  assert.match(snippet, /^….*The checkout uses idempotency keys\..*…$/);
});

test('shows the beginning of a text that holds none of it, and a short text whole', () => {
  assert.match(snippetOf('word '.repeat(100), new Map()), /^word word .*…$/);
  assert.equal(snippetOf('a\n b', new Map()), 'a b');
});

test('is never longer than asked, on one line, well formed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 900 }), fc.string(), (text, word) => {
      const snippet = snippetOf(text, new Map([[word.toLowerCase(), 1]]));
      assert.ok(snippet.length <= 200);
      assert.doesNotMatch(snippet, /\n/);
      assert.ok(snippet.isWellFormed() || !text.isWellFormed());
    }),
  );
});
