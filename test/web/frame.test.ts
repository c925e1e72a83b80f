import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { checkAxe, openPage } from './support/browser.ts';

const ROWS = '[data-list=today] [data-row]';

/** The page once the feed is there. */
async function withFeed(page: Page): Promise<void> {
  await page.locator(ROWS).first().waitFor();
}

test('keys go to every view and back, and none acts while one types', async (context) => {
  const { page } = await openPage(context);
  await withFeed(page);
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await page.waitForURL('**/sessions');
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.waitForURL((url) => url.pathname === '/');
  await page.goBack();
  await page.waitForURL('**/sessions');
  await page.goBack();
  await withFeed(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find or do' }).fill('gs?z');
  assert.equal(new URL(page.url()).pathname, '/');
  assert.equal(await page.locator('dialog.keysheet').count(), 0);
});

test('a list is walked by keys: down, up, last, first, beside, the whole page and back to the same row', async (context) => {
  const { page } = await openPage(context);
  await withFeed(page);
  const current = page.locator(`${ROWS}[aria-current=true]`);
  const selected = async (): Promise<string | null> => current.getAttribute('data-row');
  await page.keyboard.press('j');
  const first = await selected();
  await page.keyboard.press('j');
  await page.waitForFunction((before) => !location.search.includes(encodeURIComponent(before ?? '-')), first);
  assert.notEqual(await selected(), first);
  await page.keyboard.press('k');
  await page.waitForFunction((key) => new URLSearchParams(location.search).get('sel') === key, first);
  await page.keyboard.press('Shift+G');
  await current.waitFor();
  const last = await selected();
  assert.notEqual(last, first);
  await page.locator('aside.peek[aria-label="Selected memory"]').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('g');
  await page.waitForFunction((key) => new URLSearchParams(location.search).get('sel') === key, first);
  await page.keyboard.press('j');
  const chosen = await page.evaluate(() => new URLSearchParams(location.search).get('sel'));
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname !== '/');
  await page.goBack();
  await page.locator(`[data-row="${chosen}"][aria-current=true]`).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !location.search.includes('sel='));
});

test('what is selected and where the list stands is there again after a reload', async (context) => {
  const { page } = await openPage(context, { width: 1000 });
  await withFeed(page);
  await page.keyboard.press('Shift+G');
  await page.locator(`${ROWS}[aria-current=true]`).waitFor();
  await page.waitForFunction(() => (sessionStorage.getItem('cairn.scroll') ?? '{}') !== '{}');
  const top = await page.locator('[data-list=today]').evaluate((list) => list.scrollTop);
  assert.ok(top > 0);
  const address = page.url();
  await page.reload();
  await page.locator(`${ROWS}[aria-current=true]`).waitFor();
  assert.equal(page.url(), address);
  await page.waitForFunction((before) => document.querySelector('[data-list=today]')?.scrollTop === before, top);
});

test('the palette finds memories, views and sessions and goes there', async (context) => {
  const { page } = await openPage(context);
  await withFeed(page);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Find or do' });
  await field.fill('idempotency');
  await page.getByRole('group', { name: 'Memories' }).getByRole('option').first().waitFor();
  await checkAxe(page);
  await field.fill('tripw');
  await page.getByRole('option', { name: 'Tripwires' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tripwires');
  assert.equal(await page.locator('dialog[open]').count(), 0);
});

test('the sheet of keys is made of what is registered, keeps the focus inside, and turns single keys off', async (context) => {
  const { page } = await openPage(context);
  await withFeed(page);
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keys' });
  await sheet.getByText('Pause, go on').waitFor();
  await checkAxe(page);
  for (let at = 0; at < 6; at += 1) await page.keyboard.press('Tab');
  assert.ok(
    await page.evaluate(
      () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
    ),
  );
  await sheet.getByRole('button', { name: 'Single keys are on' }).click();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: 'Find or do' }).waitFor();
  assert.doesNotMatch(page.url(), /sel=/);
});

test('one changes the theme without a flash: it is set before the first paint', async (context) => {
  const { page } = await openPage(context);
  await withFeed(page);
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await background();
  await page.getByRole('button', { name: 'Dark' }).click();
  await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
  const dark = await background();
  await page.reload({ waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  assert.equal(await background(), dark);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in the frame and in Today, ${theme}, at three widths`, async (context) => {
    const { page } = await openPage(context, { theme });
    await withFeed(page);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.locator('aside.peek .facts').waitFor();
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.locator(ROWS).first().waitFor();
      await checkAxe(page);
      const hidden = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
      assert.equal(hidden, false, `nothing is wider than ${width} px`);
    }
  });
}
