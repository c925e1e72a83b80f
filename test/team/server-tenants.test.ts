import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call } from '../../src/api/calls/call.ts';
import { CALLS } from '../../src/api/calls.ts';
import { exampleInput } from '../../src/api/schema/examples.ts';
import type { JsonObject, JsonValue } from '../../src/core/json.ts';
import { projectId } from '../../src/core/model/ids.ts';
import { resourceRoutes } from '../../src/http/resources.ts';
import { until } from '../support/until.ts';
import { callEveryTool } from './team-mcp.ts';
import { teamPaths } from './team-paths.ts';
import { ask, eventRecord, homeOf, openTeamServer, pullAll } from './team-server.ts';

const TENANTS = 10;
const WORD = /secretword(\d)/g;

test('ten teams, every call, resource, tool and route of the dashboard: no token finds a word of another team, by whatever ids it asks', async (context) => {
  const server = await openTeamServer(context);
  const { url } = await server.start();
  const teams: { token: string; target: string; event: string }[] = [];
  for (let n = 0; n < TENANTS; n += 1) {
    const { tenant, token } = await server.team(`Team ${n}`);
    await server.admin('member', 'add', `secretword${n}`, '--tenant', tenant);
    // The same homes and ids in every team: nothing but the tenant tells them apart.
    const record = eventRecord(homeOf('ada'), 1, {
      text: `We decided that secretword${n} deploys on Tuesdays.`,
      detail: { concepts: ['deploy', `secretword${n}`], filesChanged: [`src/secretword${n}.ts`] },
    });
    const { status } = await ask(url, '/v1/sync/records', { token, body: { records: [record] } });
    assert.equal(status, 200);
    teams.push({ token, target: record.memory.target, event: record.id });
  }
  for (const { token } of teams) {
    const found = async () => (await ask(url, '/api/v1/search', { token, body: { query: 'deploys Tuesdays' } })).value;
    await until(async () => ((await found()).hits as JsonValue[]).length > 0);
  }
  const { target, event } = teams[0] ?? assert.fail('no team');
  const ids = { id: target, ids: [target, event], anchor: target, session: target, query: 'deploys Tuesdays' };
  for (const [n, { token }] of teams.entries()) {
    let own = 0;
    const look = (what: string, value: JsonObject): void => {
      for (const [, of] of JSON.stringify(value).matchAll(WORD)) {
        assert.equal(of, String(n), what);
        own += 1;
      }
    };
    for (const [name, call] of Object.entries<Call>(CALLS)) {
      const example = exampleInput(name, call.input) as JsonObject;
      const fields = Object.keys(call.input);
      const mine = Object.fromEntries(Object.entries(ids).filter(([field]) => fields.includes(field)));
      const follow = fields.includes('follow') ? { follow: false } : {};
      for (const body of [
        { ...example, ...follow },
        { ...example, ...mine, ...follow },
      ]) {
        const { status, value } = await ask(url, `/api/v1/${name}`, { token, body });
        assert.ok(status < 500 || status === 501, `${name} ${status} ${JSON.stringify(value)}`);
        look(name, value);
      }
    }
    for (const { name, isOne, method } of resourceRoutes().filter(({ method }) => method === 'GET')) {
      const path = `/api/v1/${name}${isOne ? `/${target}` : ''}`;
      const { status, value } = await ask(url, path, { token, method });
      assert.ok(status < 500, `${path} ${status}`);
      look(path, value);
    }
    const project = projectId('github.com/acme/app');
    for (const path of teamPaths({ project, id: target, query: ids.query })) {
      const before = own;
      const { status, value } = await ask(url, path, { token });
      assert.equal(status, 200, path);
      look(path, value);
      assert.ok(own > before || path.endsWith('/projects'), `team ${n} finds its own by ${path}`);
    }
    const given = { ...ids, file: `src/secretword${n}.ts`, concept: 'deploy', project: 'github.com/acme/app' };
    for (const [name, text] of Object.entries(await callEveryTool(url, token, given))) look(`tool ${name}`, { text });
    look('pull', { records: await pullAll(url, token) });
    assert.ok(own > 5, `team ${n} finds its own`);
  }
});
