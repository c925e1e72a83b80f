import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { TEAM_PATHS, type TeamKnows } from '../../../src/api/team/team-pages.ts';
import { until } from '../../support/until.ts';
import { type Account, freeAddress, startProvider } from '../../team/identity-provider.ts';
import { ask, eventRecord, homeOf, openTeamServer } from '../../team/team-server.ts';
import { checkAxe, openBrowser } from '../support/browser.ts';

const PUSH = '/v1/sync/records';
const HOSTILE = '<img src=x onerror="document.title=1"> the zebra of src/pay is kept';

/** A browser that fails the test for what a page says on its console, and for requests to elsewhere than it may go. */
async function openWindow(
  context: TestContext,
  options: { origins: readonly string[]; theme?: 'light' | 'dark'; width?: number; expected?: RegExp },
): Promise<{ view: BrowserContext; page: Page }> {
  const browser = await openBrowser();
  const { theme = 'light', width = 1280 } = options;
  const view = await browser.newContext({
    viewport: { width, height: 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'UTC',
  });
  const failures: string[] = [];
  const note = (failure: string): void => {
    if (options.expected?.test(failure) !== true) failures.push(failure);
  };
  view.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') note(`console: ${message.text()}`);
  });
  view.on('weberror', (error) => note(`error: ${error.error().message}`));
  view.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!options.origins.includes(origin) && protocol !== 'data:') note(`request: ${request.url()}`);
  });
  context.after(async () => {
    await view.close();
    assert.deepEqual(failures, []);
  });
  return { view, page: await view.newPage() };
}

/** A team in which Ada and Ben shared something, one of it hostile. */
async function sharingTeam(context: TestContext, env: Record<string, string> = {}) {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  const ben = await server.token(tenant, 'Ben');
  const { url } = await server.start(env);
  const records = ['src/pay/charge.ts', 'src/pay/refund.ts', 'src/web/page.ts'].map((path, n) =>
    eventRecord(homeOf('ada'), n, {
      text: n === 0 ? HOSTILE : `We decided that ${path} keeps cents.`,
      detail: { filesChanged: [path], concepts: ['money'] },
    }),
  );
  await ask(url, PUSH, { token, body: { records } });
  const other = eventRecord(homeOf('ben'), 9, { detail: { filesRead: ['src/pay/charge.ts'], concepts: ['retry'] } });
  await ask(url, PUSH, { token: ben.token, body: { records: [other] } });
  await until(async () => {
    const { value } = await ask(url, TEAM_PATHS.knows, { token });
    return (value as unknown as TeamKnows).read === 4;
  });
  return { server, tenant, token, url };
}

async function signInBy(page: Page, url: string, token: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel('A token that only reads').fill(token);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const PICTURES = process.env.CAIRN_TEST_PICTURES;

for (const theme of ['light', 'dark'] as const) {
  test(`an owner signs in with a token that reads, and sees the whole team: ${theme}`, async (context) => {
    const { server, tenant, url } = await sharingTeam(context);
    const { token } = await server.token(tenant, 'Ada', '--name', 'dashboard', '--scope', 'read');
    const { page } = await openWindow(context, { origins: [url], theme });
    await signInBy(page, url, token);
    const show = async (name: string, path: string, says: string): Promise<void> => {
      await page.goto(`${url}${path}`);
      await page.locator('main').getByText(says).first().waitFor();
      await checkAxe(page);
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/team-${name}-${theme}.png` });
    };
    await page.locator('main table').getByText('Ben').waitFor();
    await show('people', '/', 'owner');
    await show('projects', '/projects', 'github.com/acme/app');
    await page.locator('main').getByRole('link', { name: 'app' }).first().click();
    await page.getByRole('link', { name: 'src/' }).click();
    await page.getByRole('link', { name: 'pay/' }).click();
    await page.waitForURL(/path=src%2Fpay/);
    await page.locator('main').getByText('charge.ts').waitFor();
    await show('knows', '/knows?path=src/pay', 'charge.ts');
    const rows = await page.locator('main table tbody tr').allInnerTexts();
    assert.deepEqual(
      rows.map((row) => row.split(/\s/)[0]),
      ['Ada', 'Ben'],
    );
    await show('knowledge', '/knowledge', 'Rule 0');
    await page.getByRole('searchbox').fill('zebra kept');
    await page.waitForURL(/q=zebra/);
    await page.locator('[data-row] .title').first().click();
    await page.getByLabel('Selected memory').getByText('<img src=x').waitFor();
    await checkAxe(page);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/team-memory-${theme}.png` });
    assert.equal(await page.title(), 'Knowledge · Cairn');
    await show('audit', '/audit', 'token.create');
    await page.setViewportSize({ width: 390, height: 780 });
    await show('narrow-people', '/', 'owner');
    await show('narrow-projects', '/projects', 'github.com/acme/app');
    await show('narrow-knows', '/knows?path=src/pay', 'charge.ts');
    await show('narrow-knowledge', '/knowledge', 'Rule 0');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  });
}

test('a browser takes no token that may write, and no cookie on another route; who signs out is out', async (context) => {
  const { server, tenant, token, url } = await sharingTeam(context);
  const reading = await server.token(tenant, 'Ben', '--scope', 'read');
  const { page, view } = await openWindow(context, { origins: [url], expected: /40[13]/ });
  await signInBy(page, url, token);
  await page.getByRole('alert').getByText('--scope read').waitFor();
  await signInBy(page, url, reading.token);
  await page.locator('main table').getByText('Ben').waitFor();
  // Ben is no owner.
  assert.equal(await page.getByRole('link', { name: 'Audit log' }).count(), 0);
  // Beside it are what the page looks like (`cairn.theme`, `cairn.keys`), which say nothing of a person.
  const [cookie] = (await view.cookies()).filter(({ name }) => !name.startsWith('cairn.'));
  assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite], ['cairn-team', true, 'Strict']);
  const statuses = await page.evaluate(
    async (paths) => Promise.all(paths.map(async (path) => (await fetch(path)).status)),
    ['/v1/team/people', '/v1/team/audit', '/v1/whoami', PUSH, '/api/v1/list', '/v1/issues?project=x'],
  );
  assert.deepEqual(statuses, [200, 403, 401, 401, 401, 401]);
  const header = await fetch(url);
  assert.match(header.headers.get('content-security-policy') ?? '', /default-src 'none'; script-src 'self'/);
  const shown = `cairn-team=${reading.token}`;
  const from = (site: string) => fetch(`${url}/v1/team/people`, { headers: { cookie: shown, 'sec-fetch-site': site } });
  assert.deepEqual([(await from('same-origin')).status, (await from('cross-site')).status], [200, 403]);
  const twice = await fetch(`${url}/v1/team/people`, { headers: { cookie: `${shown}; ${shown}` } });
  assert.equal(twice.status, 401);
  const form = await fetch(`${url}/v1/page/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ token: reading.token }),
  });
  assert.equal(form.status, 415);
  await page.locator('main').getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('A token that only reads').waitFor();
  await signInBy(page, url, reading.token);
  await page.locator('main table').getByText('Ben').waitFor();
  await server.admin('token', 'revoke', reading.id, '--tenant', tenant);
  await until(async () => {
    await page.reload();
    return (await page.getByLabel('A token that only reads').count()) > 0;
  });
});

const ACCOUNTS: Record<string, Account> = {
  ada: { email: 'ada@acme.example', email_verified: true },
  stranger: { email: 'stranger@acme.example', email_verified: true },
};

/** Logs in on the pages of the provider. */
async function logInThere(page: Page, account: string): Promise<void> {
  await page.locator('input[name=login]').fill(account);
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
  await page.getByText('Continue').click();
}

test('people log in at the identity provider; a stranger reads why not, and signing out ends the token', async (context) => {
  // Another site than the provider's, as names go: what the provider's pages ask is cross-site.
  const address = (await freeAddress()).replace('127.0.0.1', 'localhost');
  const provider = await startProvider(context, { accounts: ACCOUNTS, address });
  const { server, tenant } = await sharingTeam(context, provider.env);
  await server.admin('member', 'login', 'Ada', '--email', 'ada@acme.example', '--tenant', tenant);
  const origins = [address, provider.issuer];
  const { page, view } = await openWindow(context, { origins, expected: /Failed to load|fonts\.googleapis|CORS/ });
  await page.goto(`${address}/projects`);
  await page.getByRole('link', { name: 'Log in' }).click();
  await logInThere(page, 'ada');
  await page.waitForURL(`${address}/`);
  await page.locator('main table').getByText('Ben').waitFor();
  const own = (await view.cookies(address)).filter(({ name }) => name.startsWith('cairn-'));
  assert.deepEqual(
    own.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
    [['cairn-team', true, 'Strict']],
  );
  const { stdout } = await server.run('token', 'list', '--tenant', tenant);
  assert.match(stdout, /Ada.*browser login.*read/);
  // A page of the provider's site gets nothing, with the cookie in the same browser.
  const other = await view.newPage();
  await other.goto(`${provider.issuer}/.well-known/openid-configuration`);
  const loot = await other.evaluate(async (at) => {
    const asked = [
      fetch(`${at}/v1/team/people`, { credentials: 'include' }),
      fetch(`${at}/v1/page/who`, { credentials: 'include' }),
    ];
    return (await Promise.allSettled(asked)).map(({ status }) => status);
  }, address);
  assert.deepEqual(loot, ['rejected', 'rejected']);
  await other.close();
  const shown = own[0]?.value ?? '';
  const status = async () => (await ask(address, TEAM_PATHS.people, { token: shown })).status;
  assert.equal(await status(), 200);
  assert.equal((await ask(address, PUSH, { token: shown, body: { records: [] } })).status, 403);
  await page.locator('main').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Log in' }).waitFor();
  await until(async () => (await status()) === 401);
  // Nobody pastes a token where people log in.
  assert.equal((await ask(address, '/v1/page/sign-in', { body: { token: shown } })).status, 403);
  // A way back that this browser did not begin, or that was forged, signs nobody in.
  for (const path of ['/v1/page/login/done?code=x&state=y', '/v1/page/login/done']) {
    await page.goto(`${address}${path}`);
    await page.getByRole('alert').getByText('Log in again').waitFor();
  }
  await view.clearCookies();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logInThere(page, 'stranger');
  await page.getByRole('alert').getByText('Nobody of the team logs in').waitFor();
  await checkAxe(page);
});
