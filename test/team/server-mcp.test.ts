import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../support/until.ts';
import { connectMcp } from './team-mcp.ts';
import { ask, eventRecord, homeOf, openTeamServer } from './team-server.ts';

test('an agent reads the memory of its team by MCP with the token of a member, with tools that read alone', async (context) => {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  const { url } = await server.start();
  const record = eventRecord(homeOf('ada'), 1, {
    text: 'We use pnpm for the zebra service, never npm.',
    detail: { filesChanged: ['src/zebra.ts'], concepts: ['packages'] },
  });
  await ask(url, '/v1/sync/records', { token, body: { records: [record] } });
  const { target } = record.memory;
  const client = await connectMcp(url, token);
  context.after(() => client.close());
  const { tools } = await client.listTools();
  assert.ok(tools.length >= 9 && tools.every(({ annotations }) => annotations?.readOnlyHint === true));
  assert.match(client.getInstructions() ?? '', /memory of a team/);
  assert.equal(client.getServerCapabilities()?.resources, undefined);
  const call = async (name: string, args: object): Promise<string> =>
    JSON.stringify(await client.callTool({ name, arguments: { ...args } }));
  await until(async () => (await call('search', { query: 'zebra pnpm' })).includes(target));
  const asked: [string, object][] = [
    ['search', { query: 'zebra pnpm', project: 'github.com/acme/app' }],
    ['get', { ids: [target] }],
    ['by_file', { file: 'src/zebra.ts' }],
    ['by_concept', { concept: 'packages' }],
    ['timeline', { anchor: target }],
  ];
  for (const [name, args] of asked) assert.match(await call(name, args), /zebra/, name);
  assert.match(await call('search', { query: 'zebra', project: '/etc' }), /of no use here/);
  await assert.rejects(client.callTool({ name: 'remember', arguments: { text: 'x' } }));
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const headers = { accept: 'application/json, text/event-stream' };
  assert.equal((await ask(url, '/mcp', { body, headers })).status, 401);
  const { id, token: own } = await server.token(tenant, 'Ada', '--scope', 'sync');
  assert.equal((await ask(url, '/mcp', { body, headers, token: own })).status, 403);
  assert.equal((await ask(url, '/mcp', { body, headers, token: `${token}x`.slice(1) })).status, 401);
  await server.admin('token', 'revoke', id, '--tenant', tenant);
  // A browser that is signed in is no program.
  const cookie = { ...headers, cookie: `cairn-team=${token}` };
  assert.equal((await ask(url, '/mcp', { body, headers: cookie })).status, 401);
});
