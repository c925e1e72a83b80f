import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, openPage } from '../support/browser.ts';

for (const theme of ['light', 'dark'] as const) {
  test(`a route is found, read and tried in the page (${theme})`, async (context) => {
    const { page } = await openPage(context, { path: '/explorer?q=resources', theme });
    await page.getByText('/api/v1/sessions', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText(/Answered in \d+ ms/).waitFor();
    assert.match(await page.locator('.explorer-code').first().innerText(), /"entries"/);
    await page.getByText('The thing that was asked for does not exist.').waitFor();
    await checkAxe(page);
    await page.getByRole('searchbox').fill('POST forget');
    await page.locator('.row.explorer').first().click();
    await page.getByRole('heading', { name: 'Example of a request' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Ask' }).count(), 0);
  });
}
