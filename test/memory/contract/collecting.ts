import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenMemory } from './memory-contract.ts';
import { rememberWork, WORK_AT } from './remembered-work.ts';

/** Commands that nothing which is made of their session rests on. */
const chatter = ['ls', 'pwd', 'whoami'].map((command, n) => ({
  kind: 'tool.end',
  tool: 'Bash',
  agent: 'claude-code',
  sessionId: 'wednesday',
  number: `w${n}`,
  at: WORK_AT + n,
  input: { command },
  output: 'ok',
  exitCode: 0,
}));

/** What every implementation of `Memory` must do with collections, and with what grows old. The caller is no agent. */
export function collectingContract(open: OpenMemory): void {
  test('memories are put together, shown, asked, written out and let go again', async (context) => {
    const memory = await open(context);
    const { decision } = await rememberWork(memory);
    const made = await memory.collect({ name: 'money', add: [decision] });
    assert.deepEqual([made.status, made.collection.members, made.missing], ['created', 1, []]);
    assert.deepEqual(
      (await memory.collections('money')).entries?.map(({ id }) => id),
      [decision],
    );
    const answer = await memory.ask({ collection: 'money', question: 'how do we keep money?' });
    assert.deepEqual(
      answer.passages.map(({ id }) => id),
      [decision],
    );
    assert.match((await memory.collections({ collection: 'money', format: 'md' })).text ?? '', /^# money\n/);
    assert.equal((await memory.get(made.collection.id)).records[0]?.title, 'money');
    await memory.collect({ collection: 'money', delete: true });
    await assert.rejects(memory.collections('money'), { code: 'not_found' });
    await assert.rejects(memory.collect({ name: 'nothing' }), { code: 'invalid_input' });
  });

  test('what is old goes out of sight with the token of its plan, and comes back', async (context) => {
    const memory = await open(context);
    await rememberWork(memory);
    await memory.record(chatter);
    await memory.settled();
    const plan = await memory.prune({ olderThan: '0m' });
    assert.ok(plan.state === 'planned' && plan.items > 0, JSON.stringify(plan));
    const listed = async () => (await memory.list({ limit: 100 })).entries.length;
    const before = await listed();
    assert.equal((await memory.prune({ olderThan: '0m', confirm: plan.token })).state, 'retired');
    assert.equal(await listed(), before - plan.items);
    assert.equal((await memory.prune({ undo: plan.token })).state, 'restored');
    assert.equal(await listed(), before);
    assert.equal((await memory.consolidate({ olderThan: '0m' })).state, 'planned');
  });
}
