import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sendHook } from '../../support/hook-script.ts';
import type { RunningWorker } from '../../support/run-worker.ts';
import { checkAxe, openPage, workerWithExample } from '../support/browser.ts';

const SOURCE = `/** A basket of prices. */
export class Cart {
  total(): number {
    return 0;
  }
}
`;

/** A worker that knows of one edit of a source file, which lies in the project. */
async function withEdit(context: TestContext): Promise<RunningWorker> {
  const worker = await workerWithExample(context, { example: 'none' });
  const { project } = worker.at;
  const path = join(project, 'src', 'cart.ts');
  mkdirSync(join(project, 'src'));
  writeFileSync(path, SOURCE);
  const send = async (event: string, fields: object): Promise<void> => {
    const payload = { session_id: 'one', cwd: project, hook_event_name: event, ...fields };
    assert.equal((await sendHook(worker.socket, event, { payload })).status, 200);
  };
  await send('UserPromptSubmit', { prompt_id: 'p1', prompt: 'Fix the total of the cart.' });
  const input = { file_path: path, old_string: '1', new_string: '0' };
  await send('PostToolUse', { tool_name: 'Edit', tool_use_id: 'e1', tool_input: input, tool_response: 'done' });
  await worker.memory().settled();
  return worker;
}

test('the page of a file has its outline, asked for when it is opened', async (context) => {
  const worker = await withEdit(context);
  const { page } = await openPage(context, { worker, path: '/files?path=src%2Fcart.ts' });
  const outline = page.locator('.foutline');
  await outline.waitFor();
  assert.equal(await outline.locator('li').count(), 0);
  await outline.locator('summary').press('Enter');
  await outline.locator('li').nth(1).waitFor();
  assert.deepEqual(
    (await outline.locator('li').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()),
    ['2 export class Cart', '3 total(): number'],
  );
  await checkAxe(page);
});
