import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localDay } from '../../../src/core/text/calendar.ts';

test('a day begins and ends at midnight of this machine', () => {
  assert.equal(localDay(new Date(2026, 0, 2, 0, 0).getTime()), '2026-01-02');
  assert.equal(localDay(new Date(2026, 0, 1, 23, 59).getTime()), '2026-01-01');
});
