import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeCompaction } from '../../../src/core/model/compaction.ts';

test('says what is known of a compaction', () => {
  assert.equal(
    describeCompaction({ trigger: 'auto', tokensBefore: 155_277, tokensAfter: 9_000, dropped: 84 }),
    'auto, from 155,277 tokens to 9,000, 84 observations left the context',
  );
  assert.equal(describeCompaction({ trigger: 'unknown' }), 'unknown');
});
