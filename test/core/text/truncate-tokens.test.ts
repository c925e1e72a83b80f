import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countTokens } from '../../../src/core/text/tokens.ts';
import { cutTokens, truncateTokens } from '../../../src/core/text/truncate-tokens.ts';

test('a text that fits stays as it is', () => {
  assert.equal(truncateTokens('four', 1), 'four');
  assert.equal(cutTokens('four', 1), 'four');
});

test('a longer text keeps head and tail and says what was cut', () => {
  const text = `${'begin '.repeat(500)}${'end '.repeat(500)}`;
  const fitted = truncateTokens(text, 100);
  assert.match(fitted, /^begin begin[\s\S]*\n\[cut: \d+ of 5000 characters\]\n[\s\S]*end $/);
  assert.ok(countTokens(fitted) <= 100 && countTokens(fitted) > 80);
});

test('never more tokens than asked, in any script, and always well formed', () => {
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('a', ' ', '会', '😀', '\n'), fc.string({ maxLength: 1 })),
    maxLength: 600,
  });
  fc.assert(
    fc.property(text, fc.integer({ min: 20, max: 120 }), (whole, max) => {
      for (const fitted of [truncateTokens(whole, max), cutTokens(whole, max)]) {
        assert.ok(countTokens(fitted) <= max, `${countTokens(fitted)} > ${max}`);
        if (whole.isWellFormed()) assert.ok(fitted.isWellFormed());
      }
    }),
  );
});
