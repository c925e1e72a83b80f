import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { type TestContext, test } from 'node:test';
import { asString, type JsonObject } from '../../src/core/json.ts';
import { mentionedIn } from '../../src/server/webhooks/issue-links.ts';
import { ask, eventRecord, homeOf, openTeamServer } from './team-server.ts';

const PROJECT = 'github.com/acme/app';

interface Call {
  event?: string;
  delivery?: string;
  signature?: string;
  path?: string;
}

/** A server that takes the calls of GitHub for one team. */
async function openHooks(context: TestContext) {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  const { url } = await server.start();
  const made = (await server.admin('webhook', 'create', '--tenant', tenant)) as JsonObject;
  const secret = asString(made.secret) ?? '';
  /** Calls as GitHub does, signed with the team's secret unless told otherwise; gives the status. */
  const call = async (body: object, { event = 'issues', delivery = randomUUID(), signature, path }: Call = {}) => {
    const bytes = Buffer.from(JSON.stringify(body));
    const signed = `sha256=${createHmac('sha256', secret).update(bytes).digest('hex')}`;
    const headers = {
      'x-github-event': event,
      'x-github-delivery': delivery,
      'x-hub-signature-256': signature ?? signed,
    };
    return (await ask(url, path ?? '/webhooks/github', { body: bytes, headers })).status;
  };
  const issues = async (shown = token): Promise<JsonObject[]> => {
    const answer = await ask(url, `/v1/issues?project=${PROJECT}`, { token: shown });
    assert.equal(answer.status, 200, JSON.stringify(answer.value));
    return answer.value.issues as JsonObject[];
  };
  const share = async (n: number, text: string): Promise<string> => {
    const record = eventRecord(homeOf('ada'), n, { text });
    await ask(url, '/v1/sync/records', { token, body: { records: [record] } });
    return record.memory.target;
  };
  return { server, tenant, token, url, secret, path: asString(made.path) ?? '', call, issues, share };
}

const repository = { html_url: 'https://github.com/acme/app' };

/** An event of GitHub about an issue, in the form that its documentation gives. */
function issueEvent(number: number, state: string, minute: number) {
  const action = state === 'gone' ? 'deleted' : 'edited';
  return { action, issue: { number, state, updated_at: at(minute), title: 'secretword' }, repository };
}

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

test('issues and pull requests that memories mention are told with their state, from signed calls', async (context) => {
  const { call, issues, share, path, url, token } = await openHooks(context);
  const one = await share(1, 'The heron port was settled in issue 12.');
  const two = await share(2, 'See https://github.com/acme/app/pull/34 for the ledger, and acme/other#56.');
  assert.deepEqual(await issues(), []);
  assert.equal(await call(issueEvent(12, 'open', 1)), 200);
  assert.equal(await call(issueEvent(99, 'open', 1)), 200);
  const pull = { number: 34, state: 'closed', merged: true, updated_at: at(2) };
  assert.equal(await call({ action: 'closed', pull_request: pull, repository }, { event: 'pull_request', path }), 200);
  assert.deepEqual(await issues(), [
    { number: 34, kind: 'pull', state: 'merged', updatedAt: at(2), memories: [two] },
    { number: 12, kind: 'issue', state: 'open', updatedAt: at(1), memories: [one] },
  ]);
  await call(issueEvent(12, 'closed', 3));
  assert.equal((await issues())[0]?.state, 'closed');
  await call(issueEvent(12, 'open', 2));
  assert.equal((await issues())[0]?.state, 'closed', 'an older state does not undo a newer one');
  await call(issueEvent(12, 'gone', 4));
  assert.equal((await issues())[0]?.state, 'gone');
  assert.equal((await ask(url, '/v1/issues', { token })).status, 400);
  assert.equal((await ask(url, `/v1/issues?project=${PROJECT}`, {})).status, 401);
});

test('a call without the signature of the team is refused, and changes nothing', async (context) => {
  const { call, issues, share, server, tenant, url } = await openHooks(context);
  await share(1, 'Settled in #12.');
  const body = issueEvent(12, 'open', 1);
  const foreign = `sha256=${createHmac('sha256', 'another').update(JSON.stringify(body)).digest('hex')}`;
  const empty = `sha256=${createHmac('sha256', '').update(JSON.stringify(body)).digest('hex')}`;
  for (const signature of ['', 'sha256=', foreign, foreign.replace('sha256', 'sha1'), empty])
    assert.equal(await call(body, { signature }), 401);
  const other = await server.team('Other');
  assert.equal(await call(body, { path: `/webhooks/github/${other.tenant}` }), 401);
  assert.equal(await call(body, { path: `/webhooks/github/${other.tenant}`, signature: empty }), 401);
  assert.equal(await call(body), 404, 'of several teams, the address names one');
  assert.deepEqual(await issues(), []);
  assert.equal(await call(body, { path: `/webhooks/github/${tenant}` }), 200);
  assert.equal((await ask(url, '/webhooks/github', {})).status, 405);
  await server.admin('webhook', 'remove', '--tenant', tenant);
  assert.equal(await call(issueEvent(12, 'open', 2), { path: `/webhooks/github/${tenant}` }), 401);
});

test('a delivery counts once: neither its id nor its body is taken again, also at once', async (context) => {
  const { call, issues, share } = await openHooks(context);
  await share(1, 'Settled in #12.');
  const delivery = randomUUID();
  assert.equal(await call(issueEvent(12, 'open', 1), { delivery }), 200);
  assert.equal(await call(issueEvent(12, 'closed', 2), { delivery }), 409);
  assert.equal(await call(issueEvent(12, 'open', 1)), 409, 'the id is not signed');
  const statuses = await Promise.all(Array.from({ length: 5 }, () => call(issueEvent(12, 'closed', 3))));
  assert.deepEqual(statuses.sort(), [200, 409, 409, 409, 409]);
  assert.equal((await issues())[0]?.state, 'closed');
});

test('what is no issue is taken and ignored; what is no JSON, or has no delivery, is refused', async (context) => {
  const { call, secret, url } = await openHooks(context);
  assert.equal(await call({ zen: 'Keep it logically awesome.' }, { event: 'ping' }), 200);
  assert.equal(await call({ action: 'created' }, { event: 'star' }), 200);
  assert.equal(await call({ issue: { number: '12' }, repository: 7 }), 200);
  assert.equal(await call(issueEvent(12, 'open', 1), { delivery: '' }), 400);
  const form = Buffer.from('payload=%7B%7D');
  const headers = {
    'x-github-event': 'issues',
    'x-github-delivery': randomUUID(),
    'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(form).digest('hex')}`,
  };
  assert.equal((await ask(url, '/webhooks/github', { body: form, headers })).status, 415);
});

test('a token of another project hears of no issue', async (context) => {
  const { call, issues, share, server, tenant } = await openHooks(context);
  await share(1, 'Settled in #12.');
  await call(issueEvent(12, 'open', 1));
  const own = await server.token(tenant, 'Ada', '--project', PROJECT);
  const other = await server.token(tenant, 'Ada', '--project', 'github.com/acme/other');
  assert.deepEqual([(await issues(own.token)).length, (await issues(other.token)).length], [1, 0]);
});

test('mentions are those that a session is found by, of the own repository at its own host', () => {
  const text =
    'See #11, (#12) and acme/app#3, other/app#4, https://github.com/Acme/App/issues/5#issuecomment-6, color #ffeedd.';
  assert.deepEqual([...mentionedIn(text, PROJECT)], [11, 12, 3, 5]);
  assert.deepEqual([...mentionedIn('Closes issue 21 and GH-22; step #23\n```\n#24\n```', PROJECT)], [21, 22]);
  assert.deepEqual([...mentionedIn('https://gitlab.com/acme/app/issues/7 and x#8y #0', PROJECT)], []);
});

test('who sends many bodies slowly without a signature takes no memory from the others', async (context) => {
  const { url, call } = await openHooks(context);
  const headers = { 'content-length': '1000000', 'x-forwarded-for': '203.0.113.5' };
  const slow = Array.from({ length: 40 }, () => {
    const sent = request(`${url}/webhooks/github`, { method: 'POST', headers, agent: false });
    context.after(() => sent.destroy());
    const answered = new Promise<number>((resolve) => {
      sent.once('response', ({ statusCode = 0 }) => resolve(statusCode));
      sent.once('error', () => resolve(0));
    });
    sent.write('{');
    return answered;
  });
  const late = new Promise<number>((resolve) => setTimeout(resolve, 1_500, -1));
  const answers = await Promise.all(slow.map((one) => Promise.race([one, late])));
  assert.equal(answers.filter((status) => status === 429).length, 24);
  assert.equal(answers.filter((status) => status === -1).length, 16);
  assert.equal(await call(issueEvent(12, 'open', 1)), 200);
});
