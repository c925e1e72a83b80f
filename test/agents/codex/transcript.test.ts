import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { CAPABILITIES } from '../../../src/agents/codex/capabilities.ts';
import { createParser } from '../../../src/agents/codex/transcript.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import type { EventKind, RawEvent } from '../../../src/core/model/event.ts';
import { openHomeDoor } from '../../../src/ingest/home-door.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { bodiesOf } from '../claude-code/fixtures.ts';
import { type Folded, foldEvents } from '../fold-events.ts';
import { readTranscript, skippedLines } from '../read-lines.ts';
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
import { call, completed, event, item, META, message, output, written } from './rollout-lines.ts';

const FILES = [MAIN_FILE, SUBAGENT_FILE, EVENTS_FILE, FORK_FILE, BARE_FILE];
const fold = (events: readonly RawEvent[]): Folded[] => foldEvents(events, CAPABILITIES.authority);
const session = (): RawEvent[] => [...readFile(MAIN_FILE).events, ...readFile(SUBAGENT_FILE).events];

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
        branch: 'main',
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
        result: { session_id: '7' },
      },
    ]);
    const late = [event('task_started', { turn_id: 'u' }), completed('CommandExecution', run), message('user', 'x')];
    const { events } = readFile(written(context, [...lines, ...late, completed('UserMessage', { content: [] })]));
    assert.deepEqual(
      events.map(({ prompt }) => prompt),
      ['t'],
    );
    const stopped = readFile(
      written(context, [call('c', 'x'), output('c', 'Wall time: 6.5 seconds\naborted by user')]),
    );
    assert.deepEqual(
      bodiesOf(stopped.events, 'tool.end').map((end) => [end.success, end.interrupted, end.durationMs]),
      [[false, true, 6_500]],
    );
    const left = readFile(written(context, [...lines, event('task_complete', { turn_id: 't' })]));
    assert.deepEqual(
      bodiesOf(left.events, 'tool.end').map((end) => [end.output, end.success, end.result]),
      [['started\n', true, { session_id: '7' }]],
    );
  });

  test('tells what was read from the shell of a command that goes on after that command, so that an excluded file is known', (context) => {
    const home = temporaryFolder(context);
    const settings = {
      'privacy.excludePaths': ['contracts/'],
      'privacy.excludeProjects': [],
      'privacy.maxChars': 9_000,
    };
    const stdin = (id: string, shell: number): JsonObject =>
      item('function_call', { name: 'write_stdin', arguments: `{"session_id":${shell},"chars":""}`, call_id: id });
    const goesOn = (shell: number, text: string): string =>
      `Chunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID ${shell}\nOutput:\n${text}`;
    const ended = (text: string): string => `Wall time: 1.0 seconds\nProcess exited with code 0\nOutput:\n${text}`;
    const run = { command: ['bash', '-lc', 'tail -f contracts/a.md'], aggregated_output: 'leaving', exit_code: 0 };
    const lines = [
      ...[call('a', 'tail -f contracts/a.md'), output('a', goesOn(77123, 'leaving'))],
      ...[call('b', 'npm test'), output('b', goesOn(77124, 'staying 1'))],
      ...[stdin('c', 77123), output('c', goesOn(77123, 'leaving'))],
      ...[stdin('d', 77124), output('d', ended('staying 2'))],
      ...[stdin('e', 77123), output('e', ended('leaving'))],
    ];
    for (const end of [[], [completed('CommandExecution', { id: 'a', ...run })]]) {
      const turn = event('task_complete', { turn_id: 't' });
      const { events } = readFile(
        written(context, [...lines, ...end, turn, stdin('f', 77123), output('f', ended('leaving'))]),
      );
      const paths = { key: join(home, 'key'), asides: join(home, 'asides') };
      const { clean } = openHomeDoor({ paths, settings, userHome: home });
      const kept = events.map((told) => JSON.stringify(clean(told)?.body));
      assert.equal(bodiesOf(events, 'tool.end').length, 6);
      assert.doesNotMatch(kept.join('\n'), /leaving/);
      assert.deepEqual(kept.join('\n').match(/staying \d/g), ['staying 1', 'staying 2']);
    }
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

  test('tells of the calls of a script, not of the script, whose result repeats theirs', (context) => {
    const script = { name: 'exec', namespace: 'functions', input: 'text(await tools.exec_command({cmd:"ls"}))' };
    const lines = [
      item('custom_tool_call', { ...script, call_id: 'c' }),
      completed('CommandExecution', { id: 'exec-1', command: ['bash', '-lc', 'ls'], exit_code: 0 }),
      item('custom_tool_call_output', { call_id: 'c', output: [{ type: 'input_text', text: 'Script completed' }] }),
      item('function_call', { name: 'wait', namespace: 'functions', arguments: '{"cell_id":"1"}', call_id: 'd' }),
    ];
    const { events, skipped } = readFile(written(context, lines));
    assert.deepEqual(
      events.map(({ body, identity }) => [body.kind, identity]),
      [['tool.end', { number: 'exec-1' }]],
    );
    assert.deepEqual(skipped, { session_meta: 1, script: 2, 'custom_tool_call_output:unasked': 1 });
  });

  test('tells of a subagent that gets its task as a message, unless that is sealed', (context) => {
    const asked = (task: string): JsonObject[] => [
      item('function_call', { name: 'spawn_agent', arguments: JSON.stringify({ message: task }), call_id: 'c' }),
      completed('SubAgentActivity', { id: 'c', kind: 'started', agent_thread_id: SUBAGENT }),
    ];
    const start = (task: string): unknown => bodiesOf(readFile(written(context, asked(task))).events, 'subagent.start');
    assert.deepEqual(start('Search.'), [{ kind: 'subagent.start', type: '', task: 'Search.' }]);
    assert.deepEqual(start('gAAAAABo1KUNx'), [{ kind: 'subagent.start', type: '' }]);
  });

  test('of a subagent that was given the conversation leaves out its parent’s lines', (context) => {
    const own = {
      ...META,
      id: SUBAGENT,
      session_id: SESSION,
      parent_thread_id: SESSION,
      subagent_history_start_ordinal: 3,
    };
    const say = (text: string, ordinal: number): JsonObject => ({
      ...completed('AgentMessage', { content: [{ type: 'Text', text }] }),
      ordinal,
    });
    const parent = { type: 'session_meta', payload: META, ordinal: 1 };
    const { events, skipped } = readFile(written(context, [parent, say('Theirs.', 2), say('Own.', 3)], own));
    assert.deepEqual(
      bodiesOf(events, 'message').map(({ text }) => text),
      ['Own.'],
    );
    assert.deepEqual(skipped, { session_meta: 1, 'session_meta:other': 1, forked: 1 });
  });

  test('says of each turn who began it', (context) => {
    const turn = (id: string, turn_trigger: string | null): JsonObject[] => [
      event('task_started', { turn_id: id, turn_attribution: { turn_trigger } }),
      completed('UserMessage', { content: [{ type: 'text', text: id }] }),
    ];
    const lines = [turn('a', 'user'), turn('b', 'exec'), turn('c', 'schedule'), turn('d', null)].flat();
    const origins = (meta: JsonObject): unknown[] =>
      bodiesOf(readFile(written(context, lines, meta)).events, 'prompt').map(({ origin }) => origin);
    assert.deepEqual(origins(META), ['person', 'program', 'system', 'person']);
    assert.deepEqual(origins({ ...META, source: 'exec', originator: 'codex_exec' }), [
      'unknown',
      'program',
      'system',
      'program',
    ]);
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
