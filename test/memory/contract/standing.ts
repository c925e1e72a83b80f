import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OpenMemory } from './memory-contract.ts';

const AT = Date.UTC(2026, 2, 2, 9);
const DAY_MS = 24 * 3_600_000;

/** What every implementation tells of memories that no longer hold. */
export function standingContract(open: OpenMemory): void {
  test('what was stated anew takes the place of the former, which says so and stands again once the newer is gone', async (context) => {
    const memory = await open(context);
    const older = await memory.remember({ text: 'The release branch is release/1.x.', kind: 'decision', at: AT });
    assert.equal(older.supersedes, undefined);
    const text = 'The release branch is now release/2.x.';
    const newer = await memory.remember({ text, kind: 'decision', at: AT + DAY_MS });
    assert.equal(newer.supersedes, older.id);
    const { hits } = await memory.search('release branch');
    assert.deepEqual(
      hits.map(({ id, supersededBy }) => [id, supersededBy]),
      [
        [newer.id, undefined],
        [older.id, newer.id],
      ],
    );
    const { entries } = await memory.list({ kinds: ['knowledge'] });
    assert.equal(entries.find(({ id }) => id === older.id)?.supersededBy, newer.id);
    const { records } = await memory.get([older.id, newer.id]);
    assert.equal(records[0]?.supersededBy, newer.id);
    assert.ok(records[1]?.links?.some(({ relation, id }) => relation === 'supersedes' && id === older.id));
    await memory.forget({ ids: [newer.id] });
    const again = await memory.search('release branch');
    assert.deepEqual(
      again.hits.map(({ id, supersededBy }) => [id, supersededBy]),
      [[older.id, undefined]],
    );
  });

  test('what shows a file that was changed since says when and by what', async (context) => {
    const memory = await open(context);
    const on = (number: string, days: number) => ({
      agent: 'claude-code',
      sessionId: 's',
      number,
      at: AT + days * DAY_MS,
      cwd: '/home/dev/shop',
    });
    const input = { file_path: '/home/dev/shop/src/port.ts' };
    await memory.record([
      { kind: 'tool.end', tool: 'Read', input, output: 'const port = 3000;', ...on('1', 0) },
      {
        kind: 'tool.end',
        tool: 'Edit',
        input: { ...input, old_string: '3000', new_string: '4000' },
        output: 'ok',
        ...on('2', 1),
      },
    ]);
    await memory.settled();
    const { hits } = await memory.search('src/port.ts');
    const read = hits.find(({ title }) => title.startsWith('Read'));
    const edit = hits.find(({ title }) => title.startsWith('Edit'));
    assert.deepEqual(read?.stale, { since: new Date(AT + DAY_MS).toISOString(), by: edit?.id, reason: 'changed' });
    assert.equal(edit?.stale, undefined);
  });

  test('what is doubted or not to be kept says so and comes last', async (context) => {
    const memory = await open(context);
    const messages = [
      'The rate limit of the orders API is 100 a minute.',
      'Unverified: the rate limit of the orders API may be 500 a minute.',
      'The rate limit token of the orders API is blue-whale. Do not save or repeat it.',
    ].map((content, i) => ({ role: 'user' as const, content, at: AT + i }));
    await memory.record({ sessionId: 's', messages });
    await memory.settled();
    const { hits } = await memory.search('rate limit of the orders API');
    const prompts = hits.filter(({ kind }) => kind === 'prompt');
    assert.deepEqual(
      prompts.map(({ doubtful, withheld }) => [doubtful, withheld]),
      [
        [undefined, undefined],
        [true, undefined],
        [undefined, true],
      ],
    );
  });
}
