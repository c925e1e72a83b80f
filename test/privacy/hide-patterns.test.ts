import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHider } from '../../src/privacy/hide-patterns.ts';

test('replaces words in either case, and with a star the rest of the word', () => {
  const hide = createHider(['ACME-*', '*@acme.example', 'Blue Fountain']);
  assert.equal(
    hide('Ask acme-1234, "bob@acme.example" of the BLUE fountain.'),
    'Ask [redacted:private], "[redacted:private]" of the [redacted:private].',
  );
  assert.equal(hide('Nothing of it.'), 'Nothing of it.');
});

test('takes every sign of a pattern as itself', () => {
  assert.equal(createHider(['a.b(c)+[d]'])('xa.b(c)+[d]x aXb'), 'x[redacted:private]x aXb');
  assert.equal(createHider(['naïve-Ω'])('NAÏVE-ω'), '[redacted:private]');
});

test('hides twice what was hidden once, and stays linear where every word matches', () => {
  const hide = createHider(['aaaa*', '*aaaa']);
  const text = 'aaaa'.repeat(50_000);
  const began = performance.now();
  const once = hide(text);
  assert.ok(performance.now() - began < 5_000);
  assert.equal(hide(once), once);
  assert.doesNotMatch(once, /aaaa/);
});
