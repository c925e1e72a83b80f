import assert from 'node:assert/strict';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/devin-cli/capabilities.ts';
import { createSnapshot } from '../../../src/agents/devin-cli/database.ts';
import { detect, findTranscripts, transcriptOf } from '../../../src/agents/devin-cli/places.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { EventKind, RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { readAll } from '../database-rows.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { databaseOf, hookEvents, SESSION, storedRows, writeStore } from './fixtures.ts';

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);

/** A database that holds these rows. */
function stored(context: TestContext, rows: readonly JsonObject[] = storedRows()): string {
  const path = join(temporaryFolder(context), 'sessions.db');
  writeStore(path, rows);
  return path;
}

/** Rows of the session with these messages, a second apart. */
function messages(...texts: (string | JsonObject | null)[]): JsonObject[] {
  const nodes = texts.map((text, i): JsonObject => {
    const message = typeof text === 'object' && text !== null ? JSON.stringify(text) : text;
    return { table: 'message_nodes', row_id: i + 1, session_id: SESSION, chat_message: message, created_at: i + 1 };
  });
  return [...storedRows().slice(0, 1), ...nodes];
}

suite('the database of Devin CLI, made as others found it', () => {
  test('tells of prompts, words and tools with their folder and time, and of no hidden session', (context) => {
    const { events, read, skipped, state } = readAll(createSnapshot({ path: stored(context) }));
    assert.deepEqual(
      events.map(({ body }) => body.kind),
      ['prompt', 'message', ...Array(4).fill('tool.end'), 'message', 'prompt', 'message'],
    );
    const [first] = events;
    assert.deepEqual([first?.agentSession, first?.cwd, first?.at], [SESSION, '/home/dev/shop', 1_790_000_002_000]);
    assert.deepEqual([read, skipped], [11, { 'role:system': 1 }]);
    // The last call got no answer yet: from there on is read again.
    assert.deepEqual(state, { row: 10 });
  });

  test('gives only what is new when it is read again', (context) => {
    const rows = storedRows();
    const first = readAll(createSnapshot({ path: stored(context, rows.slice(0, 7)) }));
    const second = readAll(createSnapshot({ path: stored(context, rows) }, first.state));
    const whole = readAll(createSnapshot({ path: stored(context, rows) }));
    assert.deepEqual(first.state, { row: 4 });
    assert.deepEqual(fold([...first.events, ...second.events]), fold(whole.events));
    assert.equal(second.events.length, 6);
    assert.deepEqual(readAll(createSnapshot({ path: stored(context, rows) }, whole.state)).events.length, 1);
  });

  test('of a call without a result tells that it began, once the next prompt came', (context) => {
    const call = { role: 'assistant', tool_calls: [{ id: 'c', name: 'exec', arguments: { command: 'x' } }] };
    const path = stored(context, messages({ role: 'user', content: 'a' }, call, { role: 'user', content: 'b' }));
    const { events, state } = readAll(createSnapshot({ path }));
    assert.deepEqual(
      events.map(({ body, at }) => [body.kind, at]),
      [
        ['prompt', 1_000],
        ['tool.start', 2_000],
        ['prompt', 3_000],
      ],
    );
    assert.deepEqual(state, { row: 3 });
  });

  test('counts what it cannot read, and goes on', (context) => {
    const unasked = { role: 'tool', tool_call_id: 'x', content: 'y' };
    const rows = messages('{"role":', null, { role: 'user' }, unasked, { x: 1 }, { role: 'agent', content: 'Hi.' });
    const { events, skipped } = readAll(createSnapshot({ path: stored(context, rows) }));
    assert.deepEqual(
      events.map(({ body }) => body),
      [{ kind: 'message', text: 'Hi.' }],
    );
    const counted = {
      'message:malformed': 1,
      'message:too-long': 1,
      'user:empty': 1,
      'tool:unasked': 1,
      'role:unknown': 1,
    };
    assert.deepEqual(skipped, counted);
  });

  test('of another schema is left alone', (context) => {
    const path = join(temporaryFolder(context), 'sessions.db');
    writeStore(path, [], 'CREATE TABLE sessions (id TEXT); CREATE TABLE messages (id TEXT);');
    assert.deepEqual(readAll(createSnapshot({ path })), {
      events: [],
      read: 0,
      skipped: { 'unknown-schema': 1 },
      state: { row: 0 },
    });
  });

  test('is found where Devin CLI keeps it', (context) => {
    const home = temporaryFolder(context);
    const environment = { home, variables: {} };
    assert.deepEqual([detect(environment), findTranscripts(environment)], [false, []]);
    writeStore(databaseOf(home), []);
    assert.equal(detect(environment), true);
    assert.equal(transcriptOf(SESSION, environment), databaseOf(home));
  });
});

test('one session of Devin CLI by hook and by database gives each event once, in either order', (context) => {
  const { events } = readAll(createSnapshot({ path: stored(context) }));
  const hooks = hookEvents();
  const folded = fold([...hooks, ...events]);
  assert.deepEqual(fold([...events, ...hooks]), folded);
  const of = (source: string): EventKind[] =>
    folded.flatMap(({ sources, body }) => (sources.join() === source ? [body.kind] : [])).sort();
  assert.deepEqual(of('hook,transcript'), ['message', 'message', 'prompt', 'prompt', ...Array(4).fill('tool.end')]);
  assert.deepEqual(of('transcript'), ['message']);
});
