import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { RunningWorker } from '../support/run-worker.ts';
import { checkAxe, openPage, workerWithExample } from './support/browser.ts';

const FEED = '[data-list=today]';

/** Records what a person asked an agent, now. */
async function recordPrompt(worker: RunningWorker, text: string): Promise<void> {
  const memory = worker.memory();
  const { accepted } = await memory.record([
    { kind: 'prompt', sessionId: 'live-1', agent: 'codex', cwd: worker.at.project, at: Date.now(), text },
  ]);
  assert.equal(accepted, 1);
  await memory.settled();
}

function row(page: Page, text: string) {
  return page.locator(`${FEED} .row.ev`, { hasText: text });
}

async function connected(page: Page): Promise<void> {
  await page.locator('.foot', { hasText: /(^|· )connected/ }).waitFor();
}

test('what an agent does shows up on top while it does it', async (context) => {
  const { page, worker } = await openPage(context);
  await row(page, 'npm test').first().waitFor();
  await connected(page);
  await recordPrompt(worker, 'Please rename the heron module.');
  await row(page, 'rename the heron module').waitFor();
  await page.locator('.row.head', { hasText: 'live' }).waitFor();
});

test('a first visit asks for its figures once, not for those of every moment', async (context) => {
  const worker = await workerWithExample(context);
  const { page } = await openPage(context, { worker, path: '/sessions' });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/stats')) asked.push(request.postData() ?? '');
  });
  await page.goto(new URL('/', page.url()).href);
  await page.locator('.since', { hasText: 'In the last 24 hours' }).waitFor();
  await page.waitForFunction(() => !/\b0 sessions/.test(document.querySelector('.since')?.textContent ?? '0 sessions'));
  await connected(page);
  await recordPrompt(worker, 'Look at the herons.');
  await row(page, 'Look at the herons').waitFor();
  assert.equal(new Set(asked).size, 1, asked.join('\n'));
});

test('the list holds still while a row is selected, counts what is new, and shows it on demand', async (context) => {
  const { page, worker } = await openPage(context);
  await row(page, 'npm test').first().waitFor();
  await connected(page);
  await page.keyboard.press('j');
  await page.locator(`${FEED} [aria-current=true]`).waitFor();
  await page.getByRole('button', { name: 'Held' }).waitFor();
  await recordPrompt(worker, 'Count the cranes.');
  await page.getByRole('button', { name: '1 new' }).waitFor();
  assert.equal(await row(page, 'Count the cranes').count(), 0);
  await page.keyboard.press('.');
  await row(page, 'Count the cranes').waitFor();
  assert.equal(await page.getByRole('button', { name: /\d new/ }).count(), 0);
});

test('a paused feed says since when, and goes on', async (context) => {
  const { page, worker } = await openPage(context);
  await row(page, 'npm test').first().waitFor();
  await connected(page);
  await page.keyboard.press('p');
  await page.locator('.since', { hasText: 'Paused at' }).waitFor();
  await recordPrompt(worker, 'Feed the ducks.');
  await page.getByRole('button', { name: '1 new' }).waitFor();
  await page.keyboard.press('p');
  await row(page, 'Feed the ducks').waitFor();
});

test('a page whose connection broke connects again and shows what it missed', async (context) => {
  const { page, worker } = await openPage(context, { expected: /ERR_|Failed to load resource|network/i });
  await row(page, 'npm test').first().waitFor();
  await connected(page);
  // Its stream ends, and it connects again only once something happened meanwhile.
  let asked = 0;
  await page.route('**/api/v1/events?after=*', (route) => {
    asked += 1;
    return asked === 1 ? route.fulfill({ contentType: 'text/event-stream', body: '' }) : route.abort();
  });
  await page.reload();
  await page.getByRole('button', { name: 'Reconnecting' }).waitFor();
  await row(page, 'npm test').first().waitFor();
  assert.ok((await row(page, 'npm test').count()) > 0, 'the rows stay');
  await recordPrompt(worker, 'While you were away.');
  await page.unroute('**/api/v1/events?after=*');
  await connected(page);
  await page.locator('.missed', { hasText: '1 event came meanwhile' }).waitFor();
  await row(page, 'While you were away').waitFor();
});

test('filters stand in the address and narrow the feed; nothing found names what is in the way', async (context) => {
  const { page } = await openPage(context);
  await row(page, 'npm test').first().waitFor();
  await page.keyboard.press('!');
  await page.waitForFunction((feed) => {
    const kinds = [...document.querySelectorAll(`${feed} .row.ev .k`)].map((kind) => kind.textContent);
    return kinds.length > 0 && kinds.every((kind) => kind === 'failure');
  }, FEED);
  assert.match(page.url(), /failures=1/);
  await page.getByRole('button', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'commit' }).click();
  await page.getByText('Nothing fits these filters.').waitFor();
  await checkAxe(page);
  await page.getByRole('button', { name: 'Show everything' }).click();
  await row(page, 'npm test').first().waitFor();
});

test('a person confirms, withdraws and mutes a statement from the feed, each with undo', async (context) => {
  const { page, worker } = await openPage(context);
  await row(page, 'proposed').first().locator('a.title').click();
  await page.getByRole('button', { name: 'Confirm' }).waitFor();
  await page.keyboard.press('c');
  await page.locator('aside.peek header', { hasText: 'confirmed' }).waitFor();
  await page.keyboard.press('z');
  await page.locator('aside.peek header', { hasText: 'proposed' }).waitFor();
  await page.keyboard.press('w');
  await page.locator('aside.peek header', { hasText: 'withdrawn' }).waitFor();
  await page.keyboard.press('z');
  await page.locator('aside.peek header', { hasText: 'proposed' }).waitFor();
  const id = new URL(page.url()).searchParams.get('sel') ?? '';
  const muted = async (): Promise<boolean | undefined> => (await worker.memory().get(id)).records[0]?.muted;
  await page.keyboard.press('m');
  await page.locator('.toast', { hasText: 'Muted' }).waitFor();
  assert.equal(await muted(), true);
  await page.keyboard.press('z');
  await page.locator('.toast', { hasText: 'Undone: Muted' }).waitFor();
  assert.notEqual(await muted(), true);
});

test('stored text stays text: markup, escapes, controls, turned directions and a line of a megabyte', async (context) => {
  const { page, worker } = await openPage(context);
  await row(page, 'npm test').first().waitFor();
  await connected(page);
  const hostile = `<img src=x onerror=alert(1)> [a](javascript:alert(1)) \u001b[31mred\u001b[0m \u202egnp.exe\u202c zero\u200bwidth`;
  await recordPrompt(worker, hostile);
  await row(page, 'img src=x').locator('a.title').click();
  const whole = page.locator('aside.peek', { hasText: '<img src=x onerror=alert(1)>' });
  await whole.waitFor();
  assert.equal(await page.locator('main img, main [href^=javascript]').count(), 0);
  assert.ok((await whole.locator('.ctl').count()) >= 4, 'what cannot be seen is named');
  assert.doesNotMatch((await page.locator('main').textContent()) ?? '', /[\u001b\u202e\u200b]/);
  await page.keyboard.press('Escape');
  await recordPrompt(worker, `Long ${'x'.repeat(1_000_000)} end`);
  const long = row(page, 'Long xxx');
  await long.waitFor();
  const box = await long.boundingBox();
  assert.ok(box !== null && box.height < 60, 'it does not leave its row');
  await long.locator('a.title').click();
  await page.getByRole('button', { name: /Read on, [\d,]+ more characters/ }).waitFor();
  await checkAxe(page);
});

test('an empty memory shows the first steps and where to go', async (context) => {
  const { page } = await openPage(context, { example: 'none' });
  await page.getByText('Nothing is remembered yet').first().waitFor();
  await page.getByRole('heading', { name: 'Ask something' }).waitFor();
  await checkAxe(page);
  await page.getByPlaceholder('why do we use idempotency keys').fill('why keys');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.pathname === '/search' && url.searchParams.get('q') === 'why keys');
});
