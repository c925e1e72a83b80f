import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { portableSha256 } from '../../src/core/portable-sha256.ts';

function native(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('is that of node:crypto for every length up to five blocks', () => {
  for (let length = 0; length <= 320; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length * 7) % 256);
    assert.equal(portableSha256(bytes).toString('hex'), native(bytes), `${length} bytes`);
  }
});

test('is that of node:crypto for any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 20_000 }), (bytes) => {
      assert.equal(portableSha256(bytes).toString('hex'), native(bytes));
    }),
    { numRuns: 200 },
  );
});
