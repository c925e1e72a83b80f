import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/agents/kiro/capabilities.ts';
import { readConversations } from '../../../src/agents/kiro/conversations.ts';
import { KIRO } from '../../../src/agents/kiro/kiro.ts';
import { readOldSession } from '../../../src/agents/kiro/old-session.ts';
import { companions, detect, findTranscripts, transcriptOf } from '../../../src/agents/kiro/places.ts';
import { createParser } from '../../../src/agents/kiro/transcript.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { readAll } from '../database-rows.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { readTranscript } from '../read-lines.ts';
import {
  addOldConversation,
  CLI_FILE,
  CLI_SESSION,
  CLI_SUBAGENT,
  CLI_SUBAGENT_FILE,
  conversations,
  hookEvents,
  OLD_SESSION,
  OLD_SESSIONS,
  readFile,
  SESSION,
  SESSION_FILE,
  SESSIONS,
  SUBAGENT_FILE,
  writeConversations,
  writeOldSessions,
} from './fixtures.ts';

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);
const FILES = [SESSION_FILE, SUBAGENT_FILE, CLI_FILE, CLI_SUBAGENT_FILE];

function lines(context: TestContext, payloads: readonly JsonObject[]): string {
  const folder = join(temporaryFolder(context), 'sessions', 'w', 'sess_x');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'messages.jsonl');
  const text = payloads.map((payload, i) => JSON.stringify({ id: `${i}`, timestamp: 1_790_000_000_000 + i, payload }));
  writeFileSync(path, `${text.join('\n')}\n`);
  return path;
}

suite('the lines of the IDE since 1.0 and of the CLI’s engine V3', () => {
  test('tell the session', () => {
    const { events, skipped } = readFile(SESSION_FILE);
    assert.ok(events.every(({ agentSession, cwd }) => agentSession === SESSION && cwd === '/home/dev/shop'));
    assert.deepEqual(
      bodiesOf(events, 'prompt').map(({ text, origin }) => `${origin}: ${text}`),
      ['person: We decided that amounts are integer cents. Fix the rounding.', 'person: Delete the build folder.'],
    );
    assert.deepEqual(
      bodiesOf(events, 'tool.end').map(({ tool, success, exitCode, output }) => [tool, success, exitCode, output]),
      [
        ['read_file', true, undefined, 'exports.discount = (cents) => cents * 0.9;'],
        ['str_replace', true, undefined, ''],
        ['execute_bash', false, 1, 'expected 90, got 89'],
        ['invoke_sub_agent', true, undefined, 'There are no other floats.'],
        ['execute_bash', true, 0, 'ok'],
      ],
    );
    assert.deepEqual(bodiesOf(events, 'tool.start'), [
      { kind: 'tool.start', tool: 'execute_bash', input: { command: 'rm -rf build' } },
    ]);
    assert.deepEqual(bodiesOf(events, 'compact.end'), [
      { kind: 'compact.end', trigger: 'unknown', summary: 'Goal: integer cents. The check failed once.' },
    ]);
    assert.equal(bodiesOf(events, 'turn.end').length, 2);
    assert.deepEqual(skipped, {
      session_metadata: 1,
      turn_start: 1,
      'assistant:Reasoning': 1,
      usage_summary: 1,
      session_start: 1,
    });
  });

  test('tell a subagent within its session', () => {
    const { events } = readFile(SUBAGENT_FILE);
    assert.ok(events.every(({ agentSession, subagent }) => agentSession === SESSION && subagent === 'exec-b'));
    assert.deepEqual(
      events.map(({ body }) => body.kind),
      ['subagent.start', 'tool.end', 'message', 'subagent.end'],
    );
  });

  test('open with the first prompt where no other line holds it', (context) => {
    const path = lines(context, [{ type: 'session_start', content: 'Fix it.' }]);
    assert.deepEqual(bodiesOf(readFile(path).events, 'prompt')[0]?.text, 'Fix it.');
  });

  test('that nobody can read are skipped and counted', (context) => {
    const odd = [
      { type: 'user', content: 5 },
      { type: 'assistant', content: '' },
      { type: 'tool_call' },
      { type: 'tool_result', toolCallId: 'x' },
      {},
      { type: 'tombstone' },
    ];
    const { events, skipped } = readFile(lines(context, odd));
    assert.deepEqual(events, []);
    assert.deepEqual(skipped, {
      'prompt:empty': 1,
      'assistant:empty': 1,
      'tool_call:malformed': 1,
      'tool_result:unasked': 1,
      unknown: 1,
      tombstone: 1,
    });
  });
});

suite('the lines of the CLI’s engine before V3', () => {
  test('tell the session', () => {
    const { events, skipped } = readFile(CLI_FILE);
    assert.ok(events.every(({ agentSession, cwd }) => agentSession === CLI_SESSION && cwd === '/home/dev/shop'));
    assert.deepEqual(
      events.map(({ body }) => body.kind),
      ['prompt', 'message', 'tool.end', 'tool.end', 'message', 'turn.end'],
    );
    assert.deepEqual(
      bodiesOf(events, 'tool.end').map(({ tool, success, exitCode, output }) => [tool, success, exitCode, output]),
      [
        ['read', true, undefined, '{"de":19}'],
        ['shell', false, 2, 'ls: rates: no such file'],
      ],
    );
    assert.deepEqual(skipped, {});
  });

  test('tell a subagent within the session that gave it its task', () => {
    const { events } = readFile(CLI_SUBAGENT_FILE);
    assert.deepEqual(
      events.map(({ agentSession, subagent, body }) => [agentSession, subagent, body.kind]),
      ['subagent.start', 'message', 'subagent.end'].map((kind) => [CLI_SESSION, CLI_SUBAGENT, kind]),
    );
  });
});

test('the lines of Kiro tell the same when reading stops anywhere and goes on', () => {
  for (const path of FILES) {
    const whole = readFile(path);
    fc.assert(
      fc.property(fc.nat(whole.sizeBytes), (until) => {
        const first = createParser({ path });
        const head = readTranscript(path, first, { until });
        const { resumeAt, state } = first.position(head.sizeBytes);
        const tail = readTranscript(path, createParser({ path }, state), { from: resumeAt });
        assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), path);
      }),
      { numRuns: 30 },
    );
  }
});

test('hooks and lines of Kiro tell of each event once, in either order', () => {
  const told = FILES.flatMap((path) => readFile(path).events);
  const folded = fold([...hookEvents(), ...told]);
  assert.deepEqual(fold([...told, ...hookEvents()]), folded);
  const byHookAlone = folded.filter(({ sources }) => sources.join() === 'hook').map(({ body }) => body.kind);
  assert.deepEqual(byHookAlone, ['session.start', 'session.start']);
});

suite('the database of the CLI without a terminal', () => {
  const rows = conversations();

  test('tells its conversations', (context) => {
    const path = join(temporaryFolder(context), 'data.sqlite3');
    writeConversations(path, rows);
    const { events, read, skipped, state } = readAll(readConversations(path));
    assert.deepEqual(
      events.map(({ body }) => body.kind),
      ['prompt', 'message', 'tool.end', 'tool.end', 'message', 'turn.end', 'prompt', 'message', 'turn.end'],
    );
    assert.ok(events.every(({ cwd }) => cwd === '/home/dev/shop'));
    assert.deepEqual(
      bodiesOf(events, 'tool.end').map(({ tool, exitCode, output }) => [tool, exitCode, output]),
      [
        ['fs_write', undefined, ''],
        ['execute_bash', 0, 'hello.txt'],
      ],
    );
    assert.deepEqual([read, skipped], [4, {}]);
    assert.deepEqual(state, { updated: rows[0]?.updated_at });
    const later = { updated: Number(rows[0]?.updated_at) + 60_000 };
    assert.deepEqual(readAll(readConversations(path, later)).events, []);
  });

  test('tells the same of a conversation that went on and lost its beginning', (context) => {
    const path = join(temporaryFolder(context), 'data.sqlite3');
    const [row] = rows;
    assert.ok(row !== undefined);
    const withHistory = (from: number, to: number): JsonObject => {
      const history = Array.isArray(row.value.history) ? row.value.history.slice(from, to) : [];
      return { ...row, value: { ...row.value, history, latest_summary: ['They wrote a file.', {}] } };
    };
    writeConversations(path, [withHistory(0, 4)]);
    const whole = fold(readAll(readConversations(path)).events);
    const events: RawEvent[] = [];
    for (const [from, to] of [
      [0, 2],
      [0, 3],
      [1, 4],
      [3, 4],
    ] as const) {
      writeConversations(path, [withHistory(from, to)]);
      events.push(...readAll(readConversations(path)).events.filter(({ body }) => body.kind !== 'compact.end'));
    }
    assert.deepEqual(
      fold(events),
      whole.filter(({ body }) => body.kind !== 'compact.end'),
    );
    assert.equal(whole.filter(({ body }) => body.kind === 'compact.end').length, 1);
  });

  test('of an older version, and rows that nobody can read, are no harm', (context) => {
    const path = join(temporaryFolder(context), 'data.sqlite3');
    const row = { key: '/x', conversation_id: 'c', created_at: 1, updated_at: 1 };
    writeConversations(path, [
      { ...row, value: '{"history":' },
      { ...row, key: '/y', value: { history: 5 } },
    ]);
    addOldConversation(path, '/home/dev/shop', rows[0]?.value ?? {});
    const { events, skipped } = readAll(readConversations(path));
    assert.equal(bodiesOf(events, 'prompt').length, 2);
    assert.deepEqual(skipped, { 'conversation:malformed': 2 });
  });
});

test('a session of the IDE before 1.0 is read in its order, dated by the list beside it', () => {
  const path = join(OLD_SESSIONS, Buffer.from('/home/dev/shop').toString('base64url'), `${OLD_SESSION}.json`);
  const { events, skipped } = readAll(readOldSession(path));
  assert.deepEqual(
    events.map(({ at, cwd, body }) => [at, cwd, body.kind]),
    [
      [1_789_000_000_000, '/home/dev/shop', 'prompt'],
      [1_789_000_000_001, '/home/dev/shop', 'message'],
    ],
  );
  assert.deepEqual(skipped, { 'message:tool': 1 });
});

suite('the sessions of Kiro', () => {
  test('of all versions are found, and read by what reads them', (context) => {
    const home = temporaryFolder(context);
    const environment = { home, variables: {} };
    assert.equal(detect(environment), false);
    cpSync(SESSIONS, join(home, '.kiro', 'sessions'), { recursive: true });
    assert.equal(detect(environment), true);
    writeOldSessions(home);
    const database = join(home, '.local', 'share', 'amazon-q', 'data.sqlite3');
    writeConversations(database, conversations());
    const found = findTranscripts(environment).map(({ path }) => path);
    assert.equal(found.length, 6);
    assert.deepEqual(found.map((path) => KIRO.createSnapshot?.({ path }) !== undefined).filter(Boolean).length, 2);
    const main = join(home, '.kiro', 'sessions', '5f0a3c9d1e2b4a6f', SESSION, 'messages.jsonl');
    assert.equal(transcriptOf(SESSION, environment), main);
    assert.equal(companions(main).length, 1);
    assert.equal(
      transcriptOf(CLI_SESSION, environment),
      join(home, '.kiro', 'sessions', 'cli', `${CLI_SESSION}.jsonl`),
    );
    assert.equal(transcriptOf('other', environment), database);
    assert.equal(transcriptOf('../x', environment), undefined);
  });

  test('lie where KIRO_HOME says', (context) => {
    const home = temporaryFolder(context);
    cpSync(SESSIONS, join(home, 'moved', 'sessions'), { recursive: true });
    const environment = { home, variables: { KIRO_HOME: join(home, 'moved') } };
    assert.equal(findTranscripts(environment).length, 4);
  });
});
