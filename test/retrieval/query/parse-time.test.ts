import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseEnd, parsePast, parseTime } from '../../../src/retrieval/query/parse-time.ts';

const NOW = Date.UTC(2026, 0, 10, 12);
const HOUR = 3_600_000;

test('a time is milliseconds since 1970 or ISO 8601', () => {
  assert.equal(parseTime('2026-01-10T12:00:00Z', 'at'), NOW);
  assert.equal(parseTime(NOW + 0.5, 'at'), NOW);
  assert.equal(parseTime(String(NOW), 'at'), NOW);
});

test('a duration goes back from now', () => {
  const back = { '30m': HOUR / 2, '30min': HOUR / 2, '12h': 12 * HOUR, '7d': 168 * HOUR, '2 w': 336 * HOUR };
  for (const [text, ms] of Object.entries(back)) assert.equal(parsePast(text, 'since', NOW), NOW - ms, text);
});

test('words name a time as in a question: since its beginning, until its end', () => {
  const dayAt = (days: number): number => new Date(2026, 0, 10 + days).getTime();
  assert.equal(parsePast('yesterday', 'since', NOW), dayAt(-1));
  assert.equal(parseEnd('Yesterday', 'until', NOW), dayAt(0) - 1);
  assert.equal(parsePast('last week', 'since', NOW), dayAt(-12));
  assert.equal(parseEnd('last week', 'until', NOW), dayAt(-5) - 1);
  assert.equal(parsePast('昨天', 'since', NOW), dayAt(-1));
  assert.equal(parsePast('q4', 'since', NOW), new Date(2025, 9, 1).getTime());
  assert.equal(parsePast('monday', 'since', NOW), dayAt(-5));
  assert.equal(parsePast('7 days ago', 'since', NOW), parsePast('last 7 days', 'since', NOW));
  assert.equal(parsePast('december 2025', 'since', NOW), new Date(2025, 11, 1).getTime());
  assert.equal(parsePast('5 Jan 2026', 'since', NOW), dayAt(-5));
});

test('until a day means to its end', () => {
  assert.equal(parseEnd('2026-01-10', 'until', NOW), Date.UTC(2026, 0, 11) - 1);
  assert.equal(parseEnd('2026-01-10T12:00Z', 'until', NOW), NOW);
  assert.equal(parseEnd('1h', 'until', NOW), NOW - HOUR);
});

test('what is no time is told with what is taken', () => {
  for (const text of ['soon', '', 'some days ago', '-3d', 'yesterday or so', '1e400', '9999999999999999']) {
    assert.throws(() => parsePast(text, 'since', NOW), { code: 'invalid_input', message: /^since: /, fix: /7d/ }, text);
  }
  assert.throws(() => parseTime(Number.NaN, 'at'), { code: 'invalid_input' });
  assert.throws(() => parseTime('7d', 'at'), { code: 'invalid_input' });
});
