import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { TEAM_PATHS, type TeamKnows, type TeamPerson, type TeamProject } from '../../src/api/team/team-pages.ts';
import type { JsonObject } from '../../src/core/json.ts';
import { projectId } from '../../src/core/model/ids.ts';
import { until } from '../support/until.ts';
import { ask, eventRecord, homeOf, openTeamServer, tombstoneRecord } from './team-server.ts';

const PUSH = '/v1/sync/records';
const PROJECT = projectId('github.com/acme/app');

/** A team in which Ada and Ben shared something of one project. */
async function sharingTeam(context: TestContext) {
  const server = await openTeamServer(context);
  const { tenant, token } = await server.team();
  await server.admin('member', 'add', 'Ben', '--tenant', tenant);
  await server.admin('member', 'add', 'Rea', '--role', 'reader', '--tenant', tenant);
  const ben = await server.token(tenant, 'Ben');
  const { url } = await server.start();
  const rules = [
    ['src/pay/charge.ts', 'retry'],
    ['src/pay/refund.ts', 'retry'],
    ['src/web/page.ts', 'layout'],
  ].map(([path = '', concept = ''], n) =>
    eventRecord(homeOf('ada'), n, {
      text: `Rule ${n}: the zebra of ${path} is kept.`,
      detail: { filesChanged: [path], concepts: [concept] },
    }),
  );
  const other = eventRecord(homeOf('ben'), 9, { detail: { filesRead: ['src/pay/charge.ts'], concepts: ['money'] } });
  await ask(url, PUSH, { token, body: { records: rules } });
  await ask(url, PUSH, { token: ben.token, body: { records: [other] } });
  const get = async <Answer>(path: string, shown = token): Promise<Answer> => {
    const { status, value } = await ask(url, path, { token: shown });
    assert.equal(status, 200, `${path} ${JSON.stringify(value)}`);
    return value as Answer;
  };
  await until(async () => (await get<TeamKnows>(TEAM_PATHS.knows)).read === 4);
  return { server, tenant, token, ben: ben.token, url, rules, get };
}

test('people are shown with role, homes and when they were seen; a project with who shares and how much', async (context) => {
  const { get } = await sharingTeam(context);
  const { rows } = await get<{ rows: TeamPerson[] }>(TEAM_PATHS.people);
  assert.deepEqual(
    rows.map(({ name, role, homes, seenAt }) => [name, role, homes?.map(({ id }) => id), seenAt !== undefined]),
    [
      ['Ada', 'owner', [homeOf('ada')], true],
      ['Ben', 'member', [homeOf('ben')], true],
      ['Rea', 'reader', [], false],
    ],
  );
  const projects = await get<{ rows: TeamProject[] }>(TEAM_PATHS.projects);
  const [project] = projects.rows;
  assert.deepEqual(
    [projects.rows.length, project?.id, project?.name, project?.counts],
    [1, PROJECT, 'app', { knowledge: 4 }],
  );
  assert.deepEqual(
    project?.people.map(({ name, records }) => [name, records]),
    [
      ['Ben', 1],
      ['Ada', 3],
    ],
  );
});

test('who knows what: by project, folder, file and concept, and what was taken back counts no more', async (context) => {
  const { get, url, token, rules } = await sharingTeam(context);
  const knows = async (fields: Record<string, string>) => {
    const { people, places, concepts } = await get<TeamKnows>(`${TEAM_PATHS.knows}?${new URLSearchParams(fields)}`);
    return {
      people: people.map(({ name, memories }) => `${name} ${memories}`),
      places: places.map(({ name, memories, isFolder }) => `${name}${isFolder === true ? '/' : ''} ${memories}`),
      concepts: concepts.map(({ name, people: who }) => `${name} ${who.join(' ')}`),
    };
  };
  assert.deepEqual(await knows({ project: PROJECT }), {
    people: ['Ada 3', 'Ben 1'],
    places: ['src/ 4'],
    concepts: ['retry Ada', 'layout Ada', 'money Ben'],
  });
  const folder = await knows({ project: PROJECT, path: 'src/pay/' });
  assert.deepEqual(
    [folder.people, folder.places],
    [
      ['Ada 2', 'Ben 1'],
      ['charge.ts 2', 'refund.ts 1'],
    ],
  );
  assert.deepEqual((await knows({ path: 'src/pay/charge.ts' })).people, ['Ben 1', 'Ada 1']);
  assert.deepEqual((await knows({ concept: 'retry' })).people, ['Ada 2']);
  assert.deepEqual((await knows({ path: 'src/web', concept: 'retry' })).people, []);
  // No other folder begins with its name, and what ends a pattern of SQL is a character like another.
  assert.deepEqual((await knows({ path: 'src/pa' })).people, []);
  assert.deepEqual((await knows({ path: '%' })).people, []);
  await ask(url, PUSH, { token, body: { records: [tombstoneRecord(rules[0] ?? assert.fail())] } });
  await until(async () => (await knows({ path: 'src/pay' })).people.join() === 'Ben 1,Ada 1');
});

test('shared knowledge is listed and searched, with who said it, and read whole', async (context) => {
  const { get, rules, url, token } = await sharingTeam(context);
  type Rows = { rows: { id: string; member: string; saidBy: string; status: string }[] };
  const all = await get<Rows>(TEAM_PATHS.knowledge);
  assert.deepEqual([all.rows.length, new Set(all.rows.map(({ saidBy }) => saidBy))], [4, new Set(['person'])]);
  const found = await get<Rows>(`${TEAM_PATHS.knowledge}?query=zebra%20refund`);
  const refund = rules[1]?.memory.target ?? '';
  assert.deepEqual([found.rows[0]?.id, found.rows[0]?.member], [refund, 'Ada']);
  const one = await get<{ record: JsonObject; saidBy: string }>(`${TEAM_PATHS.memory}?id=${refund}`);
  assert.match(String(one.record.text), /zebra of src\/pay\/refund/);
  const cases: [string, number][] = [
    [`${TEAM_PATHS.memory}?id=o_bbbbbbbbbbbbbbbb`, 404],
    [`${TEAM_PATHS.knowledge}?project=/etc`, 400],
    [`${TEAM_PATHS.knowledge}?after=x`, 400],
    [`${TEAM_PATHS.knows}?path=${'a'.repeat(2_000)}`, 400],
    [`${TEAM_PATHS.knows}?path=%00src`, 200],
    [`${TEAM_PATHS.people}/x`, 404],
  ];
  for (const [path, status] of cases) assert.equal((await ask(url, path, { token })).status, status, path);
  assert.equal((await ask(url, TEAM_PATHS.people, { token, method: 'POST', body: {} })).status, 405);
  assert.equal((await ask(url, TEAM_PATHS.people, {})).status, 401);
});

test('the audit log is for owners, page by page; a token of one project sees neither it nor homes', async (context) => {
  const { server, tenant, token, ben, url, get } = await sharingTeam(context);
  for (let n = 0; n < 110; n += 1) await server.admin('member', 'role', 'Rea', 'reader', '--tenant', tenant);
  const first = await get<{ rows: JsonObject[]; next: string }>(TEAM_PATHS.audit);
  assert.deepEqual([first.rows.length, first.rows[0]?.action], [100, 'person.role']);
  const rest = await get<{ rows: JsonObject[]; next?: string }>(`${TEAM_PATHS.audit}?after=${first.next}`);
  assert.deepEqual([rest.next, rest.rows.at(-1)?.action], [undefined, 'tenant.create']);
  const bound = await server.token(tenant, 'Ada', '--project', 'github.com/acme/app');
  for (const shown of [ben, bound.token])
    assert.equal((await ask(url, TEAM_PATHS.audit, { token: shown })).status, 403);
  const { rows } = await get<{ rows: TeamPerson[] }>(TEAM_PATHS.people, bound.token);
  assert.deepEqual(
    rows.map(({ homes }) => homes),
    [undefined, undefined, undefined],
  );
  assert.equal((await ask(url, TEAM_PATHS.audit, { token })).status, 200);
});
