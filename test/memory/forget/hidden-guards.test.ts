import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFresh } from '../../support/fresh-home.ts';

test('nobody but a person hides a constraint of theirs, or the tripwire that they confirmed', async (context) => {
  const { memory, at, intake } = openFresh(context);
  const person = memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
  const agent = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
  const { id } = await person.remember({ text: 'Never run git push --force.', kind: 'constraint' });
  await memory.settled();
  const { entries } = await memory.list({ kinds: ['pattern'] });
  const tripwire = entries.find(({ title }) => title.startsWith('Tripwire'))?.id ?? '';
  await person.update(tripwire, { status: 'confirmed' });
  await memory.settled();
  for (const target of [id, tripwire]) {
    await assert.rejects(agent.forget({ ids: [target] }), { code: 'not_allowed' }, target);
    for (const caller of [agent, memory.withCaller({ surface: 'sdk', person: false })]) {
      await assert.rejects(caller.update(target, { hidden: true }), { code: 'not_allowed' }, target);
    }
    // An act that is in the log all the same, from a version that let it pass, hides nothing.
    await intake.events([
      {
        agent: 'mcp',
        agentSession: 'one',
        at: Date.now(),
        cwd: at.project,
        identity: { number: `hide-${target}` },
        source: 'mcp',
        body: { kind: 'hidden', target, person: false },
      },
    ]);
    await memory.settled();
    assert.equal((await memory.get(target)).records[0]?.detail.hidden, undefined);
  }
  const { met } = await memory.tripwires({ test: 'git push --force' });
  assert.equal(met.length, 1);
  const { id: own } = await agent.remember('We keep prices in cents.');
  assert.equal((await agent.forget({ ids: [own] })).state, 'hidden');
  assert.equal((await person.forget({ ids: [id] })).state, 'trashed');
});

const STATED = ['decision', 'heuristic', 'rejected', 'note'] as const;

for (const kind of STATED) {
  test(`nor does anybody else hide a ${kind} of a person, or one that a person confirmed`, async (context) => {
    const { memory, at } = openFresh(context);
    const person = memory.withCaller({ surface: 'cli', person: true, cwd: at.project });
    const agent = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
    const program = memory.withCaller({ surface: 'sdk', person: false, cwd: at.project });
    const { id } = await person.remember({ text: 'We store prices as integer cents.', kind });
    const { id: proposed } = await agent.remember({ text: 'Totals are summed in cents.', kind });
    await person.update(proposed, { status: 'confirmed' });
    for (const target of [id, proposed]) {
      await assert.rejects(agent.forget({ ids: [target] }), { code: 'not_allowed' });
      for (const caller of [agent, program])
        await assert.rejects(caller.update(target, { hidden: true }), { code: 'not_allowed' });
      assert.equal((await memory.get(target)).records[0]?.detail.hidden, undefined);
    }
    const { id: own } = await agent.remember({ text: 'Carts are summed at once.', kind });
    assert.equal((await agent.forget({ ids: [own] })).state, 'hidden');
  });
}
