import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { loginCommand } from '../../src/cli/commands/login.ts';
import { logIn } from '../../src/cli/login/log-in.ts';
import type { CliIo } from '../../src/cli/terminal/cli-io.ts';
import type { CliContext } from '../../src/cli/terminal/command.ts';
import { createOutput } from '../../src/cli/terminal/output.ts';
import { randomBytes, sha256 } from '../../src/core/hash.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { openHome, shareProject } from '../sync/homes.ts';
import { type Account, startProvider, type TestProviderOptions, throughPages } from './identity-provider.ts';
import { ask, eventRecord, homeOf, openTeamServer, pullAll } from './team-server.ts';

const PATH = '/v1/sync/records';
const verified = (email: string): Account => ({ email, email_verified: true });
const ACCOUNTS = {
  ada: verified('Ada@acme.example'),
  rea: verified('rea@acme.example'),
  impostor: verified('ada@acme.example'),
  loose: { email: 'ada@acme.example', email_verified: false },
  stranger: verified('stranger@acme.example'),
};

/** A server whose people log in at a provider, with Ada its owner and Rea a reader. */
async function openLogin(context: TestContext, options: Partial<TestProviderOptions> = {}) {
  const provider = await startProvider(context, { accounts: ACCOUNTS, ...options });
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'login', 'Ada', '--email', 'ada@acme.example', '--tenant', tenant);
  await server.admin('member', 'add', 'Rea', '--role', 'reader', '--email', 'rea@acme.example', '--tenant', tenant);
  const { url } = await server.start(provider.env);
  const signal = new AbortController().signal;
  const login = (account: string, team?: string) =>
    logIn({
      address: url,
      signal,
      ...(team === undefined ? {} : { team }),
      show: async (page) => {
        const back = await throughPages(page, account);
        // The browser waits for the page that the program shows.
        void fetch(back);
      },
    });
  return { provider, server, tenant, token, url, login };
}

for (const [what, options] of Object.entries({
  'a public client, its address behind the access token': {},
  'a client with a secret, its address in the ID token': { secret: 'a secret of the client', tellsInToken: true },
})) {
  test(`a person logs in and gets a token that lasts hours, with the role that the team says: ${what}`, async (context) => {
    const { server, tenant, url, login } = await openLogin(context, options);
    const ada = await login('ada');
    assert.deepEqual([ada.person, ada.team], ['Ada', tenant]);
    const hours = (ada.expiresAt - Date.now()) / 3_600_000;
    assert.ok(hours > 11 && hours <= 12, String(hours));
    const body = { records: [eventRecord(homeOf('ada'), 1)] };
    assert.equal((await ask(url, PATH, { token: ada.token, body })).status, 200);
    const rea = await login('rea');
    assert.equal((await ask(url, PATH, { token: rea.token })).status, 200);
    assert.equal((await ask(url, PATH, { token: rea.token, body })).status, 403);
    const { stdout } = await server.run('audit', '--tenant', tenant);
    assert.match(stdout, /Rea by login {2}token\.create/);
  });
}

test('cairn login opens the page, and keeps the token for sync; without an address it logs in again where sync goes', async (context) => {
  const { tenant, url, token } = await openLogin(context);
  const home = openHome(context, 'Whoever');
  const said: string[] = [];
  const stream = { isTTY: true, write: (text: string) => said.push(text) };
  const io = { stdin: { isTTY: true }, stdout: stream, stderr: stream, env: {}, now: Date.now } as unknown as CliIo;
  const cli = {
    io: { ...io, signal: new AbortController().signal },
    out: createOutput(io, { json: false }),
    json: false,
    openMemory: () => home.memory,
    openBrowser: async (page: string) => {
      const back = await throughPages(page, 'ada');
      void fetch(back);
      return true;
    },
  } as unknown as CliContext;
  await assert.rejects(async () => loginCommand.run({ args: [], options: {} }, cli), { code: 'invalid_input' });
  await loginCommand.run({ args: [url], options: { team: tenant } }, cli);
  assert.match(said.join(''), /Opened http:\S+ in the browser[\s\S]*Logged in at 127\.0\.0\.1:\d+ as Ada, until 2/);
  await home.memory.remember({ text: 'The heron service needs port 4711.', kind: 'constraint' });
  await shareProject(home);
  assert.equal((await home.memory.sync({ run: true })).state, 'ready');
  await loginCommand.run({ args: [], options: {} }, cli);
  const shared = await pullAll(url, token);
  assert.deepEqual([...new Set(shared.map(({ member }) => member))], ['Ada']);
});

test('after the first login the subject counts: neither the same address of another nor an unverified one is taken', async (context) => {
  const { server, tenant, login } = await openLogin(context);
  const refused = { code: 'not_allowed' };
  await assert.rejects(login('loose'), refused);
  await assert.rejects(login('stranger'), refused);
  await login('ada');
  await assert.rejects(login('impostor'), refused);
  await login('ada');
  await server.admin('member', 'role', 'Rea', 'owner', '--tenant', tenant);
  await server.admin('member', 'remove', 'Ada', '--tenant', tenant);
  await assert.rejects(login('ada'), refused);
  assert.equal((await server.run('member', 'add', 'Eve', '--email', 'rea@acme.example', '--tenant', tenant)).code, 2);
});

test('an ID token that the keys of the provider do not sign is refused', async (context) => {
  const { provider, login } = await openLogin(context);
  provider.swapKeys();
  await assert.rejects(login('ada'), { code: 'unauthorized' });
});

/** Begins a login by hand, and comes back from the pages. */
async function comeBack(url: string, account: string) {
  const [verifier, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const challenge = sha256(verifier).toString('base64url');
  const start = { redirect: 'http://127.0.0.1:1/callback', challenge, state };
  const { value } = await ask(url, '/v1/login/start', { body: start });
  const { page, nonce } = value as { page: string; nonce: string };
  return { callback: (await throughPages(page, account)).href, verifier, state, nonce };
}

test('a code is taken once, by whoever began, and an answer to another login is not', async (context) => {
  const { url } = await openLogin(context);
  const finish = async (body: JsonObject) => (await ask(url, '/v1/login/finish', { body })).status;
  const [one, two] = [await comeBack(url, 'ada'), await comeBack(url, 'ada')];
  assert.equal(await finish({ ...one, verifier: two.verifier }), 401);
  assert.equal(await finish({ ...one, nonce: two.nonce }), 401);
  assert.equal(await finish({ ...one, nonce: one.nonce.replace(/^\d/, '9') }), 401);
  assert.equal(await finish({ ...one, state: two.state }), 401);
  assert.equal(await finish({ ...two, callback: one.callback }), 401);
  const three = await comeBack(url, 'ada');
  assert.equal(await finish(three), 200);
  assert.equal(await finish(three), 401);
});

test('a login begins only for an address of the own machine, a team that is, and where a provider is set', async (context) => {
  const { server, url, tenant } = await openLogin(context);
  const good = { redirect: 'http://127.0.0.1:1/callback', challenge: 'a'.repeat(43), state: 'b'.repeat(43) };
  const start = (body: JsonObject, at = url) => ask(at, '/v1/login/start', { body });
  assert.equal((await start(good)).status, 200);
  for (const redirect of [
    'https://evil.example/callback',
    'http://evil.example:1/',
    'http://127.0.0.1@evil.example:1/',
  ])
    assert.equal((await start({ ...good, redirect })).status, 400);
  assert.equal((await start({ ...good, challenge: 'short' })).status, 400);
  assert.equal((await start({ ...good, team: 'taaaaaaaaaaaa' })).status, 404);
  assert.equal((await ask(url, '/v1/login/start', {})).status, 405);
  await server.team('Other');
  assert.equal((await start(good)).status, 400);
  assert.equal((await start({ ...good, team: tenant })).status, 200);
  const without = await server.start();
  assert.equal((await start(good, without.url)).value.error !== undefined, true);
});
