import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/kimi-code/capabilities.ts';
import { createParser } from '../../../src/agents/kimi-code/transcript.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { EventKind, RawEvent } from '../../../src/core/model/event.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { readTranscript, skippedLines } from '../read-lines.ts';
import { hookEvents, MAIN_FILE, OLD_FILE, readFile, SESSION, SUBAGENT_FILE } from './fixtures.ts';

const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);
const session = (): RawEvent[] => [...readFile(MAIN_FILE).events, ...readFile(SUBAGENT_FILE).events];

/** A transcript of some lines as the main one of a session with a `state.json`. */
function written(context: TestContext, lines: readonly JsonObject[], state: JsonObject = {}): string {
  const path = join(temporaryFolder(context), 'sessions', 'wd_x', 'session_x', 'agents', 'main', 'wire.jsonl');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  writeFileSync(join(path, '..', '..', '..', 'state.json'), JSON.stringify(state));
  return path;
}

const toolEvent = (event: JsonObject): JsonObject => ({ type: 'context.append_loop_event', event, time: 5 });
const callOf = (id: string): JsonObject =>
  toolEvent({ type: 'tool.call', toolCallId: id, name: 'Bash', args: { command: 'x' } });
const promptOf = (text: string, origin: JsonObject = { kind: 'user' }): JsonObject => ({
  type: 'turn.prompt',
  input: [{ type: 'text', text }],
  origin,
  time: 5,
});

suite('a transcript of Kimi Code', () => {
  test('is read or skipped line by line, each message once', () => {
    for (const path of [MAIN_FILE, SUBAGENT_FILE, OLD_FILE]) {
      const { lines, read, skipped } = readFile(path);
      assert.equal(read + skippedLines(skipped), lines);
    }
    const { events, skipped } = readFile(MAIN_FILE);
    assert.deepEqual(
      bodiesOf(events, 'prompt').map(({ text }) => text),
      [
        'We decided that amounts are integer cents. Fix the rounding.',
        'Let an agent find the callers.',
        'Show me the whole invoice.',
        'Only the head.',
        'Run the slow check.',
        '/release minor',
      ],
    );
    assert.deepEqual(
      bodiesOf(events, 'message').map(({ text }) => text),
      ['I read the discount first.', 'The discount is rounded now.', 'There are two callers.', 'That was the invoice.'],
    );
    assert.ok((skipped['agent.message.appended'] ?? 0) > 0);
    assert.equal(JSON.stringify(events).includes('7405'), false);
  });

  test('says where and when, in which turn, and that a person asked', () => {
    const [first] = readFile(MAIN_FILE).events;
    assert.deepEqual(
      { ...first, at: 0, identity: {} },
      {
        agent: 'kimi-code',
        agentSession: SESSION,
        at: 0,
        cwd: '/home/dev/shop',
        prompt: 'msg_01',
        source: 'transcript',
        identity: {},
        body: {
          kind: 'prompt',
          text: 'We decided that amounts are integer cents. Fix the rounding.',
          origin: 'person',
        },
      },
    );
  });

  test('tells how every tool ended, and of one without an end that it began', () => {
    const { events } = readFile(MAIN_FILE);
    const ends = bodiesOf(events, 'tool.end').map(({ tool, success, exitCode }) => [tool, success, exitCode]);
    assert.deepEqual(ends, [
      ['Read', true, undefined],
      ['Bash', false, 1],
      ['Edit', true, undefined],
      ['Bash', true, undefined],
      ['Agent', true, undefined],
      ['Bash', true, undefined],
      ['Bash', true, undefined],
      ['Bash', true, undefined],
    ]);
    assert.deepEqual(bodiesOf(events, 'tool.start'), [
      { kind: 'tool.start', tool: 'Bash', input: { command: 'node slow.js' } },
    ]);
  });

  test('tells of a subagent, its task, its tools and its report', () => {
    const own = session().filter(({ subagent }) => subagent === 'agent-0');
    assert.deepEqual(
      own.map(({ body }) => body.kind),
      ['subagent.end', 'subagent.start', 'tool.end', 'message', 'turn.end'],
    );
    assert.deepEqual(own[1]?.body, { kind: 'subagent.start', type: 'coder', task: 'Search who requires it.' });
    assert.deepEqual(own[0]?.body, {
      kind: 'subagent.end',
      type: 'coder',
      result: 'There are two callers: the cart and the invoice.',
    });
  });

  test('tells of a compaction, and how turns ended', () => {
    const { events } = readFile(MAIN_FILE);
    assert.deepEqual(bodiesOf(events, 'compact.start'), [{ kind: 'compact.start', trigger: 'auto' }]);
    assert.deepEqual(bodiesOf(events, 'compact.end'), [
      {
        kind: 'compact.end',
        trigger: 'auto',
        summary: 'The shop rounds its discounts.',
        tokensBefore: 195_020,
        tokensAfter: 20_769,
      },
    ]);
    assert.equal(bodiesOf(events, 'turn.end').length, 4);
    assert.deepEqual(bodiesOf(events, 'turn.failed'), [
      { kind: 'turn.failed', error: 'APIStatusError: 529 overloaded' },
    ]);
  });

  test('of an old protocol is read as well', () => {
    const { events } = readFile(OLD_FILE);
    assert.deepEqual(
      events.map(({ body, cwd }) => [body.kind, cwd]),
      [
        ['prompt', '/home/dev/old'],
        ['prompt', '/home/dev/old'],
        ['message', '/home/dev/old'],
        ['tool.end', '/home/dev/old'],
      ],
    );
    assert.equal(fold(events).length, 4);
  });

  test('leaves out what a forked session took over from another', (context) => {
    const lines = [promptOf('theirs'), { ...promptOf('ours'), time: 20 }];
    const path = written(context, lines, { forkedFrom: 'session_y', createdAt: 10 });
    const { events, skipped } = readFile(path);
    assert.deepEqual(
      bodiesOf(events, 'prompt').map(({ text }) => text),
      ['ours'],
    );
    assert.deepEqual(skipped, { forked: 1 });
  });

  test('counts what Kimi Code writes in its user’s name as its own', (context) => {
    const lines = [
      promptOf('Go on.', { kind: 'system_trigger', name: 'goal_continuation' }),
      promptOf('It is noon.', { kind: 'cron_job' }),
      promptOf('ls', { kind: 'shell_command', phase: 'input' }),
      promptOf('<system-reminder>\nx\n</system-reminder>'),
    ];
    const { events, skipped } = readFile(written(context, lines));
    assert.deepEqual(
      bodiesOf(events, 'prompt').map(({ origin }) => origin),
      ['system', 'system'],
    );
    assert.deepEqual(skipped, { 'turn:shell_command': 1, 'turn:empty': 1 });
  });

  test('counts what it cannot read, and goes on', (context) => {
    const path = written(context, [
      toolEvent({ type: 'tool.call' }),
      toolEvent({ type: 'tool.result', toolCallId: 'never' }),
      { type: 'turn.prompt', input: 7, origin: 'x' },
      { type: 'subagent.completed' },
      { type: 'context.append_loop_event' },
      { type: 'tomorrow' },
      { nothing: true },
    ]);
    const { events, read, skipped } = readFile(path);
    assert.deepEqual([events, read], [[], 0]);
    assert.deepEqual(skipped, {
      'tool.call:malformed': 1,
      'tool.result:unasked': 1,
      'turn:empty': 1,
      'subagent:malformed': 1,
      'loop:unknown': 1,
      tomorrow: 1,
      unknown: 1,
    });
  });

  test('is gone on with at a call that waits for its result', (context) => {
    const result = toolEvent({ type: 'tool.result', toolCallId: 'Bash_0', result: { output: 'x' } });
    const path = written(context, [promptOf('go'), callOf('Bash_0'), result]);
    const first = createParser({ path });
    const head = readTranscript(path, first, { until: JSON.stringify(promptOf('go')).length + 5 });
    const { resumeAt, state } = first.position(head.sizeBytes);
    assert.equal(resumeAt, JSON.stringify(promptOf('go')).length + 1);
    const tail = readTranscript(path, createParser({ path }, state), { from: resumeAt });
    assert.deepEqual(fold([...head.events, ...tail.events]), fold(readFile(path).events));
  });

  test('tells the same when reading stops anywhere and goes on', () => {
    for (const path of [MAIN_FILE, SUBAGENT_FILE]) {
      const whole = readFile(path);
      for (let until = 0; until < whole.sizeBytes; until += 500) {
        const first = createParser({ path });
        const head = readTranscript(path, first, { until });
        const { resumeAt, state } = first.position(head.sizeBytes);
        const tail = readTranscript(path, createParser({ path }, state), { from: resumeAt });
        assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), `stopped at ${until}`);
      }
    }
  });
});

suite('one session of Kimi Code by hook and by transcript', () => {
  test('gives each event once, in either order', () => {
    const events = session();
    const hooks = hookEvents();
    const folded = fold([...hooks, ...events]);
    assert.deepEqual(fold([...events, ...hooks]), folded);
    const from = (source: string): EventKind[] =>
      folded.filter(({ sources }) => sources.join() === source).map(({ body }) => body.kind);
    assert.deepEqual(from('hook').sort(), ['session.end', 'session.start', 'session.start']);
    assert.equal(folded.length, fold(events).length + from('hook').length);
    assert.ok(from('hook,transcript').length > 15);
  });

  test('tells of calls with one id in two agents, and of equal calls, one by one', () => {
    const all = fold([...hookEvents(), ...session()]);
    const calls = all.flatMap(({ body, subagent }) =>
      body.kind === 'tool.end' && body.tool === 'Bash' ? [[body.input.command, subagent]] : [],
    );
    assert.deepEqual(
      calls.filter(([command]) => command === 'head -1 src/invoice.js'),
      [
        ['head -1 src/invoice.js', undefined],
        ['head -1 src/invoice.js', undefined],
      ],
    );
    assert.deepEqual(
      calls.filter(([, subagent]) => subagent !== undefined),
      [['grep -rl discount src', 'agent-0']],
    );
  });
});
