import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { loginCommand } from '../../src/cli/commands/login.ts';
import { logIn } from '../../src/cli/login/log-in.ts';
import type { CliIo } from '../../src/cli/terminal/cli-io.ts';
import type { CliContext } from '../../src/cli/terminal/command.ts';
import { createOutput } from '../../src/cli/terminal/output.ts';
import type { CairnError } from '../../src/core/errors.ts';
import { randomBytes, sha256 } from '../../src/core/hash.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { createIdentityProvider } from '../../src/server/login/identity-provider.ts';
import { openHome, shareProject } from '../sync/homes.ts';
import {
  type Account,
  freeAddress,
  startProvider,
  type TestProviderOptions,
  throughPages,
} from './identity-provider.ts';
import { ask, eventRecord, homeOf, openTeamServer, pullAll } from './team-server.ts';

const PATH = '/v1/sync/records';
const verified = (email: string): Account => ({ email, email_verified: true });
const ACCOUNTS = {
  ada: verified('Ada@acme.example'),
  rea: verified('rea@acme.example'),
  impostor: verified('ada@acme.example'),
  loose: { email: 'ada@acme.example', email_verified: false },
  stranger: verified('stranger@acme.example'),
  // A Kelvin sign, of which the small letter is an ASCII k.
  folded: verified('mi\u212ae@acme.example'),
};

/** A server whose people log in at a provider, with Ada its owner and Rea a reader. */
async function openLogin(
  context: TestContext,
  options: Partial<TestProviderOptions> = {},
  env: Record<string, string> = {},
) {
  const address = await freeAddress();
  const provider = await startProvider(context, { accounts: ACCOUNTS, address, ...options });
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'login', 'Ada', '--email', 'ada@acme.example', '--tenant', tenant);
  await server.admin('member', 'add', 'Rea', '--role', 'reader', '--email', 'rea@acme.example', '--tenant', tenant);
  const { url } = await server.start({ ...provider.env, ...env });
  const signal = new AbortController().signal;
  const login = (account: string, team?: string, at: string | { insecure: string } = url) =>
    logIn({
      ...(typeof at === 'string' ? { address: at } : { address: at.insecure, insecure: true }),
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
  assert.match(
    said.join(''),
    /Opened http:\S+ in the browser: log in there for 127\.0\.0\.1:\d+\.[\s\S]*Logged in at 127\.0\.0\.1:\d+ as Ada, until 2/,
  );
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
  await server.admin('member', 'add', 'Mike', '--role', 'reader', '--email', 'mike@acme.example', '--tenant', tenant);
  await assert.rejects(login('folded'), refused);
  await login('ada');
  await assert.rejects(login('impostor'), refused);
  await login('ada');
  await server.admin('member', 'role', 'Rea', 'owner', '--tenant', tenant);
  await server.admin('member', 'remove', 'Ada', '--tenant', tenant);
  await assert.rejects(login('ada'), refused);
  assert.equal((await server.run('member', 'add', 'Eve', '--email', 'rea@acme.example', '--tenant', tenant)).code, 2);
});

test('a provider whose answer has no end is not read to it', async (context) => {
  let sent = 0;
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const part = Buffer.alloc(64 * 1024, 32);
    const write = (): void => {
      if (response.destroyed || sent > 256 * 1024 * 1024) return void response.end();
      sent += part.length;
      response.write(part, write);
    };
    write();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const provider = createIdentityProvider({ issuer, clientId: 'cairn' });
  const asked = { redirect: new URL('http://127.0.0.1:1/'), challenge: 'c', state: 's', nonce: 'n' };
  await assert.rejects(provider.pageFor(asked), { code: 'not_running' });
  assert.ok(sent < 64 * 1024 * 1024, String(sent));
});

test('an ID token that the keys of the provider do not sign is refused', async (context) => {
  const { provider, login } = await openLogin(context);
  provider.swapKeys();
  await assert.rejects(login('ada'), { code: 'unauthorized' });
});

/** Begins a login by hand, and comes back from the pages. */
async function comeBack(url: string, account: string) {
  const [random, state] = [randomBytes(32).toString('base64url'), randomBytes(32).toString('base64url')];
  const { host } = new URL(url);
  const verifier = sha256(`${random}\nhttp://${host}`).toString('base64url');
  const challenge = sha256(verifier).toString('base64url');
  const start = { redirect: `http://127.0.0.1:1/callback/${host}`, challenge, state };
  const { value } = await ask(url, '/v1/login/start', { body: start });
  const { page, nonce } = value as { page: string; nonce: string };
  return { callback: (await throughPages(page, account)).href, random, state, nonce };
}

test('a code is taken once, by whoever began, and an answer to another login is not', async (context) => {
  const { url } = await openLogin(context);
  const finish = async (body: JsonObject) => (await ask(url, '/v1/login/finish', { body })).status;
  const [one, two] = [await comeBack(url, 'ada'), await comeBack(url, 'ada')];
  assert.equal(await finish({ ...one, random: two.random }), 401);
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
  const { host } = new URL(url);
  const good = { redirect: `http://127.0.0.1:1/callback/${host}`, challenge: 'a'.repeat(43), state: 'b'.repeat(43) };
  const start = (body: JsonObject, at = url) => ask(at, '/v1/login/start', { body });
  assert.equal((await start(good)).status, 200);
  for (const redirect of [
    'https://evil.example/callback',
    'http://evil.example:1/',
    'http://127.0.0.1@evil.example:1/',
    'http://127.0.0.1:1/callback',
    'http://127.0.0.1:1/callback/evil.example',
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

/** What the server of a stranger does with the login of a person who was sent there. */
type Relay = (
  server: { url: string; own: string; issuer: string },
  path: string,
  body: JsonObject,
) => Promise<JsonObject>;

/** Starts it: all that it answers is made by `relay`, and pages lead the browser to `to`. */
async function startRelay(context: TestContext, relay: Relay, true_: { url: string; issuer: string }) {
  let to = '';
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') return void response.writeHead(303, { location: to }).end();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as JsonObject;
    const answer = await relay({ ...true_, own: url }, request.url ?? '', body);
    if (typeof answer.leadsTo === 'string') to = answer.leadsTo;
    return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url;
}

const MINE = randomBytes(32).toString('base64url');
const postTo = async (url: string, path: string, body: JsonObject) => (await ask(url, path, { body })).value;
/** A login of the stranger's own at the true server, which the person's browser is to end. */
const begunBy = async ({ url }: { url: string }, { state, redirect }: JsonObject) => {
  const { host } = new URL(url);
  const challenge = sha256(sha256(`${MINE}\nhttp://${host}`).toString('base64url')).toString('base64url');
  const to = `${new URL(String(redirect)).origin}/callback/${host}`;
  return postTo(url, '/v1/login/start', { redirect: to, challenge, state: state ?? null });
};

const RELAYS: Record<string, Relay> = {
  'hands all on as it is': ({ url }, path, body) => postTo(url, path, body),
  'hands on what the true server asks for': ({ url }, path, body) => {
    const { host } = new URL(url);
    const renamed = JSON.parse(JSON.stringify(body).replaceAll(/callback\/127\.0\.0\.1:\d+/g, `callback/${host}`));
    return postTo(url, path, renamed as JsonObject);
  },
  'shows the page of a login of its own': async (server, path, body) =>
    path.endsWith('start') ? begunBy(server, body) : postTo(server.url, path, { ...body, random: MINE }),
  'shows a page of its own, which leads to that of a login of its own': async (server, path, body) => {
    if (!path.endsWith('start')) return postTo(server.url, path, { ...body, random: MINE });
    const begun = await begunBy(server, body);
    const asks = { redirect_uri: String(body.redirect), code_challenge: String(body.challenge) };
    const own = new URLSearchParams({ ...asks, code_challenge_method: 'S256', state: String(body.state) });
    return { ...begun, page: `${server.own}/page?${own}`, leadsTo: begun.page ?? null };
  },
  'leads to the page of a login of its own, with the redirect of the person': async (server, path, body) => {
    if (!path.endsWith('start')) return postTo(server.url, path, { ...body, random: MINE });
    const begun = await begunBy(server, body);
    const asks = { redirect_uri: String(body.redirect), code_challenge: String(body.challenge) };
    const own = new URLSearchParams({ ...asks, code_challenge_method: 'S256', state: String(body.state) });
    const leadsTo = new URL(String(begun.page));
    leadsTo.searchParams.set('redirect_uri', String(body.redirect));
    return { ...begun, page: `${server.own}/page?${own}`, leadsTo: leadsTo.href };
  },
};

for (const [what, relay] of Object.entries(RELAYS)) {
  test(`a login at the address of a stranger gives the stranger no token of the true server: who ${what}`, async (context) => {
    const { url, provider, login } = await openLogin(context);
    const given: JsonObject[] = [];
    const listening: Relay = async (server, path, body) => {
      const answer = await relay(server, path, body);
      given.push(answer);
      return answer;
    };
    const foreign = await startRelay(context, listening, { url, issuer: provider.issuer });
    await assert.rejects(login('ada', undefined, foreign));
    assert.deepEqual(
      given.filter(({ token }) => token !== undefined),
      [],
    );
    assert.equal((await login('ada')).person, 'Ada');
  });
}

test('an address without TLS is not logged in at, but one of this machine', async (context) => {
  const { login } = await openLogin(context);
  await assert.rejects(login('ada', undefined, 'http://cairn.acme.example'), {
    code: 'invalid_input',
    fix: 'cairn login https://cairn.acme.example. In a private network that you trust: cairn login http://cairn.acme.example --insecure',
  });
});

test('where server and person allow an address without TLS, people log in there', async (context) => {
  // It leads to this machine, but does not say so.
  const open = (await freeAddress()).replace('127.0.0.1', '0.0.0.0');
  const { server, provider, login } = await openLogin(context, { address: open }, { CAIRN_SERVER_INSECURE: '1' });
  await assert.rejects(login('ada', undefined, open), { code: 'invalid_input' });
  const { person, url } = await login('ada', undefined, { insecure: open });
  assert.deepEqual([person, new URL(url).origin], ['Ada', open]);
  await assert.rejects(server.start(provider.env), /PUBLIC_URL is no https/);
});

test('a server with a provider and without its own address does not start, and says what sets it', async (context) => {
  const { provider, server } = await openLogin(context);
  await assert.rejects(server.start({ ...provider.env, CAIRN_SERVER_PUBLIC_URL: '' }), (error: CairnError) => {
    assert.match(`${error.message} ${error.fix}`, /PUBLIC_URL is not set.*export CAIRN_SERVER_PUBLIC_URL=https:/);
    return true;
  });
});

test('a stranger who asks too often locks nobody else out, and the end of a login is counted by itself', async (context) => {
  const { url, login } = await openLogin(context, {}, { CAIRN_SERVER_PER_MINUTE: '40' });
  const start = (from: string) =>
    ask(url, '/v1/login/start', { body: {}, headers: { 'x-forwarded-for': `198.51.100.7, ${from}` } });
  const statuses: number[] = [];
  for (let n = 0; n < 320 && statuses.at(-1) !== 429; n += 1) statuses.push((await start('203.0.113.5')).status);
  assert.equal(statuses.at(-1), 429);
  assert.equal((await start('203.0.113.6')).status, 400);
  assert.equal((await login('ada')).person, 'Ada');
  const [one, two] = [await comeBack(url, 'ada'), await comeBack(url, 'ada')];
  const finish = async (body: JsonObject) => (await ask(url, '/v1/login/finish', { body })).status;
  const wrong = { ...one, callback: two.callback };
  const tries: number[] = [];
  for (let n = 0; n < 6; n += 1) tries.push(await finish(wrong));
  assert.deepEqual(tries, [401, 401, 401, 401, 401, 429]);
  assert.equal(await finish(two), 200);
});
