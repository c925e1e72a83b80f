import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PgPool, PgValue } from '../../src/platform/postgres/postgres.ts';
import { createEngine } from '../../src/store/postgres/engine/engine.ts';
import { APP_ROLE, migratePostgres } from '../../src/store/postgres/engine/migrate.ts';
import { pageAudit } from '../../src/store/postgres/team/audit.ts';
import { homesOf, listMembers, namesOf } from '../../src/store/postgres/team/member-rows.ts';
import { listProjectFigures } from '../../src/store/postgres/team/project-figures.ts';
import { findTouching, sharersOf } from '../../src/store/postgres/team/who-knows.ts';
import { createDatabase, OWNER, poolOf } from './engines.ts';

const TENANT = 'team-a';
const PROJECT = 'r_aaaaaaaaaaaaaaaa';
const MEMORIES = 20_000;

/** Two teams with the same rows: 100 people and homes, two projects, and many memories of them, each with a file and a concept. */
const FILL = ['team-a', 'team-b']
  .map(
    (tenant) => `SET search_path TO cairn;
INSERT INTO people (tenant_id, id, name, role, created_at) SELECT '${tenant}', 'm' || n, 'name' || n, 'member', n FROM generate_series(1, 100) n;
INSERT INTO tokens (tenant_id, id, person_id, name, hash, scopes, created_at, used_at)
  SELECT '${tenant}', 'k' || n, 'm' || (n % 100 + 1), '', '${tenant}' || n, 'read', n, n FROM generate_series(1, 2000) n;
INSERT INTO sync_homes (tenant_id, home, person_id, first_at) SELECT '${tenant}', 'h' || n, 'm' || (n % 100 + 1), n FROM generate_series(1, 2000) n;
INSERT INTO projects (tenant_id, id, seq, identity, name) SELECT '${tenant}', id, 1, 'x', 'x' FROM unnest(ARRAY['${PROJECT}', 'r_bbbbbbbbbbbbbbbb']) id;
INSERT INTO audit (tenant_id, seq, at, actor, action, target, detail) SELECT '${tenant}', n, n, '', '', '', '' FROM generate_series(1, 5000) n;
INSERT INTO sync_records (tenant_id, project_id, id, seq, kind, home, person_id, target, version, bytes, at, record)
  SELECT '${tenant}', CASE n % 2 WHEN 0 THEN '${PROJECT}' ELSE 'r_bbbbbbbbbbbbbbbb' END, 'e' || n, n, 'event', 'h' || (n % 2000), 'm' || (n % 100 + 1), 'o' || n, 1, 9, n, '{}'
  FROM generate_series(1, ${MEMORIES}) n;
INSERT INTO items (tenant_id, project_id, id, seq, kind, sort, session_id, event_id, at, author, exposed, meaning, category, status, tokens, hidden, retired, made, content_hash, head, item)
  SELECT tenant_id, project_id, target, seq, (ARRAY['knowledge', 'summary', 'topic', 'commit'])[seq % 4 + 1], '', '', id, at, 'member', false, '', '', '', 0, false, false, false, seq, '{}', '{"title":"x"}' FROM sync_records WHERE tenant_id = '${tenant}';
INSERT INTO item_files (tenant_id, project_id, path, item_id, changed, seq)
  SELECT tenant_id, project_id, 'src/' || (seq % 50) || '/' || seq, id, true, seq FROM items WHERE tenant_id = '${tenant}';
INSERT INTO item_concepts (tenant_id, concept, item_id, seq) SELECT tenant_id, 'c' || (seq % 100), id, seq FROM items WHERE tenant_id = '${tenant}';`,
  )
  .join('\n');

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  Plans?: PlanNode[];
}

/** The pool, which keeps each statement with what it was run with. */
function recording(pool: PgPool, ran: Map<string, readonly PgValue[]>): PgPool {
  return {
    ...pool,
    async connect() {
      const connection = await pool.connect();
      return {
        ...connection,
        query(text, values) {
          ran.set(text, values);
          return connection.query(text, values);
        },
      };
    },
  };
}

/** The scans of tables in a plan. */
function scansOf(node: PlanNode): PlanNode[] {
  return [...(node['Relation Name'] === undefined ? [] : [node]), ...(node.Plans ?? []).flatMap(scansOf)];
}

test('what the dashboard reads is found by an index, a bounded number of rows, under row security', async () => {
  const { server, name } = await createDatabase();
  await migratePostgres(poolOf(server, OWNER, name));
  server.psql(FILL, name);
  server.psql('ANALYZE', name);
  const app = poolOf(server, APP_ROLE, name);
  for (const project of [undefined, PROJECT]) {
    const ran = new Map<string, readonly PgValue[]>();
    const engine = createEngine(recording(app, ran), TENANT, { project });
    const people = await listMembers(engine, { after: '', limit: 20 });
    const ids = people.map(({ id }) => id);
    await homesOf(engine, ids, 1_000);
    await namesOf(engine, ids);
    await pageAudit(engine, { before: undefined, limit: 100 });
    await listProjectFigures(engine, { after: '', limit: 50, counted: 100, records: 100 });
    for (const topic of [
      { project: PROJECT },
      { path: 'src/6' },
      { project: PROJECT, path: 'src/8' },
      { concept: 'c8' },
    ])
      assert.ok((await findTouching(engine, topic, 500)).memories.length > 80, JSON.stringify(topic));
    await sharersOf(engine, ['o2', 'o4']);
    await listProjectFigures(engine, { after: '', limit: 50, counted: 100, records: 100 });
    assert.ok(ran.size > 10, `${ran.size} statements`);
    const connection = await app.connect();
    try {
      const bound = project === undefined ? '' : `, set_config('cairn.project', '${project}', true)`;
      await connection.exec(
        `BEGIN; SET LOCAL search_path TO cairn; SELECT set_config('cairn.tenant', '${TENANT}', true)${bound}`,
      );
      for (const [text, values] of ran) {
        const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        );
        for (const scan of rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan }) => scansOf(Plan)))) {
          const { 'Relation Name': table = '', 'Node Type': type } = scan;
          const read = (scan['Actual Rows'] ?? 0) * (scan['Actual Loops'] ?? 0);
          const isSmall = ['people', 'projects'].includes(table);
          assert.ok(isSmall || !/Seq Scan/.test(type), `${type} of ${table}: ${text}`);
          assert.ok(read <= 5_000, `${read} rows of ${table}: ${text}`);
        }
      }
    } finally {
      await connection.exec('ROLLBACK');
      connection.release();
    }
  }
});
