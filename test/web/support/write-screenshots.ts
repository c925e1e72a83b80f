// Takes a picture of each view of the dashboard over the example project, in both themes, and the walks of docs/dashboard.md:
// node --test test/web/support/write-screenshots.ts, after a build. Runs as a test, so that worker, browser and home end with it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { openPage } from './browser.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/dashboard', import.meta.url));
/** Views that the side does not lead to, and what is asked of one so that it shows something. */
const ASKED = { search: '/search?q=retry', files: '/files?path=src/checkout/charge.ts', explorer: '/explorer' };
const QUIET_MS = 1_000;
/** Characters of the view itself, beyond its title. */
const SHOWN_CHARS = 25;

mkdirSync(FOLDER, { recursive: true });

for (const theme of ['light', 'dark'] as const) {
  test(`pictures of all views, ${theme}`, async (context) => {
    const { page, worker, origin } = await openPage(context, { theme });
    const { entries } = await worker.memory().list({ kinds: ['session'] });
    const [session] = entries;
    const links = await page.$$eval('nav a[href^="/"]', (found) =>
      found.map((link) => link.getAttribute('href') ?? ''),
    );
    const views = links.map((href) => [/^\/(\w*)/.exec(href)?.[1] || 'today', href] as const);
    const all = { ...Object.fromEntries(views), session: `/sessions/${session?.id}`, ...ASKED };
    for (const [name, path] of Object.entries(all)) {
      await show(page, `${origin}${path}`);
      await page.screenshot({ path: join(FOLDER, `${name}-${theme}.png`) });
    }
    await show(page, `${origin}/`);
    await page.keyboard.press('Control+k');
    await page.waitForTimeout(QUIET_MS);
    await page.screenshot({ path: join(FOLDER, `palette-${theme}.png`) });
  });
}

/** Opens a view of the signed-in page and waits until what it asks for is there. */
async function show(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(
    (least) =>
      (document.querySelector('main')?.innerText.length ?? 0) > least &&
      document.querySelector('[aria-busy="true"]') === null,
    SHOWN_CHARS,
  );
  await page.waitForTimeout(QUIET_MS);
}
