import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Caller, Memory } from '../../../src/api/contract.ts';
import { openFresh } from '../../support/fresh-home.ts';

/** One memory with a session of work, as a person in a terminal and as an agent by MCP have it. */
async function openWorked(context: TestContext) {
  const opened = openFresh(context);
  const { memory, at } = opened;
  const as = (caller: Caller): Memory => memory.withCaller({ cwd: at.project, ...caller });
  const place = { sessionId: 'one', agent: 'claude-code', cwd: at.project };
  await memory.record([
    { ...place, kind: 'prompt', text: 'Round the totals of the cart.' },
    { ...place, kind: 'message', text: 'The cart rounds its totals now.' },
    { ...place, kind: 'turn.end' },
  ]);
  await memory.settled();
  return {
    ...opened,
    person: as({ surface: 'cli', person: true }),
    agent: as({ surface: 'mcp', person: false, agent: true, session: 'mine' }),
  };
}

test('what a person wrote of a session stays before an agent, and is told as the person’s alone', async (context) => {
  const { person, agent } = await openWorked(context);
  const first = await agent.summarize({ sessionId: 'one', text: 'Totals are rounded, the agent says.' });
  assert.deepEqual([first.record.author, first.record.exposed], ['agent', true]);
  const second = await person.summarize({ sessionId: 'one', text: 'Totals are rounded once.' });
  assert.deepEqual([second.id, second.record.author], [first.id, 'person']);
  await assert.rejects(agent.summarize({ sessionId: 'one', text: 'No.' }), { code: 'not_allowed' });
  const { summary } = await person.session('one');
  const edited = await person.update(summary?.id ?? '', { text: 'The cart rounds once.' });
  assert.deepEqual([edited.record.author, edited.record.title], ['person', 'The cart rounds once.']);
  await assert.rejects(agent.update(edited.id, { text: 'No.' }), { code: 'not_allowed' });
  await assert.rejects(agent.update(edited.id, { revert: true }), { code: 'not_allowed' });
  await person.settled();
  const told = (await person.session('one')).summary;
  assert.deepEqual([told?.author, told?.brief, told?.completed], ['person', 'The cart rounds once.', []]);
  await person.update(edited.id, { title: 'Rounding' });
  assert.equal((await person.update(edited.id, { revert: true })).record.title, 'The cart rounds once.');
});

test('a title alone that a person gives a summary makes the agent’s text no person’s', async (context) => {
  const { person } = await openWorked(context);
  const { summary } = await person.session('one');
  const { record } = await person.update(summary?.id ?? '', { title: 'Rounding' });
  assert.deepEqual([record.title, record.author], ['Rounding', 'agent']);
});

test('what an agent states of work is an agent’s in every line made of it', async (context) => {
  const { agent } = await openWorked(context);
  const { record } = await agent.checkpoint({ sessionId: 'one', task: 'The cart', nextSteps: ['Round the invoice'] });
  assert.equal(record.author, 'agent');
  const [step] = record.detail.checkpoint?.nextSteps ?? [];
  const [source] = (await agent.get(step?.ids ?? [])).records;
  assert.deepEqual([source?.kind, source?.author], ['checkpoint', 'agent']);
  const { state } = await agent.resume({ sessionId: 'one' });
  assert.deepEqual(
    state?.nextSteps.map(({ text, author }) => [text, author]),
    [['Round the invoice', 'agent']],
  );
});

test('what was stated with structure is the same after a rebuild, and forgetting the session erases it', async (context) => {
  const { person, agent } = await openWorked(context);
  const { id } = await agent.observe({ title: 'The cart rounds twice', facts: ['in total()'], sessionId: 'one' });
  await agent.checkpoint({ sessionId: 'one', openQuestions: ['Who signs the heron off?'] });
  const { id: written } = await agent.summarize({ sessionId: 'one', text: 'The heron is signed off.' });
  const { summary } = await agent.session('one');
  await agent.update(summary?.id ?? '', { text: 'Herons all the way.' });
  await agent.settled();
  const ids = [id, written, summary?.id ?? ''];
  const before = (await agent.get(ids)).records;
  assert.equal(before.length, 3);
  await person.rebuild({ what: 'items' });
  await person.settled();
  assert.deepEqual((await agent.get(ids)).records, before);
  const plan = await person.forget({ session: 'one' });
  assert.ok(plan.state === 'planned');
  await person.forget({ session: 'one', confirm: plan.token });
  await person.settled();
  assert.deepEqual((await person.search('heron')).hits, []);
  assert.deepEqual((await person.get(ids.slice(1))).missing, ids.slice(1));
});

test('work that an agent states in words of a page it read is found, and told to no later session', async (context) => {
  const { agent, at } = await openWorked(context);
  const place = { sessionId: 'two', agent: 'claude-code', cwd: at.project };
  const page = 'The heron invoice rounds half to even in every branch office.';
  await agent.record([
    { ...place, kind: 'prompt', text: 'Look up how invoices round.' },
    { ...place, kind: 'tool.end', tool: 'WebFetch', input: { url: 'https://example.com/rounding' }, output: page },
    { ...place, kind: 'turn.end' },
  ]);
  await agent.settled();
  const told = async () =>
    `${(await agent.resume({ sessionId: 'two' })).text}${(await agent.context({ cwd: at.project })).text}`;
  await agent.checkpoint({ sessionId: 'two', task: 'The heron invoice rounds half to even', openQuestions: [page] });
  await agent.settled();
  assert.equal((await agent.search('heron rounds half')).hits[0]?.kind, 'checkpoint');
  assert.doesNotMatch(await told(), /heron/);
  await agent.checkpoint({ sessionId: 'two', task: 'Mend our own bills', openQuestions: ['Who of us signs it off?'] });
  assert.match(await told(), /Who of us signs it off/);
});
