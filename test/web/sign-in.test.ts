import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, openPage } from './support/browser.ts';

test('the page signs in as a person by the code of `cairn ui`, and has nothing for axe to find', async (context) => {
  const { page } = await openPage(context);
  assert.doesNotMatch(page.url(), /code/);
  const who = await page.evaluate(async () => {
    const headers = { 'x-cairn-page': localStorage.getItem('cairn.key') ?? '' };
    return (await (await fetch('/api/v1/whoami', { headers })).json()) as { as: string };
  });
  assert.equal(who.as, 'person');
  await checkAxe(page);
});
