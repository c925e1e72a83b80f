import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import * as LIMITS from '../../../src/core/limits.ts';
import { localDay } from '../../../src/core/text/calendar.ts';
import { timeOf, timesIn } from '../../../src/retrieval/query/time-words.ts';
import { CODE_POINT } from '../../support/code-point.ts';

/** A Sunday, at noon where this machine stands. */
const NOW = new Date(2026, 10, 22, 12).getTime();

const daysOf = (question: string): string[] =>
  timesIn(question, NOW).map(({ from, to }) => `${from === LIMITS.times.least ? '' : localDay(from)}..${localDay(to)}`);

const TOLD: readonly [string, string][] = [
  ['what did we do yesterday?', '2026-11-21..2026-11-21'],
  ['the day before yesterday', '2026-11-20..2026-11-20'],
  ['today', '2026-11-22..2026-11-22'],
  ['bugs of last week', '2026-11-09..2026-11-15'],
  ['bugs since last week', '2026-11-09..2026-11-22'],
  ['this month', '2026-11-01..2026-11-30'],
  ['3 days ago', '2026-11-19..2026-11-19'],
  ['a week ago', '2026-11-12..2026-11-18'],
  ['two months ago', '2026-09-01..2026-09-30'],
  ['in the last 10 days', '2026-11-12..2026-11-22'],
  ['last year', '2025-01-01..2025-12-31'],
  ['last weekend', '2026-11-14..2026-11-15'],
  ['since monday', '2026-11-16..2026-11-22'],
  ['last friday', '2026-11-20..2026-11-20'],
  ['last sunday', '2026-11-15..2026-11-15'],
  ['on Sunday', '2026-11-22..2026-11-22'],
  ['in March', '2026-03-01..2026-03-31'],
  ['in December', '2025-12-01..2025-12-31'],
  ['March 2024', '2024-03-01..2024-03-31'],
  ['on 8 May 2023', '2023-05-08..2023-05-08'],
  ['May 8th, 2023', '2023-05-08..2023-05-08'],
  ['oct 5', '2026-10-05..2026-10-05'],
  ['december 5', '2025-12-05..2025-12-05'],
  ['2026-11-15', '2026-11-15..2026-11-15'],
  ['in 2026-11', '2026-11-01..2026-11-30'],
  ['in 2024', '2024-01-01..2024-12-31'],
  ['Q3 2025', '2025-07-01..2025-09-30'],
  ['q4', '2026-10-01..2026-12-31'],
  ['before 2026-11-15', '..2026-11-14'],
  ['until june 2026', '..2026-06-30'],
  ['was haben wir gestern gemacht', '2026-11-21..2026-11-21'],
  ['letzte Woche', '2026-11-09..2026-11-15'],
  ['vor 3 Tagen', '2026-11-19..2026-11-19'],
  ['im März', '2026-03-01..2026-03-31'],
  ['la semaine dernière', '2026-11-09..2026-11-15'],
  ['il y a 2 mois', '2026-09-01..2026-09-30'],
  ["l'année dernière", '2025-01-01..2025-12-31'],
  ['la semana pasada', '2026-11-09..2026-11-15'],
  ['hace tres semanas', '2026-10-29..2026-11-04'],
  ['昨天的会议', '2026-11-21..2026-11-21'],
  ['上周', '2026-11-09..2026-11-15'],
  ['3天前', '2026-11-19..2026-11-19'],
  ['去年', '2025-01-01..2025-12-31'],
];

test('times in words are days of the calendar here', () => {
  for (const [question, days] of TOLD) assert.deepEqual(daysOf(question), [days], question);
});

test('of two times both are told, in order', () => {
  assert.deepEqual(daysOf('what changed between 2026-10-01 and 2026-11-01'), [
    '2026-10-01..2026-10-01',
    '2026-11-01..2026-11-01',
  ]);
});

test('words that are no time are none', () => {
  for (const question of [
    'may I march on',
    'error 404 in line 2024',
    'version 1.2.3',
    'the second step',
    'mayday',
    'todaysDate',
    'on 31 june',
    '2026-13-45',
    'since then',
    '',
  ]) {
    assert.deepEqual(daysOf(question), [], question);
  }
});

test('a text is a time only as a whole', () => {
  assert.deepEqual(timeOf('march', NOW), timeOf('in March', NOW));
  assert.equal(localDay(timeOf('Monday', NOW)?.from ?? 0), '2026-11-16');
  assert.equal(timeOf('last week of tests', NOW), undefined);
  assert.equal(timeOf('shortly', NOW), undefined);
});

test('whatever is asked whenever, a time begins before it ends and there are few of them', () => {
  const words = fc.constantFrom(
    'last',
    'in',
    'since',
    'vor',
    '3',
    '31',
    '2024',
    'may',
    'week',
    'ago',
    'q2',
    'monday',
    '-',
  );
  fc.assert(
    fc.property(
      fc.array(fc.oneof(words, fc.string({ unit: CODE_POINT })), { maxLength: 60 }),
      fc.integer({ min: 0, max: 4e12 }),
      (parts, now) => {
        const times = timesIn(parts.join(' '), now);
        assert.ok(times.length <= 4);
        for (const { from, to } of times) assert.ok(from <= to + 1, `${from} ${to}`);
      },
    ),
  );
});
