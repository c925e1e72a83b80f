import assert from 'node:assert/strict';
import { test } from 'node:test';
import { redactionsIn } from '../../../src/privacy/redactions-in.ts';
import { openFresh } from '../../support/fresh-home.ts';
import { recordSession } from '../../support/worked-sessions.ts';

const AT = Date.UTC(2026, 2, 2, 9);
const SECRET = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0bC2dE4'}`;

test('counts each secret once, by kind, day and place, and tells no word of it', async (context) => {
  const { memory } = openFresh(context);
  const told = { sessionId: 's', number: '1', at: AT, kind: 'prompt' as const, text: `Use ${SECRET} and ${SECRET}.` };
  await memory.record([told]);
  await memory.record([told]);
  await memory.record([{ ...told, number: '2', at: AT + 86_400_000, text: `Again ${SECRET}` }]);
  const { redacted, days } = await memory.privacy();
  assert.deepEqual(
    redacted.map(({ count, lastDay, where }) => [count, lastDay, where.map(({ event, count: n }) => [event, n])]),
    [[3, '2026-03-03', [['prompt', 3]]]],
  );
  assert.deepEqual(days, [
    { day: '2026-03-02', count: 2 },
    { day: '2026-03-03', count: 1 },
  ]);
  assert.ok(!JSON.stringify(await memory.privacy()).includes(SECRET.slice(4)));
});

test('keeps the counts over a restart', async (context) => {
  const first = openFresh(context);
  await first.memory.record([{ sessionId: 's', number: '1', at: AT, kind: 'prompt', text: `Use ${SECRET}.` }]);
  await first.memory.close();
  const { memory } = openFresh(context, { home: first.at });
  assert.deepEqual(
    (await memory.privacy()).redacted.map(({ count }) => count),
    [1],
  );
});

test('lists what was erased and retired by number and time', async (context) => {
  const { memory } = openFresh(context);
  await recordSession(memory, { id: 'one', at: AT });
  await recordSession(memory, { id: 'two', at: AT + 1_000 });
  await memory.settled();
  const person = memory.withCaller({ surface: 'http', person: true });
  const { entries } = await memory.list({ kinds: ['session'] });
  const input = { session: entries[0]?.id ?? '' };
  const plan = await person.forget(input);
  assert.equal(plan.state, 'planned');
  await person.forget({ ...input, confirm: plan.token });
  const retire = await person.prune({ olderThan: '0m', kinds: ['observation'] });
  assert.equal(retire.state, 'planned');
  await person.prune({ olderThan: '0m', kinds: ['observation'], confirm: retire.token });
  const { forgotten, retired } = await memory.privacy();
  assert.deepEqual([forgotten.length, forgotten[0]?.events, forgotten[0]?.sessions], [1, plan.events, 1]);
  assert.deepEqual([retired.length, retired[0]?.batch, retired[0]?.items], [1, retire.token, retire.items]);
});

test('counts marks of known kinds alone', () => {
  assert.deepEqual(
    redactionsIn({ a: ['[redacted:private-key] [redacted:private-key]', { b: '[redacted:nothing]' }] }),
    {
      'private-key': 2,
    },
  );
  assert.deepEqual(redactionsIn('[redacted:'.repeat(10_000)), {});
});
