import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkAxe, openPage } from '../support/browser.ts';
import { waitForToast, withStatements } from '../support/statements.ts';

test('the inbox is worked through by keys alone, every act is undone, and the state of the address is kept', async (context) => {
  const { worker, project } = await withStatements(context);
  const memory = worker.memory();
  const { page } = await openPage(context, { worker, path: `/review?project=${project}` });
  const statuses = async () => {
    const { entries } = await memory.list({ kinds: ['knowledge'], project });
    return Object.fromEntries(entries.map(({ title, status }) => [title.slice(0, 20), status]));
  };
  const selected = page.locator('.row[aria-current=true] .title');
  await selected.waitFor();
  const first = (await selected.innerText()).trim();
  await page.keyboard.press('c');
  await waitForToast(page, `Confirmed: ${first.slice(0, 30)}`);
  assert.equal((await statuses())[first.slice(0, 20)], 'confirmed');
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: Confirmed');
  assert.equal((await statuses())[first.slice(0, 20)], 'proposed');

  await page.keyboard.press('w');
  await waitForToast(page, 'Withdrawn: ');
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: Withdrawn');
  assert.ok(!Object.values(await statuses()).includes('withdrawn'));

  await page.keyboard.press('l');
  await page.keyboard.press('k');
  await page.keyboard.press('e');
  const field = page.getByLabel('What it says, in full sentences');
  await field.fill('Always delete keys after a day.');
  await page.getByRole('button', { name: 'Save' }).click();
  await waitForToast(page, 'Edited: Always delete keys after a day.');
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: Edited');

  await page.reload();
  await selected.waitFor();
  assert.match(page.url(), /sel=/);
});

test('the inbox begins at its first entry, whichever part of it is answered last', async (context) => {
  const { worker, project } = await withStatements(context);
  const { page, origin } = await openPage(context, { worker });
  const { promise: othersCame, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/v1/list', async (route) => {
    if (route.request().postData()?.includes('"proposed"') === true) await othersCame;
    await route.continue();
  });
  const others = ['contradictions', 'patterns'].map((call) => page.waitForResponse(`**/api/v1/${call}`));
  await page.goto(`${origin}/review?project=${project}`);
  for (const answer of await Promise.all(others)) await answer.finished();
  // Two frames: what came is in the page by then.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  resolve();
  const selected = page.locator('.row[aria-current=true] .title');
  await selected.waitFor();
  const first = page.locator('.row[data-row] .title').first();
  assert.equal(await selected.innerText(), await first.innerText());
});

test('the side, the inbox and Today count the same', async (context) => {
  const { worker, project } = await withStatements(context);
  const { page } = await openPage(context, { worker, path: `/review?project=${project}` });
  const side = page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: /Review/ });
  const count = async () => {
    const heads = page.locator('.rows-head .quiet');
    await heads.nth(2).waitFor();
    return (await heads.allInnerTexts()).reduce((sum, text) => sum + Number(text), 0);
  };
  const listed = await count();
  await side.getByText(`waiting: ${listed}`).waitFor();
  await page.keyboard.press('w');
  await waitForToast(page, 'Withdrawn: ');
  await side.getByText(`waiting: ${listed - 1}`).waitFor();
  assert.equal(await count(), listed - 1);
  await page
    .getByRole('link', { name: /^Today/ })
    .first()
    .click();
  await page.getByRole('link', { name: `${listed - 1} wait for you` }).waitFor();
});

test('several statements are marked and judged at once, and one takes the place of another', async (context) => {
  const { worker, project } = await withStatements(context);
  const memory = worker.memory();
  const { page } = await openPage(context, { worker, path: `/knowledge?project=${project}&state=waits` });
  await page.locator('.row.kn').nth(2).waitFor();
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
  await page.getByText('2 marked').waitFor();
  await page.keyboard.press('c');
  await waitForToast(page, 'Confirmed: 2 statements');
  const confirmed = async () =>
    (await memory.list({ kinds: ['knowledge'], status: 'confirmed', project })).entries.length;
  assert.equal(await confirmed(), 2);
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: Confirmed: 2 statements');
  assert.equal(await confirmed(), 0);

  await page.keyboard.press('j');
  await page.keyboard.press('s');
  await page.getByLabel('Words of the statement that takes its place').fill('keys');
  await page.getByRole('button', { name: 'It takes the place' }).click();
  await waitForToast(page, 'Superseded: ');
  await page.getByRole('tab', { name: /Superseded/ }).click();
  await page.locator('.row.kn').first().click();
  await page.locator('.chain li').nth(1).waitFor();
  await page.goBack();
  assert.match(page.url(), /state=waits/);
});

test('what takes the place of another gives it back, and what is deleted comes back, by undo', async (context) => {
  const { worker, project } = await withStatements(context);
  const memory = worker.memory();
  const { page } = await openPage(context, { worker, path: `/knowledge?project=${project}&state=waits` });
  await page.locator('.row.kn').first().click();
  await page.getByText('Life').waitFor();
  const id = new URL(page.url()).searchParams.get('sel') ?? '';
  const now = async () => {
    const { detail, supersededBy } = (await memory.get(id)).records[0] ?? assert.fail(id);
    return { status: detail.status, hidden: detail.hidden === true, by: supersededBy };
  };
  const before = await now();
  await page.keyboard.press('s');
  await page.getByLabel('Words of the statement that takes its place').waitFor();
  await page.getByRole('button', { name: 'It takes the place' }).click();
  await waitForToast(page, 'Superseded: ');
  assert.equal((await now()).status, 'superseded');
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: Superseded');
  assert.deepEqual(await now(), before);

  await page.locator(`[data-row="${id}"]`).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await waitForToast(page, 'Deleted: ');
  assert.equal((await now()).hidden, true);
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: Deleted');
  assert.deepEqual(await now(), before);
});

test('of a contradiction the older holds or the newer replaces it, and of what only may be one both hold, by a key each with undo', async (context) => {
  const { worker, project } = await withStatements(context);
  const memory = worker.memory();
  const left = async () => (await memory.contradictions({ project })).contradictions.map(({ sure }) => sure);
  assert.deepEqual(await left(), [true]);
  const { page } = await openPage(context, { worker, path: `/review?project=${project}` });
  const choose = async (words: string, says: string) => {
    await page
      .locator('.row.kn', { hasText: words })
      .filter({ hasText: /contradict/ })
      .first()
      .click();
    await page.getByText(says).waitFor();
  };
  for (const [key, done] of [
    ['c', 'The older holds: We decided that the payment provider timeout is 10'],
    ['r', 'Superseded: We decided that the payment provider timeout is 10'],
  ] as const) {
    await choose('timeout is 20 seconds', 'They cannot both hold');
    await page.keyboard.press(key);
    await waitForToast(page, done);
    assert.deepEqual(await left(), []);
    await page.keyboard.press('z');
    await waitForToast(page, `Undone: ${done.slice(0, 20)}`);
    assert.deepEqual(await left(), [true]);
  }
  const say = (text: string, at: string) =>
    memory.remember({ text, kind: 'decision', project: '/home/dev/tidepool', at });
  await say('We use Jest for the tests.', '2026-10-01T09:00:00Z');
  await say('We use Vitest for the tests.', '2026-10-02T09:00:00Z');
  await memory.settled();
  assert.deepEqual((await left()).toSorted(), [false, true]);
  await page.reload();
  await choose('Vitest', 'They may both hold');
  await page.keyboard.press('b');
  await waitForToast(page, 'Both hold: 2 statements');
  assert.deepEqual(await left(), [true]);
  await page.keyboard.press('z');
  await waitForToast(page, 'Undone: Both hold');
  assert.deepEqual((await left()).toSorted(), [false, true]);
});

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds nothing in knowledge and review, ${theme}`, async (context) => {
    const { worker, project } = await withStatements(context);
    const { page } = await openPage(context, { worker, theme, path: `/knowledge?project=${project}` });
    await page.locator('.row.kn').first().click();
    await page.getByText('Life').waitFor();
    await checkAxe(page);
  });
}

test('a page that only reads says why an act is refused', async (context) => {
  const { worker, project } = await withStatements(context);
  const { page } = await openPage(context, { worker, as: 'reader', path: `/review?project=${project}` });
  await page.locator('.row[aria-current=true]').waitFor();
  await page.keyboard.press('c');
  await waitForToast(page, 'This page only reads.');
});
