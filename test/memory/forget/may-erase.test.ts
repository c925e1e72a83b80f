import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ForgetPlan } from '../../../src/api/answers.ts';
import type { Memory } from '../../../src/api/contract.ts';
import { openFresh } from '../../support/fresh-home.ts';

const SAID = { role: 'user', content: 'The heron contract ends in May.' } as const;

function callers(context: TestContext) {
  const { memory, at } = openFresh(context);
  const as = (surface: 'sdk' | 'http' | 'cli', person = false): Memory =>
    memory.withCaller({ surface, person, cwd: at.project });
  return { sdk: as('sdk'), http: as('http'), script: as('cli'), person: as('cli', true) };
}

async function stateOf(memory: Memory, id: string): Promise<string> {
  const { records } = await memory.get(id);
  return records[0] === undefined ? 'erased' : records[0].detail.hidden === true ? 'hidden' : 'shown';
}

test('a program erases by id what it recorded itself, and hides what others did', async (context) => {
  const { sdk, http, script, person } = callers(context);
  const { id } = await sdk.remember('We use pnpm, not npm.');
  for (const other of [http, script]) {
    const report = await other.forget({ ids: [id] });
    assert.deepEqual([report.state, await stateOf(sdk, id)], ['hidden', 'hidden']);
    await person.update(id, { hidden: false });
  }
  const plan = (await http.forget({ ids: [id], dryRun: true })) as ForgetPlan;
  assert.deepEqual(
    plan.notes.map(({ code }) => code),
    ['only_person'],
  );
  assert.equal((await http.forget({ ids: [id], confirm: plan.token })).state, 'hidden');
  const report = await sdk.forget({ ids: [id] });
  assert.deepEqual([report.state, await stateOf(sdk, id)], ['erased', 'erased']);
});

test('what a person stated or confirmed, only a person hides or forgets', async (context) => {
  const { sdk, script, person } = callers(context);
  const { id: confirmed } = await sdk.remember('We use pnpm, not npm.');
  await person.update(confirmed, { status: 'confirmed' });
  const { id: stated } = await person.remember('We keep prices in cents.');
  await assert.rejects(sdk.forget({ ids: [confirmed] }), { code: 'not_allowed' });
  await assert.rejects(script.forget({ ids: [stated] }), { code: 'not_allowed' });
  assert.equal((await person.forget({ ids: [confirmed, stated] })).state, 'trashed');
});

test('a plan over what others recorded says so, and only a person carries it out', async (context) => {
  const { sdk, http, person } = callers(context);
  await sdk.record({ sessionId: 'shared', messages: [SAID] });
  await http.record({ sessionId: 'own', messages: [{ ...SAID, content: 'The egret contract ends in June.' }] });
  await sdk.settled();
  const own = (await http.forget({ query: 'egret' })) as ForgetPlan;
  assert.deepEqual([own.events, own.notes], [1, []]);
  assert.equal((await http.forget({ confirm: own.token })).state, 'erased');
  const plan = (await http.forget({ query: 'heron' })) as ForgetPlan;
  assert.deepEqual(
    plan.notes.map(({ code }) => code),
    ['only_person'],
  );
  await assert.rejects(http.forget({ query: 'heron', confirm: plan.token }), { code: 'not_allowed' });
  await assert.rejects(http.forget({ confirm: plan.token }), { code: 'not_allowed' });
  assert.equal((await sdk.search({ query: 'heron', kinds: ['prompt'] })).hits.length, 1);
  assert.equal((await person.forget({ confirm: plan.token })).state, 'trashed');
  assert.deepEqual((await sdk.search({ query: 'heron', kinds: ['prompt'] })).hits, []);
});
