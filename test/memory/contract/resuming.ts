import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memory } from '../../../src/api/contract.ts';
import type { OpenMemory } from './memory-contract.ts';
import { rememberWork } from './remembered-work.ts';

const SESSION = 'friday';
const AT = Date.UTC(2026, 2, 6, 15);

/** A session that stops in the middle: two files changed, one test failing, an open list. */
async function stopInTheMiddle(memory: Memory): Promise<string> {
  let number = 0;
  const event = (kind: string, fields: object) => {
    number += 1;
    return {
      kind,
      agent: 'claude-code',
      sessionId: SESSION,
      number: `f${number}`,
      at: AT + number * 60_000,
      ...fields,
    };
  };
  const edit = (path: string) => ({
    tool: 'Edit',
    input: { file_path: path, old_string: 'a', new_string: 'function refund() {}' },
    output: 'ok',
  });
  const list = [
    { content: 'Write the refund table', status: 'completed' },
    { content: 'Send the receipt', status: 'pending' },
  ];
  const failed = { tool: 'Bash', input: { command: 'npm test -- refunds' }, output: 'not ok 1 - refunds a guest' };
  await memory.record([
    event('prompt', { text: 'Refunds must reach guests as well. Build it.' }),
    event('tool.end', { tool: 'TodoWrite', input: { todos: list }, output: 'ok' }),
    event('tool.end', edit('src/refunds.ts')),
    event('tool.end', edit('src/receipt.ts')),
    event('tool.end', { ...failed, success: false, exitCode: 1 }),
  ]);
  await memory.settled();
  const [entry] = (await memory.list({ kinds: ['session'], agent: 'claude-code' })).entries;
  return entry?.id ?? '';
}

/** What every implementation of `Memory` must do for who goes on with a session. */
export function resumingContract(open: OpenMemory): void {
  test('tells in few words where the work stands: the session that left something open, not the newest', async (context) => {
    const memory = await open(context);
    assert.deepEqual(await memory.resume(), { text: '', lines: [], ids: [], tokens: 0, notes: [] });
    const session = await stopInTheMiddle(memory);
    const { text, state, ids, ...rest } = await memory.resume();
    assert.equal(rest.session?.id, session);
    assert.equal(rest.session?.ref, SESSION);
    assert.match(text, /^Stopped: in the middle, no end was seen, after: npm test -- refunds/m);
    assert.match(text, /^Asked last: “Refunds must reach guests as well\. Build it\.”/m);
    assert.match(text, /^Done: Write the refund table/m);
    assert.match(text, /^Open: Send the receipt/m);
    assert.match(text, /^Failed last: npm test -- refunds \(exit 1\)/m);
    assert.match(text, /^Files: src\/receipt\.ts \+1\/-1; src\/refunds\.ts \+1\/-1/m);
    assert.ok(text.split(/\s+/).length <= 200);
    assert.deepEqual(
      state?.files.map(({ path, parts }) => [path, parts]),
      [
        ['src/receipt.ts', ['refund']],
        ['src/refunds.ts', ['refund']],
      ],
    );
    const { missing } = await memory.get(ids);
    assert.deepEqual(missing, []);
    for (const [id] of text.matchAll(/[a-z]_[a-z2-7]{16}/g)) assert.ok(id === session || ids.includes(id), id);
  });

  test('resumes a named session, in as many words as asked for, and says which files changed since', async (context) => {
    const memory = await open(context);
    const work = await rememberWork(memory);
    const [, tuesday] = work.sessions;
    await memory.record([
      {
        kind: 'tool.end',
        agent: 'claude-code',
        sessionId: 'later',
        number: 'l1',
        tool: 'Edit',
        input: { file_path: 'src/refunds.ts', old_string: 'b', new_string: 'c' },
        output: 'ok',
      },
    ]);
    await memory.settled();
    const { session, state, notes, text } = await memory.resume({ sessionId: tuesday, words: 60 });
    assert.equal(session?.id, tuesday);
    assert.equal((await memory.resume({ sessionId: 'tuesday' })).session?.id, tuesday);
    assert.ok(state?.files[0]?.changedSince);
    assert.match(notes.map(({ message }) => message).join(), /src\/refunds\.ts/);
    assert.ok(text.split(/\s+/).length <= 60);
    await assert.rejects(memory.resume({ sessionId: 's_aaaaaaaaaaaaaaaa' }), { code: 'not_found' });
    await assert.rejects(memory.resume({ words: 1 }), { code: 'invalid_input' });
  });

  test('takes stock on demand, with a note that the next one is told, and forgets it with its session', async (context) => {
    const memory = await open(context);
    await assert.rejects(memory.checkpoint(), { code: 'not_found' });
    const session = await stopInTheMiddle(memory);
    const taken = await memory.checkpoint({ note: 'The receipt waits for the new letterhead.' });
    assert.equal(taken.sessionId, session);
    assert.match(taken.id, /^k_/);
    assert.deepEqual(taken.record.detail.checkpoint?.filesChanged, ['src/receipt.ts', 'src/refunds.ts']);
    const { text, state, ids } = await memory.resume();
    assert.match(text, /^Noted: “The receipt waits for the new letterhead\.”/m);
    assert.equal(state?.notes[0]?.ids[0], taken.noteId);
    const plan = await memory.forget({ session });
    assert.ok('token' in plan);
    await memory.forget({ session, confirm: plan.token });
    await memory.settled();
    assert.equal((await memory.resume()).text, '');
    assert.deepEqual((await memory.get(ids)).records, []);
  });

  test('what is remembered outside of sessions is no session of work', async (context) => {
    const memory = await open(context);
    await assert.rejects(memory.checkpoint({ note: 'Nobody works here yet.' }), { code: 'not_found' });
    await memory.remember('We use pnpm');
    await assert.rejects(memory.checkpoint({ note: 'Nobody works here yet.' }), { code: 'not_found' });
    assert.deepEqual((await memory.list({ kinds: ['session'] })).entries, []);
    const session = await stopInTheMiddle(memory);
    await memory.remember('We use port 4321');
    const taken = await memory.checkpoint({ note: 'The receipt waits.' });
    assert.equal(taken.sessionId, session);
    assert.equal((await memory.resume()).session?.id, session);
    const { totals } = await memory.stats({ since: new Date(AT - 60_000).toISOString() });
    assert.equal(totals.sessions, 1);
  });
}
