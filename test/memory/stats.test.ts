import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ItemId, SessionId } from '../../src/core/model/ids.ts';
import { openFresh } from '../support/fresh-home.ts';
import { recordSession } from '../support/worked-sessions.ts';

const AT = Date.UTC(2026, 2, 2, 9);
const DAY_MS = 86_400_000;
const SINCE = new Date(AT - DAY_MS).toISOString();
const iso = (at: number): string => new Date(at).toISOString();
const UNTIL = new Date(AT + 40 * DAY_MS).toISOString();

test('counts what was done, by day, kind and hour, and each sum is the same', async (context) => {
  const { memory } = openFresh(context);
  for (let n = 0; n < 3; n += 1) await recordSession(memory, { id: `s${n}`, at: AT + n * DAY_MS });
  await memory.settled();
  const stats = await memory.stats({ since: SINCE, until: UNTIL });
  assert.deepEqual([stats.totals.sessions, stats.totals.prompts, stats.totals.commands], [3, 3, 9]);
  assert.deepEqual([stats.totals.failures, stats.totals.edits], [6, 3]);
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  assert.equal(sum(stats.days.map(({ memories }) => memories)), stats.totals.memories);
  assert.equal(sum(Object.values(stats.kinds)), stats.totals.memories);
  assert.equal(sum(stats.heat.flat()), stats.totals.memories);
  assert.deepEqual([stats.heat.length, stats.heat[0]?.length], [7, 24]);
  assert.equal(sum(Object.values(stats.outcomes)), 3);
  assert.equal(stats.perSession.failures.mean, 2);
  assert.deepEqual(stats.anomalies, []);
});

test('groups the same sessions by week, agent, technology and file, and each sum is the same', async (context) => {
  const { memory } = openFresh(context);
  for (let n = 0; n < 10; n += 1) await recordSession(memory, { id: `s${n}`, at: AT + n * DAY_MS });
  await memory.settled();
  const stats = await memory.stats({ since: SINCE, until: UNTIL, calendar: 24 });
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  assert.deepEqual(
    stats.weeks.map(({ week, sessions }) => [week, sessions]),
    [
      ['2026-03-02', 7],
      ['2026-03-09', 3],
    ],
  );
  assert.equal(sum(stats.weeks.map(({ failures }) => failures)), stats.totals.failures);
  assert.equal(sum(stats.byAgent.map(({ sessions }) => sessions)), 10);
  assert.equal(sum(Object.values(stats.observations)), stats.kinds.observation);
  assert.equal(stats.observations['file-write'], stats.totals.edits);
  assert.deepEqual([stats.files[0]?.changes, stats.files[0]?.sessions], [10, 10]);
  assert.ok(stats.technologies.every(({ sessions }) => sessions <= 10));
  assert.deepEqual(
    stats.calendar?.days.map(({ day, sessions }) => [day, sessions]),
    stats.days.map(({ day, sessions }) => [day, sessions]),
  );
  assert.equal(new Date(`${stats.calendar?.since}T12:00`).getDay(), 1);
  assert.equal(sum(stats.calendar?.days.map(({ minutes }) => minutes) ?? []), stats.perSession.minutes.mean * 10);
});

test('compares with as long a time before, and counts one agent alone', async (context) => {
  const { memory } = openFresh(context);
  for (let n = 0; n < 3; n += 1) await recordSession(memory, { id: `s${n}`, at: AT + n * 7 * DAY_MS });
  await memory.settled();
  const time = { since: iso(AT + 10 * DAY_MS), until: iso(AT + 20 * DAY_MS) };
  const { totals, before } = await memory.stats({ ...time, compare: true });
  assert.deepEqual([totals.sessions, before?.totals.sessions, before?.failures.mean], [1, 2, 2]);
  assert.equal((await memory.stats(time)).before, undefined);
  const none = await memory.stats({ ...time, agent: 'codex' });
  assert.deepEqual([none.totals.sessions, none.totals.memories, none.agent], [0, 0, 'codex']);
});

test('says what of the told was used, and what was spent on models, by week', async (context) => {
  const { memory, store } = openFresh(context);
  await recordSession(memory, { id: 'one', at: AT });
  await memory.settled();
  const { entries } = await memory.list({ kinds: ['observation'], limit: 4 });
  const ids = entries.map(({ id }) => id as ItemId);
  const session = entries[0]?.sessionId as SessionId;
  await store.items.recordInjection({ session, at: AT, occasion: 'start', ids, tokens: 100, shingles: [] });
  await store.items.recordInjection({ session, at: AT, occasion: 'tool', ids, tokens: 900, shingles: [] });
  await store.items.recordInjection({ session, at: AT, occasion: 'control', ids, tokens: 900, shingles: [] });
  const { injected } = await store.meter.ofSession(session);
  const used = injected.filter(({ occasion }) => occasion === 'start').slice(0, 1);
  await store.meter.keep(
    session,
    used.map(({ injection, place }) => ({ injection, place, how: 'touched', at: AT + 1 })),
  );
  const spent = { calls: 1, failed: 0, inputTokens: 70, outputTokens: 30, cost: 0 };
  await store.models.count({ day: '2026-03-02', purpose: 'summary', model: 'none' }, spent);
  const { tokens, weeks, byAgent } = await memory.stats({ since: SINCE, until: UNTIL });
  assert.deepEqual([tokens.told, tokens.blocks, tokens.used], [100, 1, 100 / ids.length]);
  assert.deepEqual([tokens.lines.n, tokens.lines.of, tokens.spent], [1, ids.length, spent]);
  assert.deepEqual([weeks[0]?.told, weeks[0]?.used, weeks[0]?.spent], [100, 100 / ids.length, 100]);
  assert.deepEqual([byAgent[0]?.told, byAgent[0]?.used.n], [100, 1]);
});

test('names a session that stands out among those before it', async (context) => {
  const { memory } = openFresh(context);
  for (let n = 0; n < 10; n += 1) await recordSession(memory, { id: `s${n}`, at: AT + n * DAY_MS });
  const odd = { sessionId: 'odd', kind: 'tool.end' as const, tool: 'Bash', input: { command: 'make' }, success: false };
  await memory.record(
    Array.from({ length: 30 }, (_, n) => ({
      ...odd,
      at: AT + 12 * DAY_MS + n * 1_000,
      number: `n${n}`,
      output: `no ${n}`,
    })),
  );
  await memory.settled();
  const { anomalies } = await memory.stats({ since: SINCE, until: UNTIL });
  assert.deepEqual(
    anomalies.map(({ what, value }) => [what, value]),
    [['failures', 30]],
  );
});

test('a report tells sessions by day with their commits, then what is open, then figures', async (context) => {
  const { memory } = openFresh(context);
  await recordSession(memory, { id: 'one', at: Date.now() - DAY_MS });
  await memory.settled();
  const { report: text = '', work } = await memory.stats({ report: 'week' });
  assert.match(text, /^Report of the week, [\d-]+ to [\d-]+\n\n\w+ \d+ \w+\n {2}\S.* \(.*sdk\)\n {4}Fixed: /);
  assert.match(text, /\n\nFigures\n {2}1 session, 1 prompt, /);
  assert.equal(work?.sessions.length, 1);
  const { report: markdown = '' } = await memory.stats({ report: 'month', format: 'md' });
  assert.match(markdown, /^# Report of the month, .*\n\n## \w+ \d+ \w+\n\n- /);
  assert.match(markdown, /\n## Figures\n\n- 1 session/);
  const { report: html = '' } = await memory.stats({ report: 'week', format: 'html' });
  assert.match(html, /^<!doctype html>[\s\S]*<h2>Figures<\/h2>[\s\S]*<\/html>$/);
  const standup = await memory.stats({ report: 'standup' });
  assert.doesNotMatch(standup.report ?? '', /Figures/);
  assert.equal(new Date(standup.since).getHours(), 0);
});

test('an empty memory has figures of nothing', async (context) => {
  const { memory } = openFresh(context);
  const stats = await memory.stats();
  assert.deepEqual([stats.totals.memories, stats.days, stats.anomalies], [0, [], []]);
  assert.equal((await memory.impact()).blocks, 0);
});
