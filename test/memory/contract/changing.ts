import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenMemory } from './memory-contract.ts';
import { rememberWork } from './remembered-work.ts';

/** The contract of `update` for every implementation of `Memory`. The caller is no person. */
export function changingContract(open: OpenMemory): void {
  test('a stated memory is changed, field by field, and found by its new words', async (context) => {
    const memory = await open(context);
    const { decision } = await rememberWork(memory);
    const changed = await memory.update(decision, { text: 'We keep money as whole øre.', concepts: ['currency'] });
    assert.deepEqual(
      [changed.id, changed.status, changed.record.text],
      [decision, 'updated', 'We keep money as whole øre.'],
    );
    assert.deepEqual(
      [changed.record.detail.concepts, changed.record.detail.reason],
      [['currency'], 'Rounding lost a cent.'],
    );
    assert.equal((await memory.update(decision, { concepts: ['currency'] })).status, 'unchanged');
    await memory.settled();
    assert.ok((await memory.search('øre')).hits.some(({ id }) => id === decision));
    assert.equal((await memory.get(decision)).records[0]?.text, 'We keep money as whole øre.');
    await assert.rejects(memory.update('o_aaaaaaaaaaaaaaaa', { title: 'x' }), { code: 'not_found' });
  });

  test('only a person confirms', async (context) => {
    const memory = await open(context);
    const { decision } = await rememberWork(memory);
    await assert.rejects(memory.update(decision, { status: 'confirmed' }), { code: 'not_allowed' });
  });

  test('what is hidden answers no question, and is listed as hidden', async (context) => {
    const memory = await open(context);
    const { decision } = await rememberWork(memory);
    await memory.update(decision, { hidden: true });
    await memory.settled();
    assert.ok((await memory.search('money integer cents')).hits.every(({ id }) => id !== decision));
    assert.deepEqual(
      (await memory.list({ hidden: true })).entries.map(({ id }) => id),
      [decision],
    );
  });

  test('a plan to forget names what it would take, and only its token carries it out', async (context) => {
    const memory = await open(context);
    const { sessions } = await rememberWork(memory);
    const plan = await memory.forget({ session: sessions[1] });
    assert.ok(plan.state === 'planned' && plan.events >= 4, JSON.stringify(plan));
    assert.equal((await memory.get(sessions[1])).missing.length, 0);
    await assert.rejects(memory.forget({ confirm: 'no such token' }));
    const report = await memory.forget({ confirm: plan.token });
    assert.deepEqual([report.state, report.events], ['erased', plan.events]);
    assert.deepEqual((await memory.search({ query: 'refund', kinds: ['prompt'] })).hits, []);
  });

  test('all that it holds is told as an export, the same whenever it is asked', async (context) => {
    const memory = await open(context);
    await rememberWork(memory);
    const lines = async (input = {}): Promise<string[]> => {
      const told: string[] = [];
      for await (const line of memory.export(input)) told.push(JSON.stringify(line));
      return told;
    };
    const [header, ...rest] = await lines();
    assert.equal(header, '{"cairn":"export","version":1}');
    assert.equal(rest.filter((line) => line.startsWith('{"event":')).length, (await memory.status()).counts.events);
    assert.deepEqual(await lines(), [header, ...rest]);
    await assert.rejects(lines({ projekt: 'x' }), { code: 'invalid_input' });
    await assert.rejects(lines({ project: 'no such project' }), { code: 'not_found' });
  });
}
