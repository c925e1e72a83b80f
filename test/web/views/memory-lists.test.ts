import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, openPage, workerWithExample } from '../support/browser.ts';
import { waitForToast } from '../support/statements.ts';

test('a reader finds which rule would refuse a command, and that nothing stands against another', async (context) => {
  const { page, worker } = await openPage(context, { path: '/' });
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.getByRole('heading', { name: 'Tripwires', level: 1 }).waitFor();
  const { patterns } = await worker.memory().patterns({ kind: 'tripwire', project: '*' });
  await page.keyboard.press('f');
  await page.keyboard.type('echo hello');
  await page.getByText('Nothing warns.').waitFor();
  assert.match(patterns[0]?.text ?? '', /at the command npm publish/);
  await page.locator('.try input').fill('npm publish --tag latest');
  await page.locator('.met', { hasText: 'Never run npm publish by hand' }).waitFor();
  await page.reload();
  await page.locator('.try input').waitFor();
  assert.match(page.url(), /try=/);
});

test('a collection is made, opened, deleted and brought back by keys', async (context) => {
  const { page, worker } = await openPage(context, { path: '/collections' });
  await page.getByText('There is no collection yet.').waitFor();
  await page.keyboard.press('n');
  await page.locator('dialog[open] input:focus').waitFor();
  await page.keyboard.type('refunds');
  await page.keyboard.press('Tab');
  await page.keyboard.type('refund idempotency');
  await page.keyboard.press('Enter');
  await waitForToast(page, 'Collected: refunds');
  await page.locator('.row.kn').waitFor();
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: Collected');
  await page.getByText('There is no collection yet.').waitFor();
  await page.getByRole('button', { name: 'Deleted' }).click();
  await page.locator('.row.kn').click();
  await page.getByRole('button', { name: 'Bring back' }).click();
  await waitForToast(page, 'Brought back: refunds');
  await page.getByRole('button', { name: 'Kept' }).click();
  await page.locator('.row.kn').waitFor();
  await page.keyboard.press('j');
  await page.locator('.row.kn > a.title:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'refunds', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('There is no collection yet.').waitFor();
  await waitForToast(page, 'Deleted, its memories stay');
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: Deleted');
  assert.equal((await worker.memory().collections()).collections.length, 1);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in patterns, tripwires and collections, ${theme}`, async (context) => {
    const worker = await workerWithExample(context);
    await worker.memory().collect({ name: 'refunds', query: 'refund' });
    const { page, origin } = await openPage(context, { worker, theme, path: '/patterns' });
    for (const path of ['/patterns', '/tripwires?try=git+push+--force', '/collections']) {
      await page.goto(`${origin}${path}`);
      await page.locator('.row.kn, .empty').first().waitFor();
      const row = page.locator('.row.kn').first();
      if ((await row.count()) > 0) await row.click();
      await checkAxe(page);
    }
  });
}
