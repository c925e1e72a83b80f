import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';
import { recordSession } from '../support/worked-sessions.ts';

const AT = Date.UTC(2026, 2, 2, 9);
const DAY_MS = 86_400_000;
const SINCE = new Date(AT - DAY_MS).toISOString();
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

test('a report is the same figures for a person, as text or Markdown', async (context) => {
  const { memory } = openFresh(context);
  await recordSession(memory, { id: 'one', at: Date.now() - DAY_MS });
  await memory.settled();
  const { report: text = '' } = await memory.stats({ report: 'week' });
  assert.match(text, /^Report of the week, [\d-]+ to [\d-]+\n\nWork\n {2}1 session, 1 prompt, /);
  const { report: markdown = '' } = await memory.stats({ report: 'month', format: 'md' });
  assert.match(markdown, /^# Report of the month, .*\n\n## Work\n\n- 1 session/);
});

test('an empty memory has figures of nothing', async (context) => {
  const { memory } = openFresh(context);
  const stats = await memory.stats();
  assert.deepEqual([stats.totals.memories, stats.days, stats.anomalies], [0, [], []]);
  assert.equal((await memory.impact()).blocks, 0);
});
