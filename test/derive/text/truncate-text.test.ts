import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { plainText, truncateText } from '../../../src/derive/text/truncate-text.ts';

test('never gives more than asked for and never half a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 2_000 }),
      fc.integer({ min: 0, max: 500 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (text, max, tailShare) => {
        const fitted = truncateText(text, { max, tailShare });
        assert.ok(fitted.length <= max || fitted === text);
        assert.ok(text.length > max || fitted === text);
        assert.ok(fitted.isWellFormed() || !text.isWellFormed());
      },
    ),
  );
});

test('keeps head and tail and says what it cut', () => {
  const fitted = truncateText(`start${'x'.repeat(1_000)}end`, { max: 200 });
  assert.match(fitted, /^start/);
  assert.match(fitted, /\[cut: \d+ of 1008 characters\]/);
  assert.match(fitted, /end$/);
});

test('takes out colours, overwritten progress and repeated lines', () => {
  const control = String.fromCharCode(27);
  assert.equal(
    plainText(`${control}[31mred${control}[0m\n10%\r50%\rdone\r\nsame\nsame\n\n\nend`),
    'red\ndone\nsame\n\nend',
  );
});
