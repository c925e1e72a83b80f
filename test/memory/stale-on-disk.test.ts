import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Validity } from '../../src/core/model/validity.ts';
import { openFresh } from '../support/fresh-home.ts';

/** A memory of one file that an agent wrote an hour ago, and what each way of reading it says against it. */
async function wroteCart(context: TestContext, tool: 'Write' | 'Delete' = 'Write') {
  const { memory, store, at } = openFresh(context);
  const file = join(at.project, 'src', 'cart.ts');
  mkdirSync(join(at.project, 'src'));
  writeFileSync(file, 'one\n');
  const fields = { tool_name: tool, tool_input: { file_path: file, content: 'one\n' }, tool_use_id: 'w1' };
  const payload = { session_id: 'one', cwd: at.project, hook_event_name: 'PostToolUse', tool_response: {}, ...fields };
  const delivery = { delivery: 'd1', at: Date.now() - 3_600_000 };
  await memory.takeHook({ agent: 'claude-code', event: 'PostToolUse', payload: JSON.stringify(payload), ...delivery });
  await memory.settled();
  const [item] = await store.items.list({ kinds: ['observation'] }, { limit: 1 });
  const id = item?.id ?? '';
  const stale = async (): Promise<Validity['stale'][]> => {
    const { records } = await memory.get([id]);
    const { hits } = await memory.search({ query: 'cart' });
    const { entries } = await memory.list({ kinds: ['observation'] });
    const timeline = await memory.timeline({ anchor: id });
    const all = [...records, ...hits, ...entries, ...timeline.entries].filter((one) => one.id === id);
    assert.equal(all.length, 4);
    return all.map((one) => one.stale);
  };
  return { file, stale };
}

test('a file that was changed by hand makes its memory stale on every surface, until it is as it was', async (context) => {
  const { file, stale } = await wroteCart(context);
  assert.deepEqual(await stale(), [undefined, undefined, undefined, undefined]);
  writeFileSync(file, 'two\n');
  assert.deepEqual(new Set((await stale()).map((one) => one?.reason)), new Set(['changed']));
  writeFileSync(file, 'one');
  assert.deepEqual(await stale(), [undefined, undefined, undefined, undefined]);
});

test('a file that is gone makes its memory stale, unless the memory is of its deletion', async (context) => {
  const { file, stale } = await wroteCart(context);
  rmSync(file);
  assert.deepEqual(new Set((await stale()).map((one) => one?.reason)), new Set(['gone']));
});

test('the deletion of a file is not stale while the file is gone', async (context) => {
  const { file, stale } = await wroteCart(context, 'Delete');
  rmSync(file);
  assert.deepEqual(await stale(), [undefined, undefined, undefined, undefined]);
});

test('nothing is said of a project that is not on this machine', async (context) => {
  const { file, stale } = await wroteCart(context);
  rmSync(join(file, '..', '..'), { recursive: true });
  assert.deepEqual(await stale(), [undefined, undefined, undefined, undefined]);
});
