import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { freshHome, openFresh } from '../support/fresh-home.ts';
import { tellTurn } from '../support/hooked-session.ts';
import { until } from '../support/until.ts';
import { nameRemote } from '../sync/homes.ts';

interface Asked {
  line: string;
  token: string | undefined;
  body: string;
}

const SECRET = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
const RECEIVER = join(import.meta.dirname, '..', '..', 'examples', 'github-comment', 'receiver.mjs');

/** A server that answers what the recipe asks of GitHub's API: one open pull request of the branch `main`. */
async function startGitHub(context: TestContext): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const comments: { id: number; body: string }[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += String(part);
    const line = `${request.method} ${request.url}`;
    asked.push({ line, token: request.headers.authorization, body });
    const written = body === '' ? '' : (JSON.parse(body) as { body: string }).body;
    const answer = (status: number, value: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    };
    if (line === 'GET /repos/acme/shop/pulls?state=open&head=acme%3Amain') return answer(200, [{ number: 7 }]);
    if (line === 'GET /repos/acme/shop/issues/7/comments?per_page=100') return answer(200, comments);
    if (line === 'POST /repos/acme/shop/issues/7/comments') {
      comments.push({ id: 1, body: written });
      return answer(201, comments[0]);
    }
    if (line === 'PATCH /repos/acme/shop/issues/comments/1') {
      comments.splice(0, 1, { id: 1, body: written });
      return answer(200, comments[0]);
    }
    answer(404, {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  context.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** Starts the recipe and gives its address. */
async function startReceiver(context: TestContext, api: string): Promise<string> {
  const env = { CAIRN_WEBHOOK_SECRET: SECRET, GITHUB_TOKEN: 'token-of-a-test', GITHUB_API: api, PORT: '0' };
  const child = spawn(process.execPath, [RECEIVER], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  context.after(() => child.kill());
  for await (const line of createInterface({ input: child.stdout })) return line.split(' ').at(-1) ?? '';
  return assert.fail('it did not start');
}

test("a session's summary becomes one comment on the pull request of its branch, which is changed when it goes on", async (t) => {
  const gitHub = await startGitHub(t);
  const url = await startReceiver(t, gitHub.url);
  const home = freshHome(t);
  nameRemote(home.project, 'git@github.com:acme/shop.git');
  const config = { 'webhooks.urls': [url], 'webhooks.secret': SECRET, 'webhooks.kinds': ['summaries'] };
  const { memory } = openFresh(t, { home, config });
  assert.deepEqual(
    (await memory.webhooks({ test: true })).tests?.map(({ delivered }) => delivered),
    [true],
  );
  const turn = { memory, project: home.project, session: 's1' };
  const cents = 'We decided to keep prices in integer cents.';
  await tellTurn({ ...turn, at: Date.now() - 120_000, prompt: 'Fix the failing test of the cart', answer: cents });
  const posted = (method: string): Asked | undefined => gitHub.asked.find(({ line }) => line.startsWith(method));
  await until(() => posted('POST') !== undefined);
  const { token, body } = posted('POST') ?? assert.fail();
  assert.equal(token, 'Bearer token-of-a-test');
  const { body: comment } = JSON.parse(body) as { body: string };
  assert.match(comment, /^<!-- cairn s_[a-z2-7]{16} -->\n### /);
  assert.match(comment, /integer cents/);

  const up = 'We decided to round invoices up. All tests pass.';
  await tellTurn({ ...turn, at: Date.now() - 60_000, prompt: 'Round the totals of invoices up as well', answer: up });
  await until(() => posted('PATCH') !== undefined);
  assert.equal(gitHub.asked.filter(({ line }) => line.startsWith('POST')).length, 1);
});

test('what is not signed with the secret is refused, and nothing is asked of GitHub', async (t) => {
  const gitHub = await startGitHub(t);
  const url = await startReceiver(t, gitHub.url);
  const body = JSON.stringify({ type: 'summary.ready', data: {} });
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1_000)) };
  for (const signature of ['', 'v1,', `v1,${Buffer.alloc(32).toString('base64')}`]) {
    const { status } = await fetch(url, {
      method: 'POST',
      body,
      headers: { ...headers, 'webhook-signature': signature },
    });
    assert.equal(status, 401);
  }
  assert.equal(gitHub.asked.length, 0);
});
