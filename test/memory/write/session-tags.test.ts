import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Caller, Memory } from '../../../src/api/contract.ts';
import { openFresh } from '../../support/fresh-home.ts';

/** Two sessions of an agent, a day apart, with who may ask. */
async function openTwo(context: TestContext) {
  const opened = openFresh(context);
  const { memory, at } = opened;
  const as = (caller: Omit<Caller, 'cwd'>): Memory => memory.withCaller({ cwd: at.project, ...caller });
  const by = { kind: 'prompt', agent: 'codex', cwd: at.project, origin: 'person' } as const;
  await memory.record([
    { ...by, sessionId: 'old', text: 'Round the totals of the invoice.', at: '2026-01-01T12:00:00Z' },
    { ...by, sessionId: 'new', text: 'Print the ledger as CSV.', at: '2026-01-02T12:00:00Z' },
    ...['old', 'new'].map((sessionId) => ({
      ...by,
      kind: 'tool.end',
      sessionId,
      tool: 'Bash',
      input: { command: 'ls invoices' },
      output: 'one.csv two.csv',
      success: true,
      at: sessionId === 'old' ? '2026-01-01T12:01:00Z' : '2026-01-02T12:01:00Z',
    })),
  ]);
  await memory.settled();
  const { entries } = await memory.list({ kinds: ['session'], project: '.' });
  const [latest = '', oldest = ''] = entries.map(({ id }) => id);
  const person = as({ surface: 'cli', person: true });
  return { ...opened, person, agent: as({ surface: 'mcp', person: false, agent: true }), latest, oldest };
}

test('a tag is found by, belongs to who put it on, and makes an old session no newer', async (context) => {
  const { person, agent, oldest, latest } = await openTwo(context);
  assert.equal((await person.update(oldest, { tags: ['billing', ' billing ', 'to  sort'] })).status, 'updated');
  assert.equal((await person.update(oldest, { tags: ['to sort', 'billing'] })).status, 'unchanged');
  const { tags, topics } = await agent.session({ id: oldest });
  assert.deepEqual(
    tags.map(({ name, author }) => [name, author]),
    [
      ['billing', 'person'],
      ['to sort', 'person'],
    ],
  );
  assert.ok(topics.every(({ title }) => title !== 'billing'));
  const tagged = async (concept: string) =>
    (await agent.list({ kinds: ['session'], concept, project: '.' })).entries.map(({ id }) => id);
  assert.deepEqual(await tagged('billing'), [oldest]);
  assert.deepEqual(await tagged('ledgers'), []);
  const order = (await agent.list({ kinds: ['session'], project: '.' })).entries.map(({ id }) => id);
  assert.deepEqual(order, [latest, oldest]);
});

test("an agent puts tags on and takes its own off, and leaves a person's", async (context) => {
  const { person, agent, oldest } = await openTwo(context);
  const names = async () => (await person.session({ id: oldest })).tags.map(({ name }) => name).toSorted();
  await person.update(oldest, { tags: ['billing'] });
  await agent.update(oldest, { tags: ['billing', 'csv'] });
  assert.deepEqual(await names(), ['billing', 'csv']);
  await assert.rejects(agent.update(oldest, { tags: [] }), { code: 'not_allowed' });
  await agent.update(oldest, { tags: ['billing'] });
  assert.deepEqual(await names(), ['billing']);
  await assert.rejects(agent.update(oldest, { tags: ['billing', 'csv'] }), { code: 'not_allowed' });
  await person.update(oldest, { tags: ['csv'] });
  assert.deepEqual(await names(), ['csv']);
  assert.deepEqual((await person.list({ kinds: ['session'], concept: 'billing', project: '.' })).entries, []);
});

test('what is no tag, or of no session, is refused', async (context) => {
  const { person, oldest } = await openTwo(context);
  const refused = { code: 'invalid_input' };
  await assert.rejects(person.update(oldest, { tags: ['x'.repeat(61)] }), refused);
  await assert.rejects(person.update(oldest, { tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }), refused);
  await assert.rejects(person.update(oldest, { tags: ['a'], title: 'b' }), refused);
  const { entries } = await person.list({ kinds: ['prompt'], project: '.' });
  await assert.rejects(person.update(entries[0]?.id ?? '', { tags: ['a'] }), refused);
});

test('of sessions, those active last keep their memories', async (context) => {
  const { person, oldest, latest } = await openTwo(context);
  const plan = await person.prune({ sessions: 1 });
  assert.equal(plan.state, 'planned');
  assert.deepEqual(plan.state === 'planned' && plan.byKind, { command: 1 });
  await person.prune({ sessions: 1, confirm: plan.state === 'planned' ? plan.token : '' });
  const left = (await person.list({ kinds: ['observation'], project: '.' })).entries.map(({ sessionId }) => sessionId);
  assert.deepEqual(left, [latest]);
  assert.notEqual(oldest, latest);
  const none = await person.prune({ sessions: 2 });
  assert.equal(none.state === 'planned' && none.items, 0);
});
