import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { RunningWorker } from '../support/run-worker.ts';
import { until } from '../support/until.ts';
import { checkAxe, openPage, workerWithExample } from './support/browser.ts';

const SECRET = 'the heron passphrase';

/** The views about this machine: the keys after `g` that lead there, their heading, and what shows that they are there. */
const VIEWS = [
  { key: 'a', title: 'Analytics', shows: '.an' },
  { key: 'j', title: 'Jobs', shows: '.empty, .row.job' },
  { key: 'l', title: 'Health', shows: '.log li' },
  { key: 'v', title: 'Privacy', shows: '#forget-words' },
  { key: ',', title: 'Settings', shows: 'table[aria-label=Settings]' },
] as const;

async function goBy(page: Page, key: string, title: string): Promise<void> {
  // The keys act once the page listens, and the view is there once it is loaded.
  await page.locator('.side').waitFor();
  const heading = page.locator('h1', { hasText: title });
  await until(async () => {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    return (await heading.count()) === 1;
  });
}

/** Records a session of now, so that the last week has something to tell. */
async function workNow(worker: RunningWorker): Promise<void> {
  const memory = worker.memory();
  const now = { sessionId: 'now', agent: 'codex', cwd: worker.at.project };
  await memory.record([
    { ...now, kind: 'prompt', at: Date.now() - 1_000, text: 'Count the herons.' },
    { ...now, kind: 'message', at: Date.now(), text: 'There are twelve herons.' },
  ]);
  await memory.settled();
}

/** Waits until the page says that it only reads. */
async function refused(page: Page): Promise<void> {
  await page.locator('.toast', { hasText: 'This page only reads. Run cairn ui' }).first().waitFor();
}

for (const theme of ['light', 'dark'] as const) {
  test(`each view of this machine is reached by keys and has no fault that axe finds, ${theme}`, async (context) => {
    const worker = await workerWithExample(context);
    await workNow(worker);
    const { page } = await openPage(context, { theme, worker });
    for (const { key, title, shows } of VIEWS) {
      await goBy(page, key, title);
      await page.locator(shows).first().waitFor();
      await checkAxe(page);
    }
    await goBy(page, 'a', 'Analytics');
    await page.keyboard.press('r');
    await page.locator('.report .summary').waitFor();
    await checkAxe(page);
  });
}

test('analytics: time, agent and table stand in the address, reload keeps them, and back goes back', async (context) => {
  const { page } = await openPage(context, { path: '/analytics' });
  await page.locator('.figs').waitFor();
  await page.keyboard.press(']');
  await page.waitForURL(/weeks=52/);
  const sessions = page.locator('.figs dd').first();
  await sessions.filter({ hasText: /^5\b/ }).waitFor();
  await page.getByRole('group', { name: 'Sessions a day as' }).getByRole('button', { name: 'Table' }).click();
  await page.getByRole('table', { name: 'Sessions a day' }).waitFor();
  await page.reload();
  await page.getByRole('table', { name: 'Sessions a day' }).waitFor();
  assert.equal(await page.getByRole('button', { name: 'A year' }).getAttribute('aria-pressed'), 'true');
  await page.goBack();
  await page.locator('svg.heat').waitFor();
  assert.equal(await page.getByRole('button', { name: '13 weeks' }).getAttribute('aria-pressed'), 'true');
});

test('a report prints as its content alone, in the light theme', async (context) => {
  const worker = await workerWithExample(context);
  await workNow(worker);
  const { page } = await openPage(context, { path: '/reports?span=month', theme: 'dark', worker });
  await page.locator('.report .summary').waitFor();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.side').isVisible(), false);
  assert.equal(await page.locator('.bar').isVisible(), false);
  await page.locator('.print-head', { hasText: 'report of the month' }).waitFor();
  await page.locator('.summary', { hasText: '1 session with 1 prompt' }).waitFor();
  const { clipped, scheme } = await page.evaluate(() => {
    const scroll = document.querySelector('.scroll');
    return {
      clipped: scroll === null || getComputedStyle(scroll).overflowY !== 'visible',
      scheme: getComputedStyle(document.documentElement).colorScheme,
    };
  });
  assert.deepEqual([clipped, scheme], [false, 'light']);
});

test('a secret is deleted within three actions: go there, see what would go, erase', async (context) => {
  const worker = await workerWithExample(context);
  const { id } = await worker.memory().remember(`Remember ${SECRET} for the staging box.`);
  await worker.memory().settled();
  const { page } = await openPage(context, { worker });
  await goBy(page, 'v', 'Privacy');
  // The keys of a view act once it is drawn.
  await until(async () => {
    await page.keyboard.press('#');
    return (await page.locator('#forget-words:focus').count()) === 1;
  });
  await page.keyboard.type('heron passphrase');
  await page.keyboard.press('Enter');
  await page.getByText(/1 memory and 1 event of 1 session would go/).waitFor();
  assert.ok(!page.url().includes('heron'), 'what is typed stands in no address');
  assert.equal((await worker.memory().get(id)).records.length, 1, 'nothing has gone yet');
  await page.getByRole('button', { name: 'Erase 1 memory…' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Erase 1 memory for good?' });
  await dialog.waitFor();
  await checkAxe(page);
  await dialog.getByRole('button', { name: 'Erase for good' }).press('Enter');
  await page.getByText(/Receipt: 1 memory and 1 event erased, 0 found after a search of \d+ file/).waitFor();
  assert.deepEqual((await worker.memory().get(id)).missing, [id]);
  await page.getByRole('table', { name: 'Erased' }).waitFor();
});

test('what is forgotten comes back by the toast’s Undo, and from the trash', async (context) => {
  const worker = await workerWithExample(context);
  const { id } = await worker.memory().remember('The heron contract ends in May.');
  await worker.memory().settled();
  const { page } = await openPage(context, { path: '/privacy', worker });
  const forget = async (): Promise<void> => {
    await page.locator('#forget-words').fill('heron contract');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Forget 1 memory' }).press('Enter');
    await page.getByText(/Receipt: 1 memory and 1 event forgotten/).waitFor();
    assert.deepEqual((await worker.memory().get(id)).missing, [id]);
  };
  const isBack = async (): Promise<boolean> => (await worker.memory().get(id)).missing.length === 0;
  await forget();
  await page.locator('.toast', { hasText: 'Forgot 1 memory' }).getByRole('button', { name: /Undo/ }).press('Enter');
  await until(isBack);
  await forget();
  const trash = page.getByRole('table', { name: 'Trash' });
  await trash.getByRole('button', { name: /^Bring back/ }).press('Enter');
  await until(isBack);
});

test('a hidden memory is shown again, and that is undone', async (context) => {
  const worker = await workerWithExample(context);
  const memory = worker.memory();
  const { id } = await memory.remember('We use two spaces.');
  await memory.update(id, { hidden: true });
  await memory.settled();
  const { page } = await openPage(context, { path: '/privacy', worker });
  await page.getByRole('button', { name: `Show again ${id}` }).press('Enter');
  await page.getByText('Nothing is hidden.').waitFor();
  await page.keyboard.press('z');
  await page.getByRole('button', { name: `Show again ${id}` }).waitFor();
});

test('a setting is changed, says where it comes from and what a restart is for, and is undone', async (context) => {
  const { page, worker } = await openPage(context, { path: '/settings?of=context' });
  const row = page.getByRole('row', { name: /context\.startTokens/ });
  await row.locator('.badge', { hasText: 'default' }).waitFor();
  await row.getByRole('button', { name: 'Change context.startTokens' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change context.startTokens' });
  await dialog.getByLabel(/Value: a number from 0 to/).fill('800');
  await checkAxe(page);
  await page.keyboard.press('Enter');
  await row.locator('.badge', { hasText: 'config.json' }).waitFor();
  await row.getByText('after a restart').waitFor();
  await page.getByText('cairn worker restart').first().waitFor();
  await page.keyboard.press('z');
  await row.locator('.badge', { hasText: 'default' }).waitFor();
  const { settings } = await worker.memory().settings();
  assert.equal(settings.find(({ key }) => key === 'context.startTokens')?.from, 'default');
  await page.goto(new URL('/settings?of=embed', page.url()).href);
  const locked = page.getByRole('row', { name: /embed\.model/ });
  await locked.getByText('set outside').waitFor();
  await locked.getByText('CAIRN_EMBED_MODEL').waitFor();
});

test('a page that only reads shows all of it, and says why it changes nothing', async (context) => {
  const { page, worker } = await openPage(context, { path: '/settings?of=tripwires', as: 'reader' });
  await page.getByRole('button', { name: 'Change tripwires.mode' }).click();
  await refused(page);
  assert.equal(await page.getByRole('dialog').count(), 0);
  await page.goto(new URL('/privacy', page.url()).href);
  await page.locator('#forget-words').fill('npm');
  await page.keyboard.press('Enter');
  await refused(page);
  await page.goto(new URL('/doctor', page.url()).href);
  await page.locator('.log li').first().waitFor();
  await page.getByRole('button', { name: 'Patterns' }).click();
  await refused(page);
  assert.deepEqual((await worker.memory().settings()).notes, []);
});

test('health lists the log by level, and has a part derived again, which is undone', async (context) => {
  // The work may be done before it is undone: then there is nothing to cancel.
  const { page } = await openPage(context, { path: '/doctor', expected: /404/ });
  await page.locator('.log li', { hasText: 'owns' }).first().waitFor();
  await page.getByRole('group', { name: 'Lines' }).getByRole('button', { name: 'Errors' }).click();
  await page.waitForURL(/log=error/);
  await page.getByText('No line of this level.').waitFor();
  await page.getByRole('table', { name: 'Checks' }).waitFor();
  await page.getByRole('button', { name: 'Patterns' }).press('Enter');
  await page.locator('.toast', { hasText: 'Started; Jobs says how far it is' }).waitFor();
  await page.keyboard.press('z');
  await page.locator('.toast', { hasText: /(?:Undone|Could not be undone): / }).waitFor();
});

test('a job is looked at and cancelled by keys, after it was asked', async (context) => {
  const worker = await workerWithExample(context);
  const memory = worker.memory();
  const aged = { olderThan: '0m', kinds: ['observation' as const] };
  const plan = await memory.prune(aged);
  assert.equal(plan.state, 'planned');
  await memory.prune({ ...aged, confirm: plan.token });
  const { page } = await openPage(context, { path: '/jobs', worker });
  await page.locator('.row.job', { hasText: 'Retire what is too old' }).waitFor();
  await page.keyboard.press('j');
  await page.getByRole('complementary', { name: /^Job \d+$/ }).waitFor();
  await checkAxe(page);
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: /^Cancel job \d+\?$/ });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Cancel the job' }).press('Enter');
  await page.locator('.toast', { hasText: /^Job \d+ is cancelled/ }).waitFor();
  await page.locator('.row.job', { hasText: 'Retire what is too old' }).waitFor({ state: 'detached' });
});
