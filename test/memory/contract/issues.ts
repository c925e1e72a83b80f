import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Memory } from '../../../src/api/contract.ts';
import type { OpenMemory } from './memory-contract.ts';

const AT = Date.UTC(2026, 2, 2, 9);

/** Three sessions: one of an issue by its prompt and its commit, one by `gh`, one of something else. */
async function workOnIssues(memory: Memory): Promise<void> {
  const by = (sessionId: string, minute: number) => ({ agent: 'codex', sessionId, at: AT + minute * 60_000 });
  const shell = { kind: 'tool.end', tool: 'Bash' } as const;
  await memory.record([
    { ...by('asked', 0), kind: 'prompt', text: 'Customers wait for refunds: fix #142.', origin: 'person' },
    {
      ...by('asked', 1),
      ...shell,
      input: { command: "git commit -m 'Refund at once' -m 'Closes #142, part of SHOP-7'" },
      output: '[main 1a2b3c4] Refund at once\n 1 file changed, 2 insertions(+)\n',
    },
    { ...by('viewed', 2), kind: 'prompt', text: 'What is left?', origin: 'person' },
    { ...by('viewed', 3), ...shell, input: { command: 'gh issue view 142' }, output: 'title:\tRefunds' },
    { ...by('other', 4), kind: 'prompt', text: 'Take option #1 for the 142 customers.', origin: 'person' },
  ]);
  await memory.settled();
}

/** What every implementation of `Memory` must tell of the issues that sessions name. */
export function issuesContract(open: OpenMemory): void {
  test('links issues both ways: sessions by an issue, and the issues of a session and of its steps', async (context) => {
    const memory = await open(context);
    await workOnIssues(memory);
    const sessionsOf = async (issue: string) => (await memory.list({ kinds: ['session'], issue })).entries;
    const [viewed, asked, ...others] = await sessionsOf('#142');
    assert.deepEqual(others, []);
    assert.deepEqual(await sessionsOf('142'), [viewed, asked]);
    assert.deepEqual(await sessionsOf('shop-7'), [asked]);
    assert.deepEqual(await sessionsOf('#1'), []);
    await assert.rejects(sessionsOf('refunds'), { code: 'invalid_input', message: /names no issue/ });
    assert.deepEqual((await memory.session(asked?.id ?? '')).issues, ['#142', 'SHOP-7']);
    const { steps } = await memory.story(asked?.id ?? '');
    assert.deepEqual(
      steps.map(({ kind, issues }) => [kind, issues]),
      [
        ['prompt', ['#142']],
        ['observation', ['#142', 'SHOP-7']],
      ],
    );
    const { entries } = await memory.list({ issue: '#142' });
    assert.deepEqual(
      entries.map(({ kind }) => kind),
      ['observation', 'commit', 'prompt'],
    );
    assert.deepEqual(
      (await memory.stats({ project: '*' })).concepts.filter(({ name }) => /\d/.test(name)),
      [],
    );
  });
}
