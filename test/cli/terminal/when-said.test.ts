import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenSaid } from '../../../src/cli/terminal/when-said.ts';

/** Saturday. */
const NOW = new Date(2026, 0, 10, 9, 30).getTime();

test('says a moment as a person does, in local time', () => {
  const said = (...at: [year: number, month: number, day: number, hour: number]): string =>
    whenSaid(new Date(...at, 5).toISOString(), NOW);
  assert.equal(said(2026, 0, 10, 0), '00:05');
  assert.equal(said(2026, 0, 9, 23), 'yesterday 23:05');
  assert.equal(said(2026, 0, 8, 12), 'Thu 12:05');
  assert.equal(said(2026, 0, 4, 12), 'Sun 12:05');
  assert.equal(said(2026, 0, 3, 12), '3 Jan 12:05');
  assert.equal(said(2025, 9, 5, 9), '5 Oct 09:05');
  assert.equal(said(2024, 9, 5, 9), '2024-10-05');
  assert.equal(said(2026, 0, 11, 9), '2026-01-11');
});
