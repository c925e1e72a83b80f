import assert from 'node:assert/strict';
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { createSnapshot } from '../../../src/agents/cursor/editor-store.ts';
import { findTranscripts } from '../../../src/agents/cursor/places.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent, Skipped } from '../../../src/core/model/event.ts';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// The store's shape is what others say of it: no program was run.
const BEGAN = Date.parse('2026-01-10T10:00:00Z');
const DAY_S = 24 * 60 * 60;

type Row = readonly [key: string, value: unknown];

/** Puts rows into the store below a home, which was last written at this time; a row that is there gets a new number. */
function store(home: string, rows: readonly Row[], writtenAt = BEGAN / 1_000 + DAY_S): string {
  const path = join(home, '.config', 'Cursor', 'User', 'globalStorage', 'state.vscdb');
  mkdirSync(dirname(path), { recursive: true });
  const db = openDatabase(path);
  db.exec('CREATE TABLE IF NOT EXISTS cursorDiskKV (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)');
  for (const [key, value] of rows) {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    db.run('INSERT INTO cursorDiskKV (key, value) VALUES (?, ?)', key, Buffer.from(text));
  }
  db.checkpoint();
  db.close();
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true });
  utimesSync(path, writtenAt, writtenAt);
  return path;
}

function readAll(path: string, state?: JsonObject): { events: RawEvent[]; skipped: Skipped; state: JsonObject } {
  const reader = createSnapshot({ path }, state) ?? assert.fail('no reader');
  const events = [...reader.steps()].flat();
  return { events, skipped: reader.counts().skipped, state: reader.state() };
}

/** A conversation with these messages, in the form of today. */
function conversation(id: string, ...bubbles: JsonObject[]): Row[] {
  const headers = bubbles.map(({ type }, i) => ({ bubbleId: `b${i}`, type: type ?? 2 }));
  const data = { composerId: id, createdAt: BEGAN, lastUpdatedAt: BEGAN + 5_000, fullConversationHeadersOnly: headers };
  return [
    ...bubbles.map((bubble, i): Row => [`bubbleId:${id}:b${i}`, bubble]),
    [`composerData:${id}`, data],
    [`checkpointId:${id}:x`, {}],
  ];
}

function call(name: string, more: JsonObject): JsonObject {
  return { type: 2, text: '', toolFormerData: { name, status: 'completed', rawArgs: '{"command":"ls"}', ...more } };
}

suite("the store of Cursor's editor", () => {
  test('tells of prompts, words and tools, with their folder and time', (context) => {
    const uri = { workspaceUris: ['file:///home/dev/my%20shop'] };
    const rows = conversation(
      'c1',
      { type: 1, text: 'List it.', createdAt: '2026-01-10T10:00:01.000Z', ...uri },
      { type: 2, text: '', thinking: { text: 'Hm.' } },
      call('run_terminal_cmd', { result: '{"output":"a.js","exitCodeV2":0}' }),
      call('run_terminal_cmd', { result: '{"output":"no","exitCodeV2":2}' }),
      call('edit_file', { status: 'cancelled', rawArgs: '', params: '{"path":"a.js"}' }),
      call('read_file_v2', { status: 'loading' }),
      { type: 2, text: 'One file.', timingInfo: { clientStartTime: BEGAN + 4_000.5 } },
    );
    const { events, skipped } = readAll(store(temporaryFolder(context), rows));
    assert.deepEqual(skipped, { 'assistant:empty': 1 });
    for (const { agentSession, cwd } of events) assert.deepEqual([agentSession, cwd], ['c1', '/home/dev/my shop']);
    const input = { command: 'ls' };
    const ended = { kind: 'tool.end', tool: 'run_terminal_cmd', input };
    assert.deepEqual(
      events.map(({ at, body }) => [at - BEGAN, body]),
      [
        [1_000, { kind: 'prompt', text: 'List it.', origin: 'person' }],
        [1_000, { ...ended, output: 'a.js', success: true, result: { output: 'a.js', exitCodeV2: 0 }, exitCode: 0 }],
        [1_000, { ...ended, output: 'no', success: false, result: { output: 'no', exitCodeV2: 2 }, exitCode: 2 }],
        [
          1_000,
          {
            kind: 'tool.end',
            tool: 'edit_file',
            input: { path: 'a.js' },
            output: '',
            success: false,
            interrupted: true,
          },
        ],
        [1_000, { kind: 'tool.start', tool: 'read_file', input }],
        [4_000, { kind: 'message', text: 'One file.' }],
      ],
    );
  });

  test('of an older form has its messages in the conversation', (context) => {
    const kept = [
      { type: 1, bubbleId: 'x', rawText: 'Old.' },
      { type: 2, bubbleId: 'y', text: 'Yes.' },
    ];
    const rows: Row[] = [['composerData:old', { createdAt: BEGAN, conversation: kept }]];
    const { events } = readAll(store(temporaryFolder(context), rows));
    assert.deepEqual(
      events.map(({ at, body }) => [at, body.kind]),
      [
        [BEGAN, 'prompt'],
        [BEGAN, 'message'],
      ],
    );
  });

  test('leaves out what has a transcript of its own, and waits while one may come', (context) => {
    const home = temporaryFolder(context);
    const folder = join(home, '.cursor', 'projects', 'p', 'agent-transcripts', 'told');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'told.jsonl'), '');
    const rows = [...conversation('told', { type: 1, text: 'a' }), ...conversation('young', { type: 1, text: 'b' })];
    const path = store(home, rows, BEGAN / 1_000 + 60);
    const first = readAll(path);
    assert.deepEqual([first.events, first.skipped], [[], { 'conversation:has-transcript': 1 }]);
    const second = readAll(store(home, []), first.state);
    assert.deepEqual(
      second.events.map(({ agentSession }) => agentSession),
      ['young'],
    );
    assert.deepEqual(
      findTranscripts({ home, variables: {} }).map((file) => file.path),
      [join(folder, 'told.jsonl'), path],
    );
  });

  test('gives only what changed when it is read again, the last first', (context) => {
    const home = temporaryFolder(context);
    const path = store(
      home,
      ['one', 'two'].flatMap((id) => conversation(id, { type: 1, text: id })),
    );
    const first = readAll(path);
    assert.deepEqual(
      first.events.map(({ agentSession }) => agentSession),
      ['two', 'one'],
    );
    assert.deepEqual(readAll(path, first.state).events, []);
    store(home, conversation('one', { type: 1, text: 'one' }, { type: 2, text: 'More.' }));
    assert.deepEqual(
      readAll(path, first.state).events.map(({ body }) => body.kind),
      ['prompt', 'message'],
    );
  });

  test('counts what it cannot read; a file of lines, or of another schema, is none', (context) => {
    const home = temporaryFolder(context);
    const rows: Row[] = [
      ...conversation('c', { type: 1 }, { type: 2, text: 'x' }),
      ['composerData:d', '{"half'],
      ['bubbleId:c:b1', '{'],
    ];
    assert.deepEqual(readAll(store(home, rows)).skipped, {
      'conversation:malformed': 1,
      'user:empty': 1,
      'message:missing': 1,
    });
    assert.equal(createSnapshot({ path: '/x/a.jsonl' }), undefined);
    const path = join(temporaryFolder(context), 'state.vscdb');
    const db = openDatabase(path);
    db.exec('CREATE TABLE ItemTable (key TEXT, value BLOB)');
    db.close();
    assert.deepEqual(readAll(path).skipped, { 'unknown-schema': 1 });
  });
});
