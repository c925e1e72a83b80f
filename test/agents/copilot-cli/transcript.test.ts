import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/copilot-cli/capabilities.ts';
import { createSnapshot } from '../../../src/agents/copilot-cli/old-session.ts';
import { createParser } from '../../../src/agents/copilot-cli/transcript.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { EventKind, RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { readTranscript, skippedLines } from '../read-lines.ts';
import { CONFIG_FOLDER, hookEvents, readFile, SESSION, SESSION_FILE, SUBAGENT } from './fixtures.ts';

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);
const OLD_FILE = join(CONFIG_FOLDER, 'history-session-state', 'session_old1_1760000000000.json');

function written(context: TestContext, lines: readonly (JsonObject | string)[]): string {
  const path = join(temporaryFolder(context), 'loose.jsonl');
  writeFileSync(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return path;
}

const lineOf = (type: string, data: JsonObject, more: JsonObject = {}): JsonObject => ({
  type,
  data,
  timestamp: '2026-09-21T14:13:20.000Z',
  ...more,
});

suite('a transcript of Copilot CLI', () => {
  test('is read or skipped line by line, each prompt and answer once, without what was injected', () => {
    const { events, lines, read, skipped } = readFile(SESSION_FILE);
    assert.equal(read + skippedLines(skipped), lines);
    const first = 'We decided that amounts are integer cents. Fix the rounding.';
    assert.deepEqual(
      bodiesOf(events, 'prompt').map(({ text, origin }) => [text, origin]),
      [
        [first, 'unknown'],
        ['Find all uses of discount.', 'system'],
        ['Read the config, and go on.', 'unknown'],
        ['Read the config, and go on.', 'unknown'],
      ],
    );
    assert.deepEqual(
      bodiesOf(events, 'message').map(({ text }) => text),
      [
        'I will look at the discount.',
        'src/invoice.js uses it.',
        'Amounts are rounded to integer cents now.',
        'The config is not needed.',
      ],
    );
    assert.equal(JSON.stringify(events).includes('7405'), false);
    assert.ok(events.every(({ agentSession, cwd }) => agentSession === SESSION && cwd === '/home/dev/shop'));
  });

  test('tells how tools ended: by exit code, refused, failed, with the change of a file', () => {
    const ends = bodiesOf(readFile(SESSION_FILE).events, 'tool.end').map(({ tool, output, success, exitCode }) => {
      return [tool, output.split('\n').find((line) => line !== ''), success, exitCode];
    });
    assert.deepEqual(ends, [
      ['view', '1. exports.discount = (cents) => cents * 0.9;', true, undefined],
      ['bash', 'not an integer: 4.5', false, 1],
      ['edit', 'diff --git a/src/discount.js b/src/discount.js', true, undefined],
      ['bash', 'ok', true, 0],
      ['bash', 'src/discount.js', true, 0],
      ['task', 'src/invoice.js uses it.', true, undefined],
      ['view', 'Permission denied because no interactive user response was available.', false, undefined],
      ['view', 'Path does not exist', false, undefined],
    ]);
    const lost = bodiesOf(readFile(SESSION_FILE).events, 'tool.start');
    assert.deepEqual(lost, [
      { kind: 'tool.start', tool: 'bash', input: { command: 'sleep 600', description: 'wait' } },
    ]);
  });

  test('gives a subagent what is its own, and its result', () => {
    const { events } = readFile(SESSION_FILE);
    const own = events.filter(({ subagent }) => subagent === SUBAGENT).map(({ body }) => body.kind);
    const kinds: EventKind[] = ['subagent.start', 'prompt', 'tool.end', 'message', 'subagent.end', 'subagent.end'];
    assert.deepEqual(own, kinds);
    const [end] = fold(events).filter(({ body }) => body.kind === 'subagent.end');
    assert.deepEqual(end?.body, { kind: 'subagent.end', type: 'general-purpose', result: 'src/invoice.js uses it.' });
  });

  test('of old versions names the call that started a subagent on its lines', (context) => {
    const parentToolCallId = 'c1';
    const path = written(context, [
      lineOf('session.start', { sessionId: 'old', context: { cwd: '/x' } }),
      lineOf('tool.execution_start', { toolCallId: 'c1', toolName: 'task', arguments: { prompt: 'p' } }),
      lineOf('subagent.started', { toolCallId: 'c1', agentName: 'explore' }),
      lineOf('assistant.message', { content: 'Found.', parentToolCallId }),
      lineOf('subagent.completed', { toolCallId: 'c1', agentName: 'explore' }),
      lineOf('tool.execution_complete', { toolCallId: 'c1', success: true, result: { content: 'Found.' } }),
    ]);
    const told = fold(readFile(path).events).map(({ subagent, agentSession, body }) => [
      agentSession,
      subagent,
      body.kind,
    ]);
    assert.deepEqual(told.toSorted(), [
      ['old', undefined, 'tool.end'],
      ['old', 'c1', 'message'],
      ['old', 'c1', 'subagent.end'],
      ['old', 'c1', 'subagent.start'],
    ]);
  });

  test('tells of a compaction that was made, and of none that was given up', (context) => {
    const path = written(context, [
      lineOf('session.compaction_complete', { success: false, outcome: 'cancelled' }),
      lineOf('session.compaction_complete', { success: true, summaryContent: ' So far. ', trigger: 'threshold' }),
    ]);
    const { events, skipped } = readFile(path);
    assert.deepEqual(
      events.map(({ body }) => body),
      [{ kind: 'compact.end', trigger: 'threshold', summary: 'So far.' }],
    );
    assert.deepEqual(skipped, { 'session.compaction_complete:failed': 1 });
  });

  test('counts what it cannot read, and goes on', (context) => {
    const path = written(context, [
      'no json',
      lineOf('user.message', { content: 7 }),
      lineOf('assistant.message', { content: '', toolRequests: 'x' }),
      lineOf('tool.execution_start', {}),
      lineOf('tool.execution_complete', { toolCallId: 'never' }),
      lineOf('subagent.started', {}),
      { nothing: true },
      lineOf('user.message', { content: 'Go on.' }, { timestamp: 'never', id: null }),
    ]);
    const { events, read, skipped } = readFile(path);
    assert.deepEqual([events.length, read, events[0]?.agentSession], [1, 1, 'loose']);
    assert.deepEqual(skipped, {
      malformed: 1,
      'user.message:empty': 1,
      'assistant.message:empty': 1,
      'tool.execution_start:malformed': 1,
      'tool.execution_complete:unasked': 1,
      'subagent.started:malformed': 1,
      unknown: 1,
    });
  });

  test('tells the same when reading stops anywhere and goes on', () => {
    const whole = readFile(SESSION_FILE);
    for (let until = 0; until < whole.sizeBytes; until += 300) {
      const first = createParser({ path: SESSION_FILE });
      const head = readTranscript(SESSION_FILE, first, { until });
      const { resumeAt, state } = first.position(head.sizeBytes);
      const tail = readTranscript(SESSION_FILE, createParser({ path: SESSION_FILE }, state), { from: resumeAt });
      assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), `stopped at ${until}`);
    }
  });
});

suite('a session of Copilot CLI by hook and by transcript', () => {
  test('gives each event once, in either order, equal calls one by one', () => {
    const { events } = readFile(SESSION_FILE);
    const folded = fold([...hookEvents(), ...events]);
    assert.deepEqual(fold([...events, ...hookEvents()]), folded);
    const checks = folded.filter(({ body }) => body.kind === 'tool.end' && body.input.command === 'node check.js');
    assert.deepEqual(
      checks.map(({ sources, body }) => [sources.join(), body.kind === 'tool.end' && body.exitCode]).toSorted(),
      [
        ['hook,transcript', 0],
        ['hook,transcript', 1],
      ],
    );
    const once = new Set<EventKind>(['prompt', 'message', 'tool.end', 'subagent.start', 'subagent.end']);
    assert.deepEqual(
      folded.filter(({ body, sources }) => once.has(body.kind) && !sources.includes('transcript')),
      [],
    );
  });
});

suite('a session of an old version of Copilot CLI', () => {
  test('is read message by message, and a file of lines is none', () => {
    assert.equal(createSnapshot({ path: SESSION_FILE }), undefined);
    const snapshot = createSnapshot({ path: OLD_FILE });
    const events = [...(snapshot?.steps() ?? [])].flat();
    assert.deepEqual(
      events.map(({ agentSession, at, body }) => [agentSession, at, body.kind]),
      ['prompt', 'message', 'tool.end', 'tool.end', 'message'].map((kind) => ['old1', 1759957816398, kind]),
    );
    assert.deepEqual(bodiesOf(events, 'prompt')[0]?.text, 'Add a test for the invoice.');
    assert.deepEqual(snapshot?.counts(), { read: 6, skipped: { 'tool:unasked': 1, malformed: 1 } });
  });
});
