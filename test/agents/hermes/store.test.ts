import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { readDatabase } from '../../../src/agents/hermes/database.ts';
import { HERMES } from '../../../src/agents/hermes/hermes.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { openFresh } from '../../support/fresh-home.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { readAll } from '../database-rows.ts';
import { databaseIn, SESSION, storeRows, writeStore } from './fixtures.ts';

const ROWS = storeRows();
const [HEAD = {}, ...MESSAGES] = ROWS;
const START = 1_790_000_000;
const message = (id: number, more: JsonObject): JsonObject => ({
  table: 'messages',
  id,
  session_id: SESSION,
  timestamp: START + id,
  ...more,
});

function read(context: TestContext, rows: readonly JsonObject[] = ROWS): ReturnType<typeof readAll> {
  const path = databaseIn(temporaryFolder(context));
  writeStore(path, rows);
  return readAll(readDatabase(path));
}

const kindsOf = ({ events }: ReturnType<typeof readAll>): string[] => events.map(({ body }) => body.kind);

suite('the database of Hermes', () => {
  test('tells a session with its times and outcomes', (context) => {
    const reading = read(context);
    const { events, skipped } = reading;
    assert.deepEqual(
      bodiesOf(events, 'tool.end').map(({ tool, success, exitCode, output }) => [tool, success, exitCode, output]),
      [
        ['read_file', true, undefined, '1|export const round = (x) => x;\n2|'],
        [
          'patch',
          true,
          undefined,
          '{"success": true, "diff": "-=> x\\n+=> Math.round(x)\\n", "files_modified": ["/home/dev/shop/amounts.js"]}',
        ],
        ['terminal', false, 2, '2 amounts are wrong'],
        ['terminal', true, 0, '1'],
        ['patch', false, undefined, 'Could not find a match for old_string in the file'],
      ],
    );
    assert.deepEqual(
      bodiesOf(events, 'prompt').map(({ text }) => text),
      ['Round the amounts to cents. Always run node check.js before a commit.', 'Go on.'],
    );
    assert.equal(bodiesOf(events, 'message').length, 4);
    // Hermes nudges itself on after an answer that it has to verify: that ends no turn.
    assert.equal(kindsOf(reading).filter((kind) => kind === 'turn.end').length, 2);
    assert.deepEqual([events[0]?.at, events.at(-1)?.at], [1790000001411, 1790000062500]);
    for (const { agentSession, cwd } of events) assert.deepEqual([agentSession, cwd], [SESSION, '/home/dev/shop']);
    assert.deepEqual(skipped, {});
  });

  test('is read again from the beginning of the sessions to which a message was added', (context) => {
    const path = databaseIn(temporaryFolder(context));
    writeStore(path, ROWS.slice(0, -1));
    const { state } = readAll(readDatabase(path));
    assert.deepEqual(readAll(readDatabase(path, state)).events, []);
    writeStore(path, ROWS);
    assert.deepEqual(kindsOf(readAll(readDatabase(path, state))), kindsOf(read(context)));
  });

  test('tells a call that has no result yet, and what was interrupted', (context) => {
    const stopped = '[Tool execution cancelled — terminal was skipped due to user interrupt]';
    const { events } = read(context, [
      ...ROWS.slice(0, 7),
      message(7, { role: 'tool', content: stopped, tool_call_id: 'call_3', tool_name: 'terminal' }),
      ...ROWS.slice(8, 9),
    ]);
    const [, , ended] = bodiesOf(events, 'tool.end');
    assert.deepEqual([ended?.success, ended?.interrupted], [false, true]);
    assert.deepEqual(
      bodiesOf(events, 'tool.start').map(({ input }) => input),
      [{ command: 'grep -c round amounts.js' }],
    );
  });

  test('of a session that was compacted in place tells the summary, and what was copied behind it once', (context) => {
    const archived = MESSAGES.map((row) => ({ ...row, active: 0, compacted: 1 }));
    const now = { timestamp: START + 100 };
    const summary =
      '[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted:\nThe amounts round.\n\n--- END OF CONTEXT SUMMARY — respond to the message below ---';
    const copies = [
      { role: 'user', content: summary },
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: 'There is nothing left to do.', finish_reason: 'stop' },
    ].map((row, i) => message(50 + i, { ...row, ...now }));
    const more = [
      message(60, { role: 'user', content: 'Go on.' }),
      message(61, { role: 'assistant', content: 'There is nothing left to do.', finish_reason: 'stop' }),
    ];
    const { events, skipped } = read(context, [HEAD, ...archived, ...copies, ...more]);
    assert.deepEqual(
      bodiesOf(events, 'prompt').map(({ text }) => text),
      ['Round the amounts to cents. Always run node check.js before a commit.', 'Go on.', 'Go on.'],
    );
    assert.equal(bodiesOf(events, 'turn.end').length, 3);
    assert.deepEqual(bodiesOf(events, 'compact.end'), [
      { kind: 'compact.end', trigger: 'unknown', summary: 'The amounts round.' },
    ]);
    assert.deepEqual(skipped, { 'message:copied': 2 });
  });

  test('tells what a session copied of the one that it continues as that one’s alone', (context) => {
    const next = { ...HEAD, id: 'next', parent_session_id: SESSION };
    const copies = MESSAGES.slice(-2).map((row, i) => ({ ...row, id: 100 + i, session_id: 'next' }));
    const more = [{ ...message(102, { role: 'user', content: 'Commit it.' }), session_id: 'next' }];
    const rows = [{ ...HEAD, end_reason: 'compression' }, next, ...MESSAGES, ...copies, ...more];
    const { events } = read(context, rows);
    const own = events.filter(({ agentSession }) => agentSession === 'next');
    assert.deepEqual(
      own.map(({ body }) => 'text' in body && body.text),
      ['Commit it.'],
    );
  });

  test('tells a subagent’s session within that of its agent: its task is no prompt of a person', (context) => {
    const config = { _delegate_from: SESSION };
    const sub = { ...HEAD, id: 'sub', parent_session_id: SESSION, model_config: config };
    const own = [
      { role: 'user', content: 'Look for other floats.' },
      { role: 'assistant', content: 'There are none.', finish_reason: 'stop' },
    ].map((row, i) => ({ ...message(80 + i, row), session_id: 'sub' }));
    const { events } = read(context, [HEAD, sub, ...MESSAGES, ...own]);
    assert.deepEqual([...new Set(events.map(({ agentSession }) => agentSession))], [SESSION]);
    assert.deepEqual(
      events.filter(({ subagent }) => subagent === 'sub').map(({ body }) => body),
      [
        { kind: 'subagent.start', type: '', task: 'Look for other floats.' },
        { kind: 'message', text: 'There are none.', model: 'lab-model' },
        { kind: 'subagent.end', type: '', result: 'There are none.' },
      ],
    );
  });

  test('with rows that nobody can read gives the others', (context) => {
    const { events, skipped } = read(context, [
      ...ROWS,
      message(90, { role: 'hologram', content: 'x' }),
      message(91, { role: 'tool', content: 'x' }),
      message(92, { role: 'assistant', content: '', tool_calls: '[{"id":' }),
      message(93, { role: 'user', content: '\0json:[{"type":"text","text":"Look."},{"type":"image_url"}]' }),
    ]);
    assert.equal(bodiesOf(events, 'prompt').at(-1)?.text, 'Look.\n[image_url]');
    assert.deepEqual(skipped, { 'role:hologram': 1, 'tool:malformed': 1 });
  });

  test('of another kind is skipped, one that is none is an error', (context) => {
    const path = join(temporaryFolder(context), 'state.db');
    const db = openDatabase(path);
    db.exec('CREATE TABLE sessions (id text)');
    db.close();
    assert.deepEqual(readAll(readDatabase(path)).skipped, { 'unknown-schema': 1 });
    rmSync(path);
    writeFileSync(path, 'no database, but long enough to be read as the head of one'.repeat(20));
    assert.throws(() => readAll(readDatabase(path)), { code: 'damaged' });
  });
});

suite('the sessions of Hermes', () => {
  test('are the databases of all profiles and the files of older versions, not the requests that failed', (context) => {
    const home = temporaryFolder(context);
    const sessions = join(home, '.hermes', 'sessions');
    const profile = join(home, '.hermes', 'profiles', 'work', 'state.db');
    mkdirSync(sessions, { recursive: true });
    for (const name of ['sessions.json', 'request_dump_x_20261122_210646_1.json', `session_${SESSION}.json`]) {
      writeFileSync(join(sessions, name), '{"session_id":"x","request":{}}');
    }
    writeStore(databaseIn(home), ROWS);
    writeStore(profile, ROWS);
    const found = HERMES.findTranscripts({ home, variables: {} }).map(({ path }) => path);
    const wanted = [databaseIn(home), profile, join(sessions, `session_${SESSION}.json`)];
    assert.deepEqual(found.toSorted(), wanted.toSorted());
  });

  test('that a version kept in both are one', async (context) => {
    const { memory, store, at } = openFresh(context);
    writeStore(databaseIn(at.userHome), ROWS);
    for await (const _progress of memory.import({ agent: 'hermes' }));
    const before = (await store.log.since(0, 100)).map(({ id }) => id);
    const messages = MESSAGES.map(({ table: _table, id: _id, timestamp: _time, ...row }) => row);
    const folder = join(at.userHome, '.hermes', 'sessions');
    mkdirSync(folder, { recursive: true });
    const file = { session_id: SESSION, session_start: '2026-09-21T13:33:20', cwd: '/home/dev/shop', messages };
    writeFileSync(join(folder, `session_${SESSION}.json`), JSON.stringify(file));
    for await (const _progress of memory.import({ agent: 'hermes' }));
    assert.deepEqual(
      (await store.log.since(0, 100)).map(({ id }) => id),
      before,
    );
    assert.equal(before.length, 13);
  });
});
