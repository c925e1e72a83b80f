import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ImportProgress } from '../../src/api/answers.ts';
import { findImporters } from '../../src/importers/registry.ts';
import { type Database, openDatabase, type SqlValue } from '../../src/platform/sqlite/sqlite.ts';
import { insertRow } from '../importers/fixture.ts';
import { openFresh } from '../support/fresh-home.ts';

// The schemas of the reference documents, as their authors wrote them, with one row in every table that is read.
const DATA = process.env.CAIRN_DATA ?? resolve(fileURLToPath(new URL('../../../shared/data', import.meta.url)));
const SEEDS = join(DATA, '..', 'seeds');
const AT = '2026-02-03T10:00:00Z';

/** What a row of each table holds where words will not do; a column that its schema lacks is left out. */
const VALUES: Readonly<Record<string, SqlValue>> = {
  id: 1,
  created_at: AT,
  started_at: AT,
  updated_at: AT,
  compacted_at: AT,
  created_at_epoch: Date.parse(AT),
  started_at_epoch: Date.parse(AT),
  content_session_id: 's-1',
  memory_session_id: 's-1',
  project: 'shop',
  project_path: '/srv/shop',
  cwd: '/srv/shop',
  type: 'decision',
  pattern_type: 'error',
  source: 'ai',
  event_type: 'PostToolUse',
  tool_input: '{"command":"npm test"}',
  checkpoint_type: 'auto',
  role: 'user',
  facts: '["one"]',
  prompt_number: 1,
  sequence: 0,
};

const PRODUCTS = [
  {
    product: 'kiro-memory',
    place: '.contextkit/contextkit.db',
    schema: () => kiroSchema(readSeed('000_39e0b1dd94115f39.txt')),
    rows: {
      sessions: {},
      observations: {},
      prompts: {},
      summaries: { session_id: 's-1' },
      checkpoints: { session_id: 1 },
    },
  },
  {
    product: 'kimi-mneme',
    place: '.kimi/mneme/mneme.db',
    schema: () => tablesIn(readSeed('002_c1f90e297e0359d4.txt').replace('TEXT -- vec', 'TEXT, -- vec')),
    rows: {
      sessions: { id: 's-1' },
      observations: { session_id: 's-1' },
      summaries: { session_id: 's-1' },
      session_checkpoints: { session_id: 's-1' },
      compaction_events: { session_id: 's-1' },
      patterns: { last_seen_session_id: 's-1' },
      structured_observations: { session_id: 's-1' },
    },
  },
  {
    product: 'context-memory',
    place: '.claude/context-memory/context.db',
    schema: () => tablesIn(readSeed('003_1850cfbee12eb15b.txt')),
    rows: {
      sessions: { session_id: 's-1' },
      messages: { session_id: 1 },
      summaries: { session_id: 1 },
      topics: { session_id: 1 },
      code_snippets: { session_id: 1 },
    },
  },
] as const;

function readSeed(name: string): string {
  return readFileSync(join(SEEDS, name), 'utf8');
}

/** The tables that a text declares in SQL. */
function tablesIn(text: string): string[] {
  return [...text.matchAll(/^CREATE TABLE \w+ \([\s\S]*?^\);/gm)].map(([sql]) => sql);
}

/** The tables of a page that lists their columns. */
function kiroSchema(page: string): string[] {
  return page.split(/^### /m).flatMap((section) => {
    const [, table] = /^`(\w+)`/.exec(section) ?? [];
    const columns = [...section.matchAll(/^\| `(\w+)` \| (\w+)/gm)].map(([, name, type]) => `${name} ${type}`);
    return table === undefined || columns.length === 0 ? [] : [`CREATE TABLE ${table} (${columns.join(', ')});`];
  });
}

function fillTable(db: Database, table: string, given: Readonly<Record<string, SqlValue>>): void {
  const columns = db.all<{ name: string; type: string }>('SELECT name, type FROM pragma_table_info(?)', table);
  const row = columns.map(({ name, type }): [string, SqlValue] => {
    const words = /INT|REAL/.test(type) ? 1 : `the ${name} of ${table}`;
    return [name, given[name] ?? (/^(?:completed|ended)_at/.test(name) ? null : (VALUES[name] ?? words))];
  });
  insertRow(db, table, Object.fromEntries(row));
}

suite('a database of the schema that its product documents', () => {
  for (const { product, place, schema, rows } of PRODUCTS) {
    test(`${product}: each table's row arrives, with its date and its project`, async (context) => {
      const { memory, store, at } = openFresh(context);
      const path = join(at.userHome, place);
      mkdirSync(join(path, '..'), { recursive: true });
      const db = openDatabase(path);
      for (const sql of schema()) db.exec(sql);
      db.exec('PRAGMA foreign_keys = OFF');
      for (const [table, given] of Object.entries(rows)) fillTable(db, table, given);
      db.close();
      const [found] = findImporters({ home: at.userHome, variables: {} });
      assert.equal(found?.source.name, product);

      let last: ImportProgress | undefined;
      for await (const progress of memory.import({ from: product })) last = progress;
      assert.deepEqual([last?.errors, last?.skipped], [[], {}]);
      assert.equal(last?.read, Object.keys(rows).length);
      const events = await store.log.select({ agent: product }, { after: 0, limit: 100 });
      assert.ok(events.length >= Object.keys(rows).length);
      const [project, ...others] = await store.log.projects();
      assert.deepEqual([project?.name, others], ['shop', []]);
      for (const event of events) assert.deepEqual([event.at, event.project], [Date.parse(AT), project?.id]);
    });
  }
});
