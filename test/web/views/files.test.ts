import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sendHook } from '../../support/hook-script.ts';
import type { RunningWorker } from '../../support/run-worker.ts';
import { checkAxe, openPage, workerWithExample } from '../support/browser.ts';

const SOURCE = `/** A basket of prices. */
export class Cart {
  total(): number {
    return this.prices.reduce(sum, 0);
  }
}
`;

/** A worker that knows of one edit of a source file, which was committed in the project before that. */
async function withEdit(context: TestContext): Promise<RunningWorker> {
  const worker = await workerWithExample(context, { example: 'none' });
  const { project } = worker.at;
  const path = join(project, 'src', 'cart.ts');
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', project, '-c', 'user.name=A', '-c', 'user.email=a@example.org', ...args], {
      encoding: 'utf8',
    });
  rmSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(project, 'src'));
  git('init', '-q', '-b', 'main');
  writeFileSync(path, SOURCE.replace('reduce(sum, 0)', 'length'));
  git('add', 'src');
  git('commit', '-q', '-m', 'A cart', '--date=2026-01-01T00:00:00Z');
  writeFileSync(path, SOURCE);
  const send = async (event: string, fields: object): Promise<void> => {
    const payload = { session_id: 'one', cwd: project, hook_event_name: event, ...fields };
    assert.equal((await sendHook(worker.socket, event, { payload })).status, 200);
  };
  await send('UserPromptSubmit', { prompt_id: 'p1', prompt: 'Fix the total of the cart, see #12.' });
  const input = {
    file_path: path,
    old_string: '    return this.prices.length;',
    new_string: '    return this.prices.reduce(sum, 0);',
  };
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

test('a line of a file says what led to it, and that it is not known where nothing shows it', async (context) => {
  const worker = await withEdit(context);
  const { page } = await openPage(context, { worker, path: '/files?path=src%2Fcart.ts' });
  const field = page.getByLabel('Line or range');
  await field.waitFor();
  await page.keyboard.press('l');
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  const stretch = page.locator('.fwhy');
  await stretch.first().waitFor();
  const shown = async (): Promise<string[]> =>
    (await stretch.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  const [told] = await shown();
  assert.match(
    told ?? '',
    /^4 return this.prices.reduce\(sum, 0\); .*certain.*Fix the total of the cart, see #12\..*Not committed yet/,
  );
  assert.match(told ?? '', /Names #12 Written in place of what stood there return this.prices.length;/);
  await checkAxe(page);

  await page.locator('.foutline summary').press('Enter');
  await page.locator('.fsymbol a', { hasText: 'total()' }).click();
  await page.waitForURL(/line=3-5/);
  await stretch.nth(2).waitFor();
  assert.match(
    (await shown()).join('\n'),
    /^3 total.*not known.*Not known who wrote it, or why.*A cart.*\n4 .*certain.*\n5 /,
  );
  assert.equal(await page.locator('.fsymbol a[aria-current=true]').innerText(), 'total(): number');

  await field.fill('4-2');
  await page.getByRole('button', { name: 'Explain' }).click();
  await page.getByRole('alert').waitFor();
  assert.equal(await stretch.count(), 0);
  await page.goBack();
  await stretch.nth(2).waitFor();

  await stretch.nth(1).locator('.issues a').click();
  await page.waitForURL(/\/sessions\?issue=%2312&project=r_/);
  await page.locator('.srow').first().waitFor();
  assert.equal(await page.locator('.srow').count(), 1);
  await page.locator('.chip.on', { hasText: '#12' }).waitFor();
});

for (const theme of ['light', 'dark'] as const) {
  test(`why of every line is sound to axe and fits a narrow page, ${theme}`, async (context) => {
    const worker = await withEdit(context);
    const path = '/files?path=src%2Fcart.ts&line=all';
    const { page, origin } = await openPage(context, { worker, path, theme, width: 375 });
    await page.locator('.fwhy').nth(2).waitFor();
    await checkAxe(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false);
    await page.goto(`${origin}/sessions?issue=%2312`);
    await page.locator('.srow').first().waitFor();
    await checkAxe(page);
    await page.locator('.srow a').first().click();
    await page.locator('.peek .issues a').waitFor();
    await checkAxe(page);
    await page.getByRole('link', { name: 'Open step by step' }).click();
    await page.locator('.shead .issues a').waitFor();
    await checkAxe(page);
  });
}

test('an issue that no session names leaves none, and what is no issue is said to be none', async (context) => {
  const worker = await withEdit(context);
  const expected = /status of 400/;
  const { page, origin } = await openPage(context, { worker, path: '/sessions?issue=%2399', expected });
  await page.locator('.empty', { hasText: 'No session is like that.' }).waitFor();
  await page.goto(`${origin}/sessions?issue=nothing`);
  await page.getByRole('alert').filter({ hasText: '"nothing" names no issue' }).waitFor();
});

test('a session gets a tag and a note of the person, and is found by the tag', async (context) => {
  const worker = await withEdit(context);
  const { page } = await openPage(context, { worker, path: '/sessions' });
  await page.locator('.srow').first().waitFor();
  const { entries } = await worker.memory().list({ kinds: ['session'], project: '*' });
  const id = entries[0]?.id ?? '';
  await page.goto(`${new URL(page.url()).origin}/sessions/${id}`);
  await page.getByRole('button', { name: 'Tag' }).click();
  await page.keyboard.type('billing');
  await checkAxe(page);
  await page.keyboard.press('Enter');
  await page.locator('.stags a', { hasText: 'billing' }).waitFor();
  await page.getByRole('button', { name: 'Note' }).click();
  await page.keyboard.type('The cart waits for the prices.');
  await page.keyboard.press('Enter');
  await page.getByRole('status').filter({ hasText: 'Noted.' }).first().waitFor();
  await checkAxe(page);
  const { tags } = await worker.memory().session({ id });
  assert.deepEqual(
    tags.map(({ name, author }) => [name, author]),
    [['billing', 'person']],
  );
  await page.locator('.stags a', { hasText: 'billing' }).click();
  await page.waitForURL(/\/sessions\?concept=billing/);
  await page.locator('.srow').first().waitFor();
  await page.getByRole('button', { name: 'Issue' }).click();
  await page.getByRole('combobox', { name: 'Issue' }).waitFor();
  await checkAxe(page);
});
