import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vectorLine } from '../../../src/cli/render/show-vectors.ts';

test('how far vectors are is told in words, and that they are not begun', () => {
  const model = 'words@1';
  assert.equal(vectorLine({ state: 'idle', stored: 0, waiting: 0 }), 'not begun yet');
  assert.equal(vectorLine({ state: 'idle', model, stored: 3, waiting: 0 }), '3 memories, none waiting');
  const error = {
    code: 'embedder_failed',
    message: 'It is gone.',
    fix: 'Get it.',
    at: '2026-01-01T10:00:00.000Z',
  } as const;
  assert.match(
    vectorLine({ state: 'failed', stored: 1, waiting: 1, error }),
    /1 of 2 .*: It is gone\.; fix: Get it\.$/,
  );
});
