import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Call } from '../../src/api/calls/call.ts';
import { CALLS } from '../../src/api/calls.ts';
import { exampleInput } from '../../src/api/schema/examples.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { projectId } from '../../src/core/model/ids.ts';
import { resourceRoutes } from '../../src/http/resources.ts';
import { createEngine } from '../../src/store/postgres/engine/engine.ts';
import { APP_ROLE } from '../../src/store/postgres/engine/migrate.ts';
import { raw, sql } from '../../src/store/postgres/engine/sql.ts';
import { type EventRecord, sharedEventId } from '../../src/sync/wire.ts';
import { until } from '../support/until.ts';
import { ownCluster, poolOf } from './engines.ts';
import { callEveryTool } from './team-mcp.ts';
import { teamPaths } from './team-paths.ts';
import { ask, eventRecord, homeOf, openTeamServer, pullAll, tombstoneRecord } from './team-server.ts';

const PATH = '/v1/sync/records';
const remoteOf = (n: number): string => `github.com/acme/secretword${n}`;

/** A memory of one of two projects, whose words say which. */
function recordOf(n: number, place = n): EventRecord {
  const record = eventRecord(homeOf('ada'), place, {
    text: `We decided that secretword${n} deploys on Tuesdays.`,
    detail: { concepts: ['deploy', `secretword${n}`], filesChanged: [`src/secretword${n}.ts`] },
  });
  const { home, memory } = record;
  const id = sharedEventId({ home, target: memory.target, version: memory.version });
  return { ...record, id, project: { identity: remoteOf(n) } };
}

/** A team with two projects, a token of both and one of each. */
async function twoProjects(context: TestContext) {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  const { url } = await server.start();
  const records = [recordOf(0), recordOf(1)];
  const given = [0, 1].map((n) => server.token(tenant, 'Ada', '--project', `git@github.com:acme/secretword${n}.git`));
  const tokens = (await Promise.all(given)).map((one) => one.token);
  assert.equal((await ask(url, PATH, { token, body: { records } })).status, 200);
  const hits = async (shown: string) =>
    (await ask(url, '/api/v1/search', { token: shown, body: { query: 'deploys Tuesdays' } })).value
      .hits as JsonObject[];
  await until(async () => (await hits(token)).length === 2);
  return { server, tenant, token, url, records, tokens, hits };
}

test('a token of one project finds its words alone, by every call, resource, tool and route of the dashboard, whatever it asks', async (context) => {
  const { url, token, records, tokens, hits } = await twoProjects(context);
  for (const [n, own] of tokens.entries()) {
    let found = 0;
    const look = (what: string, value: unknown): void => {
      for (const [, of] of JSON.stringify(value).matchAll(/secretword(\d)/g)) {
        assert.equal(of, String(n), what);
        found += 1;
      }
    };
    const other = records[1 - n] ?? assert.fail();
    const [{ memory, id }] = [other];
    const ids = { id: memory.target, ids: [memory.target, id], anchor: memory.target, session: memory.target };
    const asked = { ...ids, query: 'deploys secretword0 secretword1', project: remoteOf(1 - n) };
    for (const [name, call] of Object.entries<Call>(CALLS)) {
      const fields = Object.keys(call.input);
      const example = exampleInput(name, call.input) as JsonObject;
      const mine = Object.fromEntries(Object.entries(asked).filter(([field]) => fields.includes(field)));
      const { project: _, ...everywhere } = mine;
      const follow = fields.includes('follow') ? { follow: false } : {};
      for (const more of [{}, mine, everywhere]) {
        const body = { ...example, ...more, ...follow };
        const { status, value } = await ask(url, `/api/v1/${name}`, { token: own, body });
        assert.ok(status < 500 || status === 501, `${name} ${status} ${JSON.stringify(value)}`);
        assert.doesNotMatch(JSON.stringify(value), /"error\\*":\{\\*"code\\*":\\*"internal/, name);
        // What was asked may be told back.
        if (status === 200)
          look(name, JSON.parse(JSON.stringify(value).replaceAll(asked.query, '').replaceAll(asked.project, '')));
      }
    }
    for (const { name, isOne } of resourceRoutes().filter(({ method }) => method === 'GET')) {
      const { status, value } = await ask(url, `/api/v1/${name}${isOne ? `/${memory.target}` : ''}`, { token: own });
      assert.ok(status < 500, `${name} ${status}`);
      if (status === 200) look(name, value);
    }
    const about = { project: projectId(remoteOf(1 - n)), id: memory.target, query: asked.query };
    for (const path of teamPaths(about)) {
      const { status, value } = await ask(url, path, { token: own });
      assert.ok(status === 200 || status === 404 || path.endsWith('/audit'), `${path} ${status}`);
      if (status === 200) look(path, value);
    }
    const { session: _, ...named } = asked;
    const tools = await callEveryTool(url, own, { ...named, concept: 'deploy', file: `src/secretword${1 - n}.ts` });
    for (const [name, text] of Object.entries(tools))
      look(
        `tool ${name}`,
        text
          .replaceAll(asked.query, '')
          .replaceAll(asked.project, '')
          .replaceAll(`src/secretword${1 - n}.ts`, ''),
      );
    look('pull', await pullAll(url, own));
    assert.ok(found > 5, `the token of project ${n} finds its own`);
    assert.equal((await hits(own)).length, 1);
    const who = await ask(url, '/v1/whoami', { token: own });
    assert.equal(who.value.project, projectId(remoteOf(n)));
  }
  assert.equal((await pullAll(url, token)).length, 2);
});

test('it hands over records of its project alone, and takes back none of another', async (context) => {
  const { url, token, records, tokens } = await twoProjects(context);
  const [own = ''] = tokens;
  const [mine = assert.fail(), other = assert.fail()] = [recordOf(0, 7), recordOf(1, 8)];
  const gone = tombstoneRecord(records[1] ?? assert.fail());
  const { value } = await ask(url, PATH, { token: own, body: { records: [mine, other, gone] } });
  assert.deepEqual(value.acknowledged, [mine.id]);
  const reason = 'not the project of this token';
  assert.deepEqual(
    value.refused,
    [other, gone].map(({ id }) => ({ id, reason })),
  );
  assert.equal((await pullAll(url, token)).length, 3);
  const taken = await ask(url, PATH, { token: own, body: { records: [tombstoneRecord(mine)] } });
  assert.equal((taken.value.acknowledged as []).length, 1);
});

test('it neither changes nor moves a memory of another project', async (context) => {
  const { url, token, records, tokens, hits } = await twoProjects(context);
  const [own, other] = [records[0] ?? assert.fail(), records[1] ?? assert.fail()];
  const { target, version } = other.memory;
  const moved: EventRecord = {
    ...own,
    id: sharedEventId({ home: other.home, target, version: version + 1 }),
    memory: { ...own.memory, target, version: version + 1 },
  };
  const { value } = await ask(url, PATH, { token: tokens[0] ?? '', body: { records: [moved] } });
  assert.deepEqual(value, { acknowledged: [], refused: [{ id: moved.id, reason: 'not the project of this token' }] });
  assert.equal((await hits(token)).length, 2);
  // The project's own can be changed.
  const changed = { ...own, id: sharedEventId({ ...own.memory, home: own.home, version: own.memory.version + 1 }) };
  const again = { ...changed, memory: { ...own.memory, version: own.memory.version + 1 } };
  const pushed = await ask(url, PATH, { token: tokens[0] ?? '', body: { records: [again] } });
  assert.deepEqual(pushed.value, { acknowledged: [again.id], refused: [] });
});

test('by raw SQL, a transaction of one project sees, changes and adds no row of another', async (context) => {
  const { server, tenant, token, url } = await twoProjects(context);
  await ask(url, PATH, { token, body: { records: [] } });
  const database = /@\/(\w+)\?/.exec(server.env.CAIRN_DATABASE_URL ?? '')?.[1] ?? '';
  const pool = poolOf(await ownCluster(), APP_ROLE, database);
  const [own, other] = [projectId(remoteOf(0)), projectId(remoteOf(1))];
  const engine = createEngine(pool, tenant, { project: own });
  for (const table of ['sessions', 'events', 'items', 'sync_records']) {
    const seen = (of: typeof engine) =>
      of.read((tx) => tx.all<{ id: string }>(raw(`SELECT DISTINCT project_id AS id FROM ${table} ORDER BY 1`)));
    assert.deepEqual(
      await seen(createEngine(pool, tenant)),
      [own, other].sort().map((id) => ({ id })),
      table,
    );
    assert.deepEqual(await seen(engine), [{ id: own }], table);
  }
  assert.equal(await engine.write((tx) => tx.run(sql`DELETE FROM items WHERE project_id = ${other}`)), 0);
  await assert.rejects(
    engine.write((tx) => tx.run(sql`UPDATE items SET project_id = ${other} WHERE project_id = ${own}`)),
    { code: 'not_allowed' },
  );
});

test('a project is named by its remote or id; a path is none', async (context) => {
  const server = await openTeamServer(context);
  const { tenant } = await server.team();
  for (const named of ['/w/shop', '../shop', 'shop', "r_x'; DROP"])
    assert.equal((await server.run('token', 'create', 'Ada', '--tenant', tenant, '--project', named)).code, 2, named);
  const { id } = await server.token(tenant, 'Ada', '--project', 'https://github.com/acme/app.git');
  const { stdout } = await server.run('token', 'list', '--tenant', tenant);
  assert.match(stdout, new RegExp(`${id}.* of ${projectId('github.com/acme/app')}`));
});
