import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signInAddress } from '../support/sign-in-address.ts';
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

test('after a restart the page says that `cairn ui` opens it anew, and there it has the theme that was chosen', async (context) => {
  const expected = /ERR_|Failed to load resource|network|Sign in|request: /i;
  const { page, worker, origin } = await openPage(context, { expected });
  await page.keyboard.press('T');
  await page.locator('html[data-theme=light]').waitFor();
  await worker.end('SIGTERM');
  await worker.restart();
  await page.locator('.foot', { hasText: 'where Cairn was restarted, cairn ui opens this page anew' }).waitFor();
  const address = await signInAddress(worker);
  assert.notEqual(new URL(address).origin, origin);
  await page.goto(address);
  await page.locator('html[data-theme=light]').waitFor();
  await page.locator('.foot', { hasText: 'connected' }).waitFor();
  // What is not signed in says so.
  await page.evaluate(() => localStorage.setItem('cairn.key', 'of another worker'));
  await page.reload();
  await page.getByText('Where it was open already, Cairn was restarted').waitFor();
  await checkAxe(page);
});

test('what the page keeps in the browser holds no word of the memory', async (context) => {
  const { page } = await openPage(context, { path: 'search?q=npm' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Today' }).first().click();
  await page.locator('[data-list=today] .row').first().waitFor();
  const kept = await page.evaluate(async () => ({
    local: { ...localStorage },
    names: Object.keys(sessionStorage),
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
    caches: (await caches.keys()).length,
  }));
  assert.deepEqual(Object.keys(kept.local).toSorted(), ['cairn.key', 'cairn.role']);
  assert.match(kept.local['cairn.key'] ?? '', /^[0-9a-f]{64}$/);
  assert.ok(
    kept.names.every((name) => ['cairn.scroll', 'cairn.looked'].includes(name)),
    kept.names.join(),
  );
  assert.match(kept.cookie, /^(?:cairn\.(?:theme=system|keys=on|looked=[\dT:.Z-]+)(?:; |$))+$/);
  assert.deepEqual([kept.databases, kept.caches], [0, 0]);
});
