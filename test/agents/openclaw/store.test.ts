import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { readDatabase } from '../../../src/agents/openclaw/database.ts';
import { OPENCLAW } from '../../../src/agents/openclaw/openclaw.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { takeIgnored } from '../../../src/platform/ignored.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { readAll } from '../database-rows.ts';
import { databaseIn, SESSION, storeRows, writeStore } from './fixtures.ts';

const ROWS = storeRows();

function storeOf(context: TestContext, rows: readonly JsonObject[] = ROWS): string {
  const path = databaseIn(temporaryFolder(context));
  writeStore(path, rows);
  return path;
}

suite('the database of an OpenClaw agent', () => {
  test('names the tool that its one tool for all others called', (context) => {
    const rows = ROWS.map((row) => {
      if (row.table !== 'transcript_events') return row;
      const text = String(row.event_json ?? row.event_zstd).replace(/"(name|toolName)":"exec"/g, '"$1":"tool_call"');
      const called = text.replace(/"arguments":(\{"command":[^}]*\})/g, '"arguments":{"id":"cairn__search","args":$1}');
      return typeof row.event_json !== 'string' ? { ...row, event_zstd: called } : { ...row, event_json: called };
    });
    const ends = bodiesOf(readAll(readDatabase('openclaw', storeOf(context, rows))).events, 'tool.end');
    assert.deepEqual(ends.map(({ tool, input }) => [tool, Object.keys(input)]).slice(2), [
      ['cairn__search', ['command']],
      ['cairn__search', ['command']],
    ]);
  });

  test('tells a session with its outcomes: an exit code other than 0 is a failure', (context) => {
    const { events, read, skipped } = readAll(readDatabase('openclaw', storeOf(context)));
    assert.deepEqual(
      events.map(({ body }) => body.kind),
      ['prompt', 'message', 'tool.end', 'tool.end', 'tool.end', 'tool.end', 'message', 'turn.end'],
    );
    const ends = bodiesOf(events, 'tool.end');
    assert.deepEqual(
      ends.map(({ tool, success, exitCode }) => [tool, success, exitCode]),
      [
        ['read', true, undefined],
        ['edit', true, undefined],
        ['exec', false, 2],
        ['exec', true, 0],
      ],
    );
    assert.match(ends[0]?.output ?? '', /^export const round/);
    for (const { agentSession, cwd } of events) assert.deepEqual([agentSession, cwd], [SESSION, '/home/dev/shop']);
    assert.deepEqual(
      events.slice(0, 2).map(({ at }) => at),
      [1790000000600, 1790000003000],
    );
    assert.equal(read, 10);
    assert.deepEqual(skipped, { session: 1, model_change: 1, custom: 3 });
  });

  test('is read again from the beginning of the sessions to which a row was added, and of no other', (context) => {
    const other = ROWS.map((row) => ({ ...row, session_id: 'other' }));
    const path = storeOf(context, [...other, ...ROWS.slice(0, -1)]);
    const first = readAll(readDatabase('openclaw', path));
    assert.deepEqual(readAll(readDatabase('openclaw', path, first.state)).events, []);
    writeStore(path, [...other, ...ROWS]);
    const again = readAll(readDatabase('openclaw', path, first.state));
    assert.deepEqual([...new Set(again.events.map(({ agentSession }) => agentSession))], [SESSION]);
    assert.equal(again.events.length, 8);
  });

  test('with rows that nobody can read gives the others', (context) => {
    const row = { table: 'transcript_events', session_id: SESSION, created_at: 1 };
    const odd = [
      { ...row, seq: 100, event_json: '{"type":' },
      { ...row, seq: 101, event_json: null },
      { ...row, seq: 102, event_json: '{"type":"hologram"}' },
    ];
    const path = storeOf(context, [...ROWS, ...odd]);
    const db = openDatabase(path);
    db.run("UPDATE transcript_events SET event_zstd = x'0102' WHERE seq = 101");
    db.close();
    const { events, skipped } = readAll(readDatabase('openclaw', path));
    assert.equal(events.length, 8);
    assert.deepEqual([skipped.malformed, skipped['event:unreadable'], skipped.hologram], [1, 1, 1]);
    assert.deepEqual(takeIgnored(), { 'packed value in the store of an agent could not be unpacked': 1 });
  });

  test('of another kind is skipped, one that is none is an error', (context) => {
    const path = join(temporaryFolder(context), 'openclaw-agent.sqlite');
    const db = openDatabase(path);
    db.exec('CREATE TABLE transcript_events (id text)');
    db.close();
    assert.deepEqual(readAll(readDatabase('openclaw', path)).skipped, { 'unknown-schema': 1 });
    rmSync(path);
    writeFileSync(path, 'no database, but long enough to be read as the head of one'.repeat(20));
    assert.throws(() => readAll(readDatabase('openclaw', path)), { code: 'damaged' });
  });

  test('is found for each agent, beside the files of older versions', (context) => {
    const home = temporaryFolder(context);
    writeStore(databaseIn(home), ROWS);
    writeStore(databaseIn(home, 'work'), ROWS);
    const found = OPENCLAW.findTranscripts({ home, variables: {} }).map(({ path }) => path);
    assert.deepEqual(found.toSorted(), [databaseIn(home), databaseIn(home, 'work')]);
  });
});
