import assert from 'node:assert/strict';
import { test } from 'node:test';
import { processorTimes, shareOfOthers } from '../../src/platform/processor-use.ts';

test('the times of the processors grow', () => {
  const before = processorTimes();
  const end = performance.now() + 200;
  while (performance.now() < end);
  const after = processorTimes();
  assert.ok(after.busy + after.idle > before.busy + before.idle);
});

test('the share of others is what is busy without the caller', () => {
  assert.equal(shareOfOthers({ busy: 100, idle: 100 }, { busy: 200, idle: 200 }, 60), 0.2);
  assert.equal(shareOfOthers({ busy: 0, idle: 0 }, { busy: 10, idle: 90 }, 30), 0);
  assert.equal(shareOfOthers({ busy: 0, idle: 0 }, { busy: 0, idle: 0 }, 0), 1);
});
