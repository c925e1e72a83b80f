import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/agents/opencode/capabilities.ts';
import { readFiles } from '../../../src/agents/opencode/files.ts';
import { detect, findTranscripts, transcriptOf } from '../../../src/agents/opencode/places.ts';
import { readDatabase } from '../../../src/agents/shared/opencode/database.ts';
import { toolEvent } from '../../../src/agents/shared/opencode/tool-part.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { readAll } from '../database-rows.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import {
  dataFolderOf,
  hookEvents,
  OLD_SESSION,
  OLD_SUBAGENT,
  SESSION,
  STORAGE,
  SUBAGENT,
  storeWrites,
  writeOldSessions,
  writeStore,
} from './fixtures.ts';

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);
const WRITES = storeWrites();

function storeOf(context: TestContext, rows: readonly JsonObject[] = WRITES): string {
  const path = join(temporaryFolder(context), 'opencode.db');
  writeStore(path, rows);
  return path;
}

suite('the database of OpenCode', () => {
  test('tells the session, its subagent within it', (context) => {
    const { events, skipped } = readAll(readDatabase('opencode', storeOf(context)));
    assert.deepEqual([...new Set(events.map(({ agentSession }) => agentSession))], [SESSION]);
    assert.deepEqual(bodiesOf(events, 'prompt'), [
      {
        kind: 'prompt',
        text: 'We decided that amounts are integer cents. Fix the rounding.',
        origin: 'person',
      },
      {
        kind: 'prompt',
        text: 'Continue if you have next steps, or stop and ask for clarification if you are unsure how to proceed.',
        origin: 'system',
      },
      { kind: 'prompt', text: 'Delete the build folder.', origin: 'person' },
      { kind: 'prompt', text: 'Then leave it.', origin: 'person' },
    ]);
    const own = events.filter(({ subagent }) => subagent === SUBAGENT);
    assert.deepEqual(
      own.map(({ body }) => body.kind),
      ['subagent.start', 'tool.end', 'message', 'subagent.end'],
    );
    assert.deepEqual(own[0]?.body, { kind: 'subagent.start', type: 'explore', task: 'Find other floats in src.' });
    assert.deepEqual(own[3]?.body, { kind: 'subagent.end', type: 'explore', result: 'There are no other floats.' });
    assert.deepEqual(skipped, {
      'part:own': 1,
      'part:file': 1,
      'part:synthetic': 1,
      'part:step-start': 10,
      'part:step-finish': 8,
      'part:reasoning': 1,
      'part:patch': 1,
    });
  });

  test('tells how tools ended: well, with an exit code, refused, and not at all', (context) => {
    const { events } = readAll(readDatabase('opencode', storeOf(context)));
    const ends = bodiesOf(events, 'tool.end').filter(({ tool }) => tool === 'bash');
    assert.deepEqual(
      ends.map(({ success, exitCode, interrupted }) => [success, exitCode, interrupted]),
      [
        [false, 1, undefined],
        [true, 0, undefined],
        [false, undefined, true],
      ],
    );
    assert.deepEqual(bodiesOf(events, 'tool.start'), [
      { kind: 'tool.start', tool: 'bash', input: { command: 'git status', description: 'Look' } },
    ]);
    assert.deepEqual(bodiesOf(events, 'compact.end'), [
      {
        kind: 'compact.end',
        trigger: 'auto',
        summary: 'Goal: integer cents. The discount rounds now; the check failed once.',
      },
    ]);
    assert.deepEqual(bodiesOf(events, 'turn.failed'), [{ kind: 'turn.failed', error: 'APIError: overloaded' }]);
    assert.equal(bodiesOf(events, 'turn.end').length, 2);
  });

  test('told with the hooks, in either order, gives each event once', (context) => {
    const { events } = readAll(readDatabase('opencode', storeOf(context)));
    const folded = fold([...hookEvents(), ...events]);
    assert.deepEqual(fold([...events, ...hookEvents()]), folded);
    const byHookAlone = folded.filter(({ sources }) => sources.join() === 'hook').map(({ body }) => body.kind);
    assert.deepEqual([...new Set(byHookAlone)].sort(), ['session.end', 'session.start']);
  });

  test('read at any time and again from where that reading came to tells the same', (context) => {
    const path = join(temporaryFolder(context), 'opencode.db');
    writeStore(path, WRITES);
    const whole = fold(readAll(readDatabase('opencode', path)).events);
    const cuts = fc.array(fc.nat(WRITES.length), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(cuts, (places) => {
        const events: RawEvent[] = [];
        let state: JsonObject = {};
        for (const place of [...places.toSorted((one, other) => one - other), WRITES.length]) {
          writeStore(path, WRITES.slice(0, place));
          const reading = readAll(readDatabase('opencode', path, state));
          events.push(...reading.events);
          ({ state } = reading);
        }
        assert.deepEqual(fold(events), whole);
      }),
      { numRuns: 40 },
    );
  });

  test('is read while OpenCode writes, and left as it is', (context) => {
    const path = storeOf(context);
    const writer = openDatabase(path);
    context.after(() => writer.close());
    writer.run(`UPDATE session SET title = 'x'`);
    writer.transaction(() => {
      writer.run(`DELETE FROM part`);
      assert.equal(bodiesOf(readAll(readDatabase('opencode', path)).events, 'prompt').length, 4);
    });
  });

  test('that holds rows nobody can read gives the others', (context) => {
    const odd = [
      { table: 'message', id: 'msg_b0', session_id: SESSION, time_created: 1, time_updated: 1, data: '{"role":' },
      { table: 'message', id: 'msg_b1', session_id: SESSION, time_created: 1, time_updated: 1, data: { role: 'x' } },
      {
        table: 'part',
        id: 'prt_b0',
        message_id: 'msg_b2',
        session_id: SESSION,
        time_created: 1,
        time_updated: 1,
        data: '[]',
      },
      { table: 'message', id: 'msg_b2', session_id: SESSION, time_created: 1, time_updated: 1, data: { role: 'user' } },
    ];
    const { events, skipped } = readAll(readDatabase('opencode', storeOf(context, [...WRITES, ...odd])));
    assert.equal(bodiesOf(events, 'prompt').length, 4);
    assert.equal(skipped['message:malformed'], 1);
    assert.equal(skipped['message:x'], 1);
    assert.equal(skipped['part:malformed'], 1);
  });

  test('of another kind is skipped, one that is none is an error', (context) => {
    const path = join(temporaryFolder(context), 'opencode.db');
    const db = openDatabase(path);
    db.exec('CREATE TABLE session (id text)');
    db.close();
    assert.deepEqual(readAll(readDatabase('opencode', path)).skipped, { 'unknown-schema': 1 });
    rmSync(path);
    writeFileSync(path, 'no database, but long enough to be read as the head of one'.repeat(20));
    assert.throws(() => readAll(readDatabase('opencode', path)), { code: 'damaged' });
  });
});

suite('the files of OpenCode before the database', () => {
  test('tell a session, and a subagent within that of its user', () => {
    const { events, read, skipped } = readAll(readFiles(join(STORAGE, 'session', 'p1', `${OLD_SESSION}.json`)));
    assert.deepEqual(
      events.map(({ body }) => body.kind),
      ['prompt', 'tool.end', 'message', 'turn.end'],
    );
    assert.deepEqual([read, skipped], [3, { 'message:malformed': 1 }]);
    const sub = readAll(readFiles(join(STORAGE, 'session', 'p1', `${OLD_SUBAGENT}.json`)));
    assert.deepEqual(
      sub.events.map(({ agentSession, subagent, body }) => [agentSession, subagent, body.kind]),
      ['subagent.start', 'message', 'subagent.end'].map((kind) => [OLD_SESSION, OLD_SUBAGENT, kind]),
    );
    assert.deepEqual(bodiesOf(sub.events, 'subagent.start')[0]?.task, 'Look for rates in src.');
  });

  test('that are cut or missing are skipped', (context) => {
    const path = join(temporaryFolder(context), 'storage', 'session', 'p', 'ses_x.json');
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '{"id":"ses_x"');
    assert.deepEqual(readAll(readFiles(path)).skipped, { 'session:malformed': 1 });
    writeFileSync(path, '{"id":"ses_x"}');
    assert.deepEqual(readAll(readFiles(path)).events, []);
  });
});

suite('the sessions of OpenCode', () => {
  test('are found in all databases and folders, and a hook’s in the database', (context) => {
    const home = temporaryFolder(context);
    const environment = { home, variables: {} };
    assert.equal(detect(environment), false);
    writeOldSessions(home);
    assert.equal(detect(environment), true);
    const old = join(dataFolderOf(home), 'storage', 'session', 'p1', `${OLD_SESSION}.json`);
    assert.equal(transcriptOf(OLD_SESSION, environment), old);
    assert.equal(transcriptOf(`../p1/${OLD_SESSION}`, environment), undefined);
    const database = join(dataFolderOf(home), 'opencode.db');
    writeStore(database, WRITES);
    symlinkSync(database, join(dataFolderOf(home), 'opencode-link.db'));
    assert.equal(transcriptOf(SESSION, environment), database);
    const found = findTranscripts(environment).map(({ path }) => path);
    assert.deepEqual(found.toSorted(), [database, old, old.replace(OLD_SESSION, OLD_SUBAGENT)].toSorted());
  });

  test('lie where OPENCODE_DB and XDG_DATA_HOME say', (context) => {
    const home = temporaryFolder(context);
    const moved = join(home, 'elsewhere', 'sessions.sqlite');
    writeStore(moved, WRITES.slice(0, 1));
    const paths = (variables: Record<string, string>): string[] =>
      findTranscripts({ home, variables }).map(({ path }) => path);
    assert.deepEqual(paths({ OPENCODE_DB: moved }), [moved]);
    assert.deepEqual(paths({ OPENCODE_DB: ':memory:' }), []);
    const data = join(home, 'data');
    writeStore(join(data, 'opencode', 'opencode-dev.db'), []);
    assert.deepEqual(paths({ XDG_DATA_HOME: data }), [join(data, 'opencode', 'opencode-dev.db')]);
  });
});

suite('the error of a tool call', () => {
  const errorOf = (tool: string, error: string) => {
    const data = { tool, state: { status: 'error', input: {}, error, time: {} } };
    const event = toolEvent(data, { id: 'c1', place: { agent: 'opencode', agentSession: 's1', at: 1 }, open: false });
    return event?.body.kind === 'tool.end' ? event.body.reply : undefined;
  };
  const REFUSED = 'The user rejected permission to use this specific tool call';

  test('is the reason of its user where it was refused', () => {
    const said = `${REFUSED} with the following feedback: keep the folder`;
    assert.deepEqual(errorOf('bash', said), { origin: 'person', refused: true, text: 'keep the folder' });
    assert.deepEqual(errorOf('bash', `${REFUSED}.`), { origin: 'person', refused: true });
    assert.equal(errorOf('notes_add', said)?.origin, 'unknown');
    assert.equal(errorOf('bash', `it failed: ${REFUSED}`), undefined);
  });
});
