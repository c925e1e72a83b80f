import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/codex/capabilities.ts';
import { createParser } from '../../../src/agents/codex/transcript.ts';
import type { EventKind, RawEvent } from '../../../src/core/event.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { type ReadTranscript, readTranscript, skippedLines } from '../read-lines.ts';
import {
  BARE_FILE,
  EVENTS_FILE,
  FORK_FILE,
  hookEvents,
  MAIN_FILE,
  readFile,
  SESSION,
  SUBAGENT,
  SUBAGENT_FILE,
} from './fixtures.ts';

const FILES = [MAIN_FILE, SUBAGENT_FILE, EVENTS_FILE, FORK_FILE, BARE_FILE];
const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);
const session = (): RawEvent[] => [...readFile(MAIN_FILE).events, ...readFile(SUBAGENT_FILE).events];

const META = { id: SESSION, cwd: '/home/dev/shop', source: 'cli', originator: 'codex-tui', history_mode: 'paginated' };

/** A rollout of some lines behind a first one; times are in seconds. */
function written(context: TestContext, lines: readonly JsonObject[], meta: JsonObject = META): string {
  const folder = join(temporaryFolder(context), 'sessions');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `rollout-2026-09-21T14-13-20-${SESSION}.jsonl`);
  const all = [{ type: 'session_meta', payload: meta }, ...lines];
  const text = all.map((line, i) =>
    JSON.stringify({ timestamp: new Date(1_790_000_000_000 + i * 1_000).toISOString(), ...line }),
  );
  writeFileSync(path, `${text.join('\n')}\n`);
  return path;
}

const event = (type: string, payload: JsonObject): JsonObject => ({ type: 'event_msg', payload: { type, ...payload } });
const item = (type: string, payload: JsonObject): JsonObject => ({
  type: 'response_item',
  payload: { type, ...payload },
});
const completed = (type: string, payload: JsonObject): JsonObject =>
  event('item_completed', { turn_id: 't', item: { type, ...payload } });
const call = (id: string, cmd: string): JsonObject =>
  item('function_call', { name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id: id });
const output = (id: string, text: string): JsonObject => item('function_call_output', { call_id: id, output: text });
const message = (role: string, text: string, more: JsonObject = {}): JsonObject =>
  item('message', { role, content: [{ type: 'input_text', text }], ...more });

suite('a rollout of Codex', () => {
  test('is read or skipped line by line, each message once', () => {
    for (const path of FILES) {
      const { lines, read, skipped } = readFile(path);
      assert.equal(read + skippedLines(skipped), lines);
    }
    const { events } = readFile(MAIN_FILE);
    assert.deepEqual(
      bodiesOf(events, 'prompt').map(({ text }) => text),
      [
        'We decided that amounts are integer cents. Fix the rounding.',
        'Show me the whole invoice.',
        'Run the slow check.',
        'Release it.',
      ],
    );
    assert.deepEqual(
      bodiesOf(events, 'message').map(({ text }) => text),
      ['I run the check first.', 'The discount is rounded now; two callers use it.', 'That was the invoice.'],
    );
    assert.equal(JSON.stringify(events).includes('7405'), false);
  });

  test('says where and when, in which turn, and that a program gave the prompt', () => {
    const [first] = readFile(MAIN_FILE).events;
    assert.deepEqual(
      { ...first, at: 0, identity: {} },
      {
        agent: 'codex',
        agentSession: SESSION,
        at: 0,
        cwd: '/home/dev/shop',
        prompt: '01a0c450-6c28-7010-8c1e-7f60a1b2c3d4',
        source: 'transcript',
        identity: {},
        body: {
          kind: 'prompt',
          text: 'We decided that amounts are integer cents. Fix the rounding.',
          origin: 'program',
        },
      },
    );
  });

  test('takes for a person’s what was typed at its own screen or in its editor, and nothing else', (context) => {
    const originOf = (source: string | null, originator: string): string => {
      const path = written(context, [completed('UserMessage', { content: [{ type: 'text', text: 'x' }] })], {
        ...META,
        source,
        originator,
      });
      return bodiesOf(readFile(path).events, 'prompt')[0]?.origin ?? '';
    };
    assert.equal(originOf('cli', 'codex-tui'), 'person');
    assert.equal(originOf('cli', 'codex_cli_rs'), 'person');
    assert.equal(originOf('vscode', 'codex_vscode'), 'person');
    assert.equal(originOf('vscode', 'some_client'), 'unknown');
    assert.equal(originOf(null, 'codex_cli_rs'), 'unknown');
    assert.equal(originOf('exec', 'codex_exec'), 'program');
  });

  test('tells how every tool ended, and of one without an end that it began', () => {
    const { events } = readFile(MAIN_FILE);
    const ends = bodiesOf(events, 'tool.end').map(({ tool, success, exitCode }) => [tool, success, exitCode]);
    assert.deepEqual(ends, [
      ['exec_command', false, 1],
      ['apply_patch', true, 0],
      ['exec_command', true, 0],
      ['mcp__notes__search', true, undefined],
      ['spawn_agent', true, undefined],
      ['exec_command', true, 0],
    ]);
    assert.deepEqual(bodiesOf(events, 'tool.start'), [
      { kind: 'tool.start', tool: 'exec_command', input: { cmd: 'node slow.js' } },
    ]);
  });

  test('tells of a command that goes on once it has ended, or what it printed until its turn ended', (context) => {
    const running = 'Chunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID 7\nOutput:\nstarted\n';
    const run = { id: 'c', command: ['/bin/bash', '-lc', 'serve'], aggregated_output: 'started\nend\n', exit_code: 3 };
    const lines = [call('c', 'serve'), output('c', running)];
    const ended = readFile(written(context, [...lines, completed('CommandExecution', run)]));
    assert.deepEqual(bodiesOf(ended.events, 'tool.end'), [
      {
        kind: 'tool.end',
        tool: 'exec_command',
        input: { cmd: 'serve' },
        output: 'started\nend\n',
        success: false,
        exitCode: 3,
      },
    ]);
    const left = readFile(written(context, [...lines, event('task_complete', { turn_id: 't' })]));
    assert.deepEqual(
      bodiesOf(left.events, 'tool.end').map((end) => [end.output, end.success]),
      [['started\n', true]],
    );
  });

  test('tells of calls that only Codex’s own notes hold, but not of what its user ran', (context) => {
    const changes = { 'a.md': { type: 'add', content: 'one\ntwo\n' }, 'b.md': { type: 'delete', content: 'x' } };
    const lines = [
      completed('CommandExecution', { id: 'a', command: ['bash', '-lc', 'ls'], exit_code: 0, aggregated_output: 'x' }),
      completed('CommandExecution', { id: 'b', command: ['bash', '-lc', 'ls'], exit_code: 0, source: 'user_shell' }),
      completed('FileChange', { id: 'c', changes, status: 'declined', stdout: '', stderr: 'no' }),
      completed('McpToolCall', { id: 'd', server: 's', tool: 't', arguments: { q: 1 }, error: { message: 'gone' } }),
      event('mcp_tool_call_end', {
        call_id: 'e',
        invocation: { server: 's', tool: 't', arguments: {} },
        result: { Ok: { content: [{ type: 'text', text: 'yes' }] } },
      }),
      item('web_search_call', { id: 'w', status: 'completed', action: { type: 'search', query: 'x' } }),
      event('web_search_end', { call_id: 'w', query: 'x', results: [{ title: 'One', url: 'https://one.example/' }] }),
    ];
    const { events, skipped } = readFile(written(context, lines));
    const patch = '*** Begin Patch\n*** Add File: a.md\n+one\n+two\n*** Delete File: b.md\n*** End Patch\n';
    assert.deepEqual(
      bodiesOf(events, 'tool.end').map((end) => [end.tool, end.input, end.output, end.success]),
      [
        ['exec_command', { cmd: 'ls' }, 'x', true],
        ['apply_patch', { command: patch }, 'no', false],
        ['mcp__s__t', { q: 1 }, 'gone', false],
        ['mcp__s__t', {}, 'yes', true],
        ['web_search', { type: 'search', query: 'x' }, '', true],
        ['web_search', { query: 'x' }, 'One — https://one.example/', true],
      ],
    );
    assert.deepEqual(skipped, { session_meta: 1, 'run:user': 1 });
  });

  test('of a subagent belongs to the session that asked it, with its task, its tools and its report', () => {
    const own = session().filter(({ subagent }) => subagent !== undefined);
    assert.deepEqual(
      own.map(({ agentSession, subagent, body }) => [agentSession === SESSION && subagent === SUBAGENT, body.kind]),
      [
        [true, 'subagent.start'],
        [true, 'tool.end'],
        [true, 'message'],
        [true, 'subagent.end'],
      ],
    );
    assert.deepEqual(own[0]?.body, { kind: 'subagent.start', type: 'explorer', task: 'Search who requires it.' });
    assert.deepEqual(own[3]?.body, { kind: 'subagent.end', type: 'explorer', result: 'Two callers.' });
  });

  test('tells of a compaction without the words before its summary, and how turns ended', () => {
    const { events } = readFile(MAIN_FILE);
    assert.deepEqual(bodiesOf(events, 'compact.end'), [
      { kind: 'compact.end', trigger: 'unknown', summary: 'The shop rounds its discounts.' },
    ]);
    assert.equal(bodiesOf(events, 'turn.end').length, 3);
    assert.deepEqual(bodiesOf(events, 'turn.failed'), [{ kind: 'turn.failed', error: 'the model is overloaded' }]);
  });

  test('counts what it cannot read, and goes on', (context) => {
    const path = written(context, [
      item('function_call', { name: 'x' }),
      output('never', 'x'),
      completed('Tomorrow', {}),
      completed('UserMessage', { content: 7 }),
      { type: 'tomorrow', payload: {} },
      { type: 'event_msg' },
    ]);
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"type":\n[]\n`);
    const { events, read, skipped } = readFile(path);
    assert.deepEqual([events, read], [[], 0]);
    assert.deepEqual(skipped, {
      session_meta: 1,
      'function_call:malformed': 1,
      'function_call_output:unasked': 1,
      'completed:Tomorrow': 1,
      'prompt:empty': 1,
      tomorrow: 1,
      'item:event_msg': 1,
      malformed: 2,
    });
  });

  test('of an agent that Codex runs for itself tells nothing', (context) => {
    const prompt = completed('UserMessage', { content: [{ type: 'text', text: 'Watch it.' }] });
    const path = written(context, [prompt], { ...META, source: { subagent: { other: 'guardian' } } });
    assert.deepEqual(readFile(path).skipped, { session_meta: 1, 'hidden-agent': 1 });
  });

  test('tells the same when reading stops anywhere and goes on', () => {
    for (const path of FILES) {
      const whole = readFile(path);
      for (let until = 0; until < whole.sizeBytes; until += 200) {
        const first = createParser({ path });
        const head = readTranscript(path, first, { until });
        const { resumeAt, state } = first.position(head.sizeBytes);
        const saved = JSON.parse(JSON.stringify(state)) as JsonObject;
        const tail = readTranscript(path, createParser({ path }, saved), { from: resumeAt });
        assert.deepEqual(fold([...head.events, ...tail.events]), fold(whole.events), `stopped at ${until}`);
      }
    }
  });
});

suite('an older rollout of Codex', () => {
  const told = ({ events }: ReadTranscript): unknown[] =>
    events.map(({ body }) => [body.kind, 'text' in body ? body.text : undefined]);

  test('tells each message once, though it stands there twice, and a prompt that is repeated twice', () => {
    assert.deepEqual(told(readFile(EVENTS_FILE)), [
      [
        'prompt',
        'Are all of these queries needed?\n\n# Context from my IDE setup:\n\n## Open tabs:\n- cart.js: src/cart.js\n\n## My request for Codex:',
      ],
      ['tool.end', undefined],
      ['tool.end', undefined],
      ['message', 'Two of three are needed.'],
      ['prompt', 'Go on.'],
      ['message', 'Done.'],
      ['prompt', 'Go on.'],
      ['turn.end', undefined],
    ]);
    assert.equal(fold(readFile(EVENTS_FILE).events).length, 8);
    const [shell] = bodiesOf(readFile(EVENTS_FILE).events, 'tool.end');
    assert.deepEqual([shell?.input.command, shell?.exitCode, shell?.durationMs], ['cat src/cart.js', 1, 100]);
  });

  test('of bare lines is read, with the folder that its first words name', () => {
    const file = readFile(BARE_FILE);
    assert.deepEqual(told(file), [
      ['prompt', 'List the callers.'],
      ['tool.end', undefined],
      ['message', 'Two callers.'],
      ['prompt', 'Thanks.'],
      ['message', 'Two callers.'],
    ]);
    assert.equal(fold(file.events).length, 5);
    assert.equal(file.events[0]?.cwd, '/home/dev/shop');
    assert.ok(file.events.every(({ at }) => at > 0));
  });

  test('of a fork leaves out the lines of the thread that it forked', () => {
    const { events, skipped } = readFile(FORK_FILE);
    assert.deepEqual(
      events.map(({ body }) => ('text' in body ? body.text : body.kind)),
      ['Try it another way.', 'So it is joined.'],
    );
    assert.equal(skipped.forked, 19);
  });

  test('tells items that no event tells, as no person’s where events tell of prompts', (context) => {
    const lines = [
      event('user_message', { message: 'Start' }),
      message('user', 'Start'),
      message('assistant', 'Begun.'),
      message('user', 'Put in by Codex.'),
      message('assistant', 'Seen.'),
    ];
    const { events } = readFile(written(context, lines, { ...META, history_mode: 'legacy' }));
    assert.deepEqual(
      events.map(({ body }) => ('text' in body ? [body.text, 'origin' in body ? body.origin : undefined] : [])),
      [
        ['Start', 'person'],
        ['Begun.', undefined],
        ['Put in by Codex.', 'system'],
        ['Seen.', undefined],
      ],
    );
  });

  test('leaves out what Codex put in, by its marks or by its form', (context) => {
    const marked = (kind: string): JsonObject => ({
      internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] },
    });
    const lines = [
      message('user', 'One fact.', marked('hooks.additional_context')),
      message('user', '<turn_aborted>\nx\n</turn_aborted>'),
      message('user', '# AGENTS.md instructions for /home/dev/shop\n\n<INSTRUCTIONS>\nx\n</INSTRUCTIONS>'),
      message('user', 'Hello.', marked('user.text')),
      message('assistant', 'Hi.'),
    ];
    const { events, skipped } = readFile(written(context, lines, { ...META, history_mode: 'legacy' }));
    assert.deepEqual(
      events.map(({ body }) => ('text' in body ? body.text : body.kind)),
      ['Hello.', 'Hi.'],
    );
    assert.equal(skipped['message:put-in'], 3);
  });

  test('that was migrated to today’s form tells nothing that it had not told', (context) => {
    const say = (type: string, text: string): JsonObject =>
      completed(type, { id: 'x', content: [{ type: type === 'UserMessage' ? 'text' : 'Text', text }] });
    const before = [event('user_message', { message: 'Start' }), event('agent_message', { message: 'Done.' })];
    const after = [say('UserMessage', 'Start'), say('AgentMessage', 'Done.')];
    const old = readFile(written(context, before, { ...META, history_mode: 'legacy' })).events;
    const migrated = readFile(written(context, [...after, event('task_complete', { turn_id: 'rollout-3' })])).events;
    const keys = (events: readonly RawEvent[]): string[] => fold(events).map(({ key }) => key);
    assert.deepEqual(keys([...old, ...migrated]), keys(old));
  });
});

suite('one session of Codex by hook and by transcript', () => {
  test('gives each event once, in either order', () => {
    const events = session();
    const hooks = hookEvents();
    const folded = fold([...hooks, ...events]);
    assert.deepEqual(fold([...events, ...hooks]), folded);
    const from = (source: string): EventKind[] =>
      folded.filter(({ sources }) => sources.join() === source).map(({ body }) => body.kind);
    assert.deepEqual([...new Set(from('hook'))].sort(), [
      'compact.start',
      'permission',
      'session.end',
      'session.start',
      'tool.start',
    ]);
    assert.deepEqual(from('transcript').sort(), ['message', 'message', 'turn.failed']);
    assert.ok(from('hook,transcript').length > 15);
  });

  test('takes the exit code from the transcript, and what set off a compaction from the hook', () => {
    const all = fold([...hookEvents(), ...session()]).map(({ body }) => body);
    const failed = all.find((body) => body.kind === 'tool.end' && !body.success);
    assert.equal(failed?.kind === 'tool.end' ? failed.exitCode : undefined, 1);
    const compaction = all.find((body) => body.kind === 'compact.end');
    assert.equal(compaction?.kind === 'compact.end' ? compaction.trigger : '', 'auto');
  });
});
