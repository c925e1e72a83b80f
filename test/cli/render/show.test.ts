import assert from 'node:assert/strict';
import { test } from 'node:test';
import pc from 'picocolors';
import { pageWidth, rows, timeSpan } from '../../../src/cli/render/show.ts';

test('a span of time says the minute once, and the day once', () => {
  const at = '2026-10-06T14:30:05.000Z';
  assert.equal(timeSpan(at, '2026-10-06T14:30:59.000Z'), '2026-10-06 14:30');
  assert.equal(timeSpan(at, '2026-10-06T14:34:00.000Z'), '2026-10-06 14:30 to 14:34');
  assert.equal(timeSpan(at, '2026-10-07T14:34:00.000Z'), '2026-10-06 14:30 to 2026-10-07 14:34');
});

test('a page is as wide as its terminal within bounds', () => {
  assert.deepEqual([undefined, 0, 20, 90, 300].map(pageWidth), [100, 100, 40, 90, 110]);
});

test('the values of rows are wrapped to the terminal, below each other', () => {
  const pairs = [
    ['memory', '829 events, 878 memories, 8 sessions'],
    ['no', ''],
  ] as const;
  const colors = pc.createColors(false);
  assert.equal(rows(pairs, colors), 'memory  829 events, 878 memories, 8 sessions');
  assert.equal(rows(pairs, colors, 34), 'memory  829 events, 878 memories,\n        8 sessions');
});
