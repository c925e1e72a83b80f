import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memory } from '../../../src/api/contract.ts';
import type { OpenMemory } from './memory-contract.ts';

const SESSION = 'thursday';
const AT = Date.UTC(2026, 2, 5, 9);
const PARSER =
  'export function parseRow(line: string): string[] {\n  const cells = line.split(";");\n  return cells.map((cell) => cell.trim());\n}\n';

/** A session in which a bug is found, mended and committed. */
async function mend(memory: Memory): Promise<string> {
  const happened = [
    ['prompt', { text: 'The import drops the last column of every row, mend it.' }],
    ['tool.end', { tool: 'Bash', input: { command: 'npm test' }, output: '1 failed', success: false, exitCode: 1 }],
    ['message', { text: 'The root cause is that `parseRow` splits at commas.' }],
    ['tool.end', { tool: 'Write', input: { file_path: 'src/parse-row.ts', content: PARSER }, output: 'ok' }],
    ['tool.end', { tool: 'Bash', input: { command: 'npm test' }, output: 'ok', success: true }],
    ['message', { text: 'Fixed the import: `parseRow` splits at semicolons now. All tests pass.' }],
  ] as const;
  await memory.record(
    happened.map(([kind, fields], at) => ({
      kind,
      agent: 'claude-code',
      sessionId: SESSION,
      number: `t${at}`,
      at: AT + at * 60_000,
      ...fields,
    })),
  );
  await memory.settled();
  const [entry] = (await memory.list({ kinds: ['session'], agent: 'claude-code' })).entries;
  return entry?.id ?? '';
}

/** What every implementation of `Memory` must do for who asks what a session came to. */
export function summarisingContract(open: OpenMemory): void {
  test('tells what a session came to, each sentence with memories that hold it', async (context) => {
    const memory = await open(context);
    const id = await mend(memory);
    const session = await memory.session(id);
    assert.equal(session.ref, SESSION);
    assert.equal(session.startedAt, new Date(AT).toISOString());
    const { summary } = session;
    assert.ok(summary !== undefined);
    assert.equal(summary.outcome, 'done');
    assert.match(summary.learned[0]?.text ?? '', /^The root cause is that `parseRow`/);
    assert.match(
      summary.problemsSolved[0]?.text ?? '',
      /`npm test` failed, then went well after changes of .*parse-row\.ts/,
    );
    const told = [summary.request, summary.learned, summary.completed, summary.outcomeBy].flat();
    const { missing } = await memory.get([summary.id, ...told.flatMap(({ ids }) => ids)].slice(0, 50));
    assert.deepEqual(missing, []);
    assert.deepEqual(
      session.snippets.map(({ title, language, lines }) => [title, language, lines]),
      [['parseRow in src/parse-row.ts', 'typescript', [1, 4]]],
    );
  });

  test('the same by the agent’s own id, by the id of anything in it, and whole by get', async (context) => {
    const memory = await open(context);
    const id = await mend(memory);
    const session = await memory.session(id);
    for (const other of [SESSION, session.summary?.id ?? '', session.snippets[0]?.id ?? ''])
      assert.deepEqual(await memory.session(other), session);
    const { records } = await memory.get([id, session.summary?.id ?? '']);
    for (const { text } of records)
      assert.match(text, /Learned:\n- The root cause is that `parseRow` splits at commas\. \[m_/);
    await assert.rejects(memory.session('s_aaaaaaaaaaaaaaaa'), { code: 'not_found' });
  });

  test('is told anew when more arrives, and is gone once its session is forgotten', async (context) => {
    const memory = await open(context);
    const id = await mend(memory);
    const before = await memory.session(id);
    await memory.record([
      {
        kind: 'prompt',
        agent: 'claude-code',
        sessionId: SESSION,
        number: 'u1',
        at: AT + 900_000,
        text: 'Now write the export of vouchers as well.',
      },
    ]);
    await memory.settled();
    const after = await memory.session(id);
    assert.equal(after.summary?.id, before.summary?.id);
    assert.equal(after.summary?.outcome, 'abandoned');
    const plan = await memory.forget({ session: id });
    assert.ok('token' in plan);
    await memory.forget({ session: id, confirm: plan.token });
    const { records } = await memory.get([before.summary?.id ?? '', ...before.snippets.map((snippet) => snippet.id)]);
    assert.deepEqual(records, []);
  });
}
