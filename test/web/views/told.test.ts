import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sendHook } from '../../support/hook-script.ts';
import type { RunningWorker } from '../../support/run-worker.ts';
import { checkAxe, openPage, workerWithExample } from '../support/browser.ts';

const RULE = 'Never round a price twice.';

/** A worker that told an agent of one session and of a rule at the start of the next, which went on with a file of the first. */
async function withToldSession(context: TestContext): Promise<{ worker: RunningWorker; session: string }> {
  const worker = await workerWithExample(context, { example: 'none' });
  const { at } = worker;
  const memory = worker.memory();
  mkdirSync(join(at.project, 'src'));
  writeFileSync(join(at.project, 'src', 'cart.ts'), 'b\n');
  const send = async (session: string, event: string, fields: object): Promise<void> => {
    const payload = { session_id: session, cwd: at.project, hook_event_name: event, ...fields };
    assert.equal((await sendHook(worker.socket, event, { payload })).status, 200);
  };
  const edit = (id: string) => ({
    tool_name: 'Edit',
    tool_use_id: id,
    tool_input: { file_path: join(at.project, 'src', 'cart.ts'), old_string: 'a', new_string: 'b' },
    tool_response: 'done',
  });
  await worker.asPerson(['remember', RULE, '--kind', 'constraint']);
  await send('one', 'UserPromptSubmit', { prompt_id: 'p1', prompt: 'Fix the rounding of the cart.' });
  await send('one', 'PostToolUse', edit('e1'));
  await send('one', 'Stop', { prompt_id: 'p1', last_assistant_message: 'The rounding is fixed.' });
  await memory.settled();
  await send('two', 'SessionStart', { source: 'startup' });
  await send('two', 'UserPromptSubmit', { prompt_id: 'p2', prompt: 'Go on with the rounding of the cart.' });
  await send('two', 'PostToolUse', edit('e2'));
  await memory.settled();
  return { worker, session: 'two' };
}

test('a session shows what it was told, and which lines of it were used and how', async (context) => {
  const { worker, session } = await withToldSession(context);
  const { told, session: id } = await worker.memory().story(session);
  const lines = told.flatMap(({ items }) => items);
  const used = lines.filter(({ uses }) => uses.includes('touched'));
  assert.ok(used.length > 0 && used.length < lines.length, JSON.stringify(told));
  const { page, origin } = await openPage(context, { worker, path: `/sessions/${id}` });
  const facts = page.locator('.sfacts section', { hasText: 'Told automatically' });
  await facts.getByText(`${used.length} used`, { exact: true }).waitFor();
  const first = facts.locator('.filerow').first();
  assert.match(await first.innerText(), new RegExp(`used[^]*${used[0]?.title.slice(0, 20)}`));
  assert.equal(await first.locator('.used').getAttribute('title'), 'its file was read or changed');
  const rule = page.locator('.told .filerow', { hasText: RULE }).first();
  assert.match(await rule.innerText(), /not used/);
  await checkAxe(page);
  await page.goto(`${origin}/analytics`);
  await page.getByRole('group', { name: 'Told and used as' }).getByRole('button', { name: 'Table' }).click();
  await page.getByRole('table', { name: 'Told and used' }).waitFor();
});
