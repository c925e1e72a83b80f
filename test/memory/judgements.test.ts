import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openFresh } from '../support/fresh-home.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const LOCK = 'Always take a row lock on the order while it is charged.';
const KEYS = 'Always use idempotency keys in the checkout.';

test('a judgement is taken back, and the memory is as it was before anybody judged it', async (context) => {
  const { memory, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const agents = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
  const { id } = await agents.remember({ text: LOCK, kind: 'constraint' });
  const statusOf = async () => (await memory.get(id)).records[0]?.detail.status;
  assert.equal(await statusOf(), 'proposed');
  await assert.rejects(agents.update(id, { status: 'reopened' }), { code: 'not_allowed' });
  assert.equal((await memory.update(id, { status: 'reopened' })).status, 'unchanged');
  for (const status of ['confirmed', 'withdrawn'] as const) {
    await memory.update(id, { status });
    assert.equal(await statusOf(), status);
    await memory.update(id, { status: 'reopened' });
    assert.equal(await statusOf(), 'proposed');
  }
  await memory.update(id, { text: KEYS });
  await memory.update(id, { status: 'withdrawn' });
  await memory.update(id, { status: 'reopened' });
  assert.equal(await statusOf(), 'stated', 'a person took its words over');
  await memory.update(id, { text: LOCK, status: 'reopened' });
  const [record] = (await memory.get(id)).records;
  assert.deepEqual([record?.author, record?.detail.status], ['agent', 'proposed'], 'an edit is undone with its author');
});

test('a person says what takes the place of a memory, and its history tells the chain', async (context) => {
  const { memory, at } = openFresh(context, { caller: { surface: 'cli', person: true } });
  const agents = memory.withCaller({ surface: 'mcp', person: false, agent: true, cwd: at.project });
  const older = (await agents.remember({ text: LOCK, kind: 'constraint', at: Date.now() - 5_000 })).id;
  const newer = (await memory.remember({ text: KEYS, kind: 'constraint' })).id;
  await assert.rejects(memory.update(older, { status: 'superseded' }), { code: 'invalid_input' });
  await assert.rejects(memory.update(older, { status: 'superseded', supersededBy: older }), { code: 'invalid_input' });
  await assert.rejects(memory.update(older, { status: 'superseded', supersededBy: 'o_aaaaaaaaaaaaaaaa' }), {
    code: 'not_found',
  });
  await assert.rejects(agents.update(older, { status: 'superseded', supersededBy: newer }), { code: 'not_allowed' });
  const { record } = await memory.update(older, { status: 'superseded', supersededBy: newer });
  assert.deepEqual([record.detail.status, record.supersededBy], ['superseded', newer]);
  assert.equal((await memory.context()).text.includes(older), false);
  for (const id of [older, newer]) {
    const { chain } = await memory.history(id);
    assert.deepEqual(
      chain.map((one) => one.id),
      [older, newer],
    );
  }
  await memory.update(newer, { muted: true });
  const { acts, timesTold } = await memory.history(older);
  assert.deepEqual(
    acts.map(({ act, by, to }) => ({ act, by, to })),
    [
      { act: 'proposed', by: 'agent', to: undefined },
      { act: 'superseded', by: 'person', to: newer },
    ],
  );
  assert.equal(timesTold, 0);
  assert.deepEqual(
    (await memory.list({ muted: true })).entries.map(({ id, sort, muted }) => ({ id, sort, muted })),
    [{ id: newer, sort: 'constraint', muted: true }],
  );
  const elsewhere = temporaryFolder(context);
  assert.deepEqual((await memory.list({ muted: true, project: elsewhere })).entries, []);
  await memory.update(older, { status: 'reopened' });
  assert.equal((await memory.get(older)).records[0]?.supersededBy, undefined);
  assert.equal((await memory.history(older)).chain.length, 1);
});
