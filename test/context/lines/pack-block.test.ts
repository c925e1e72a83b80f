import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { lineTokens, packBlock } from '../../../src/context/lines/pack-block.ts';
import * as LIMITS from '../../../src/core/limits.ts';

test('takes what is worth most for its tokens, skips what does not fit and goes on', () => {
  const lines = [
    { text: 'a'.repeat(400), worth: 60 },
    { text: 'b'.repeat(2_000), worth: 300 },
    { text: 'c'.repeat(40), worth: 5 },
    { text: 'd'.repeat(40), worth: 0 },
  ];
  assert.deepEqual(
    packBlock(lines, 200).map((line) => line.text[0]),
    ['a', 'c'],
  );
});

test('never exceeds tokens or bytes, and keeps the order given', () => {
  const line = fc.record({
    text: fc.string({ unit: 'grapheme', maxLength: 600 }),
    worth: fc.integer({ min: 0, max: 100 }),
  });
  fc.assert(
    fc.property(fc.array(line, { maxLength: 60 }), fc.integer({ min: 0, max: 3_000 }), (lines, budget) => {
      const packed = packBlock(lines, budget);
      const tokens = packed.reduce((sum, { text }) => sum + lineTokens(text), 0);
      assert.ok(tokens <= Math.min(budget, LIMITS.contextTokens.max));
      assert.ok(Buffer.byteLength(packed.map(({ text }) => text).join('\n')) < LIMITS.contextBytes);
      const places = packed.map((one) => lines.indexOf(one));
      assert.deepEqual(
        places,
        places.toSorted((a, b) => a - b),
      );
    }),
  );
});
