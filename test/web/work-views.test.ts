import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { RunningWorker } from '../support/run-worker.ts';
import { checkAxe, openPage, workerWithExample } from './support/browser.ts';

type Theme = 'light' | 'dark';

const QUESTION = '/search?q=why+idempotency+keys+instead+of+locks';

/** The ids of the example project that the walks go to. */
async function idsOf(worker: RunningWorker) {
  const memory = worker.memory();
  const sessions = (await memory.list({ kinds: ['session'] })).entries;
  const [project] = (await memory.list({ kinds: ['project'] })).entries;
  const failed = sessions.find(({ title }) => title.startsWith('Sort a cart'));
  assert.ok(failed !== undefined && project !== undefined);
  const { steps } = await memory.story(failed.id);
  return { session: failed.id, project: project.id, steps };
}

/** Waits until the page has an element that holds the text. */
async function sees(page: Page, selector: string, text: string | RegExp): Promise<void> {
  await page.locator(selector, { hasText: text }).first().waitFor();
}

/** The address without the origin. */
function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

async function waitForAddress(page: Page, pattern: RegExp): Promise<void> {
  await page.waitForURL((url) => pattern.test(url.pathname + url.search));
}

test('the views of sessions, search, threads, projects and files', async (context) => {
  const worker = await workerWithExample(context);
  const ids = await idsOf(worker);
  const open = (sub: TestContext, path: string, more: { theme?: Theme; width?: number } = {}) =>
    openPage(sub, { worker, path, ...more });

  await context.test('axe finds nothing in any of them, in both themes', async (sub) => {
    const paths = [
      ['/sessions', '.srow'],
      [`/sessions?sel=${ids.session}`, '.peek .big'],
      [`/sessions/${ids.session}`, '.turn'],
      [`/sessions/${ids.session}?tab=timeline`, '.tl-row'],
      [`/sessions/${ids.session}?tab=summary`, '.prose li'],
      [`/sessions/${ids.session}?tab=memories`, '.spanel .row'],
      [QUESTION, '.hit'],
      ['/threads', '.thread'],
      ['/projects', '.prow'],
      [`/projects/${ids.project}`, '.ppage h2'],
      ['/files', '.frow'],
      ['/files?path=src%2Fcheckout%2Fcharge.ts', '.fitem'],
    ] as const;
    for (const theme of ['light', 'dark'] as const) {
      const { page, origin } = await open(sub, '/sessions', { theme });
      for (const [path, shown] of paths) {
        await page.goto(origin + path);
        await page.locator(shown).first().waitFor();
        await checkAxe(page);
      }
    }
  });

  await context.test('sessions by keyboard: filter, peek, open, back to where one was', async (sub) => {
    const { page } = await open(sub, '/');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.locator('.srow').first().waitFor();
    await page.keyboard.press('f');
    await page.keyboard.type('sort cart');
    await waitForAddress(page, /q=sort\+cart/);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.srow').length === 1);
    await page.keyboard.press('j');
    await sees(page, '.peek', 'Never log a customer');
    const before = addressOf(page);
    await page.reload();
    await sees(page, '.peek', 'Never log a customer');
    assert.equal(addressOf(page), before);
    await page.keyboard.press('Enter');
    await waitForAddress(page, /^\/sessions\/s_/);
    await page.locator('.turn').first().waitFor();
    await page.goBack();
    await sees(page, '.peek', 'Never log a customer');
    assert.equal(addressOf(page), before);
    await page.goto(`${new URL(page.url()).origin}/sessions?outcome=blocked`);
    await sees(page, '.empty', 'No session is like that');
    await page.locator('.empty button').press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.srow').length === 5);
  });

  await context.test('a session by keyboard: prompts, steps, output, diff, timeline, tabs', async (sub) => {
    const { page } = await open(sub, `/sessions/${ids.session}`);
    await page.locator('.turn').first().waitFor();
    await page.keyboard.press(']');
    await sees(page, '.turn.sel', 'a double click charges once');
    await page.keyboard.press(']');
    await sees(page, '.turn.sel', 'Never log a customer');
    await page.keyboard.press('[');
    await page.keyboard.press('j');
    await sees(page, '.turn.sel .ended', 'exit 1');
    await sees(page, '.turn.sel .ended', /solved .* later/);
    await page.keyboard.press('o');
    await sees(page, '.turn.sel .out', 'at test/checkout');
    const edit = ids.steps.find(({ call }) => call !== undefined && call.changes.length > 0);
    await page.goto(`${new URL(page.url()).origin}/sessions/${ids.session}?sel=${edit?.id}`);
    await sees(page, '.turn.sel .diff.split .add em', 'toSorted');
    await page.keyboard.press('d');
    await page.locator('.turn.sel .diff:not(.split)').waitFor();
    await page.reload();
    await page.locator('.turn.sel .diff:not(.split)').waitFor();
    await page.keyboard.press('v');
    await page.locator('.tl-row').first().waitFor();
    await page.keyboard.press('+');
    await waitForAddress(page, /zoom=2/);
    await sees(page, '.tl-head', '2 times');
    await page.keyboard.press('0');
    await page.keyboard.press('v');
    await page.locator('[role=treeitem][aria-selected=true]').focus();
    await page.keyboard.press('ArrowDown');
    await sees(page, '[role=treeitem][aria-selected=true]:focus', 'npm test');
    await page.locator('[role=tab][aria-selected=true]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await sees(page, '.prose', 'Never log a customer');
    await page.keyboard.press('ArrowRight');
    await waitForAddress(page, /tab=memories/);
    await sees(page, '.spanel .row', 'Commit 9a07d35');
  });

  await context.test('search by keyboard: as one types, why, filters typed and ticked, saved', async (sub) => {
    const { page } = await open(sub, '/');
    await page.locator('[data-list=today] [data-row]').first().waitFor();
    await page.keyboard.press('/');
    await page.locator('.sbar input:focus').waitFor();
    await page.keyboard.type('why idempotency keys instead of locks');
    await sees(page, '.hit', 'We decided to use idempotency keys');
    await page.locator('.hit mark', { hasText: 'idempotency' }).first().waitFor();
    await page.keyboard.press('Enter');
    await sees(page, '.peek .why', 'score, within this question only');
    await page.locator('.facets label', { hasText: 'decision' }).locator('input').press('Space');
    await waitForAddress(page, /kind%3Adecision/);
    await sees(page, '.understood', '1 hit');
    assert.match(await page.locator('.sbar input').inputValue(), /locks kind:decision$/);
    await page.reload();
    await sees(page, '.understood', '1 hit');
    assert.ok(await page.locator('.facets label', { hasText: 'decision' }).locator('input').isChecked());
    await page.locator('.sbar input').press('Escape');
    await page.keyboard.press('S');
    await page.locator('dialog input').fill('Locks of checkout');
    await page.keyboard.press('Enter');
    await sees(page, '.facets a', 'Locks of checkout');
    await page.keyboard.press('z');
    await page.waitForFunction(() => document.querySelector('.facets a') === null);
    await page.locator('.sbar input').fill('zebra kind:commit');
    await sees(page, '.empty', 'within the filters');
  });

  await context.test(
    'threads, projects and files by keyboard; a project is renamed and it is taken back',
    async (sub) => {
      const { page } = await open(sub, '/threads');
      await page.locator('.thread').first().waitFor();
      await page.keyboard.press('j');
      await sees(page, '.peek', 'Left open');
      await page.keyboard.press('Enter');
      await waitForAddress(page, /^\/sessions\/s_/);
      await page.keyboard.press('g');
      await page.keyboard.press('o');
      await sees(page, '.prow', 'tidepool');
      await page.keyboard.press('j');
      await page.keyboard.press('Enter');
      await sees(page, 'h1', 'tidepool');
      await sees(page, '.pgrid', 'src/checkout/charge.ts');
      await page.keyboard.press('e');
      await page.locator('dialog input').fill('Tide');
      await page.keyboard.press('Enter');
      await sees(page, 'h1', /^Tide$/);
      await page.keyboard.press('z');
      await sees(page, 'h1', 'tidepool');
      await page.keyboard.press('g');
      await page.keyboard.press('f');
      await page.locator('.frow').first().waitFor();
      await page.keyboard.press('f');
      await page.keyboard.type('idempotency.ts');
      await sees(page, '.fitem', 'Sort a cart');
      await sees(page, '.fasked', 'a double click charges once');
      await page.reload();
      await sees(page, '.fitem', 'Sort a cart');
      const origin = new URL(page.url()).origin;
      const commit = ids.steps.flatMap(({ commits }) => commits)[0];
      await page.goto(`${origin}/id/${commit?.id}`);
      await sees(page, '.turn.sel', '9a07d35');
    },
  );

  await context.test(
    'on narrow screens nothing is wider than the screen, and the peek lies over the list',
    async (sub) => {
      const { page, origin } = await open(sub, '/sessions', { width: 390 });
      for (const path of ['/sessions', `/sessions/${ids.session}`, QUESTION, '/threads', '/projects', '/files']) {
        await page.goto(origin + path);
        await page.locator('main .row, main .turn').first().waitFor();
        const isWider = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.equal(isWider, false, path);
      }
      await page.goto(origin + QUESTION);
      await page.locator('.hit').first().click();
      await sees(page, '.peek', 'Why this hit');
      await checkAxe(page);
      await page.keyboard.press('Escape');
      await page.locator('.hit').first().waitFor();
    },
  );
});
