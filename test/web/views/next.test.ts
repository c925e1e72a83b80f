import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, openPage } from '../support/browser.ts';
import { waitForToast, withStatements } from '../support/statements.ts';

test('a new user finds in three actions what the next session will be told, and mutes a line of it', async (context) => {
  const { worker, project } = await withStatements(context);
  const { page } = await openPage(context, { worker, path: `/?project=${project}` });
  await page
    .getByRole('link', { name: /Next session/ })
    .first()
    .click();
  const line = page.getByRole('list', { name: 'Told' }).locator('.row').first();
  await line.click();
  await page.getByText('Why it is told').waitFor();
  const block = page.locator('.next-block');
  const words = await block.locator('mark').innerText();
  await page.keyboard.press('m');
  await waitForToast(page, 'Muted, no session is told');
  await page.getByRole('list', { name: 'Muted' }).locator('.row').first().waitFor();
  const id = /\[(\w+)\]/.exec(words)?.[1] ?? '';
  const told = await worker.memory().context({ cwd: project });
  assert.equal(told.text.includes(id), false);
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: Muted');
  assert.ok((await worker.memory().context({ cwd: project })).text.includes(id));
});

test('the budget is tried by keys and the slider without being kept, and a cut line says what it lacks', async (context) => {
  const { worker, project } = await withStatements(context);
  const { page } = await openPage(context, { worker, path: `/next?project=${project}&budget=150` });
  await page.getByText('of 150 tokens').waitFor();
  await page.getByText('The budget ends here').waitFor();
  await page.getByRole('list', { name: 'Nearly told' }).getByText('No room in the budget').first().waitFor();
  await page.keyboard.press('+');
  await page.getByText('of 200 tokens').waitFor();
  await page.keyboard.press('-');
  await page.getByText('of 150 tokens').waitFor();
  await page.getByLabel('Budget in tokens').fill('400');
  await page.getByText('of 400 tokens').waitFor();
  await page.reload();
  await page.getByText('of 400 tokens').waitFor();
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByText('yours, up to').waitFor();
});

test('a budget that was tried is kept as the setting, and the setting comes back by undo', async (context) => {
  const { worker, project } = await withStatements(context);
  const { page } = await openPage(context, { worker, path: `/next?project=${project}&budget=150` });
  const kept = async () =>
    (await worker.memory().settings({})).settings.find(({ key }) => key === 'context.startTokens')?.value;
  const before = await kept();
  await page.getByRole('button', { name: 'Keep' }).click();
  await waitForToast(page, 'context.startTokens is 150');
  await page.getByText('kept: told so once the worker starts again').waitFor();
  assert.equal(await kept(), 150);
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: context.startTokens');
  assert.equal(await kept(), before);
  await page.getByRole('button', { name: 'Keep' }).waitFor();
});

test('a prompt and a file are asked as a hook would ask them', async (context) => {
  const { worker, project } = await withStatements(context);
  const { page } = await openPage(context, { worker, path: `/next?project=${project}` });
  await page.getByRole('button', { name: 'At a prompt' }).click();
  await page.getByText('Type a prompt above.').waitFor();
  await page.getByLabel('A prompt as you would type it').fill('why do refunds use idempotency keys in the checkout?');
  await page.locator('.nx:not(.nx-head), .empty').first().waitFor();
  await page.waitForURL(/words=why/);
  await page.goBack();
  await page.getByRole('list', { name: 'Told' }).locator('.row').first().waitFor();
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the next session, ${theme}`, async (context) => {
    const { worker, project } = await withStatements(context);
    const { page } = await openPage(context, { worker, theme, path: `/next?project=${project}&budget=150` });
    await page.locator('.nx:not(.nx-head)').first().click();
    await page.getByText('Worth to the block').waitFor();
    await checkAxe(page);
  });
}
