import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { findAgent } from '../../src/agents/registry.ts';
import type { RawEvent, Skipped } from '../../src/core/model/event.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { readTranscript } from './read-lines.ts';

const AT = '2026-05-12T01:02:27.673Z';
const piLine = (id: string, message: object): object => ({ type: 'message', id, timestamp: AT, message });
const PI = [
  { type: 'session', version: 3, id: 's1', timestamp: AT, cwd: '/home/dev/shop' },
  { type: 'model_change', id: 'a', timestamp: AT, modelId: 'm' },
  piLine('b', { role: 'user', content: [{ type: 'text', text: 'Round the amounts.' }] }),
  piLine('c', {
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'thinking', thinking: '…' },
      { type: 'text', text: 'I run the check.' },
      { type: 'toolCall', id: 't1', name: 'bash', arguments: { command: 'node check.js' } },
      { type: 'toolCall', id: 't2', name: 'read', arguments: { path: 'a.js' } },
    ],
    stopReason: 'toolUse',
  }),
  piLine('d', {
    role: 'toolResult',
    toolCallId: 't1',
    toolName: 'bash',
    content: [
      { type: 'text', text: 'no\n\nCommand exited with code 2' },
      { type: 'text', text: 'What an extension added.' },
    ],
    isError: true,
  }),
  piLine('e', { role: 'bashExecution', command: 'git status', output: 'clean', exitCode: 0 }),
  { type: 'compaction', id: 'f', timestamp: AT, summary: 'The rounding is at work.', tokensBefore: 19 },
  piLine('g', { role: 'assistant', content: [{ type: 'text', text: 'Done.' }], stopReason: 'stop' }),
];
const CHAT = [
  { type: 'system', content: 'You are' },
  { type: 'user', content: [{ type: 'text', text: '<user_info>…' }], synthetic_reason: 'environment_context' },
  { type: 'user', content: [{ type: 'text', text: 'Round the amounts.' }], prompt_index: 0 },
  {
    type: 'assistant',
    content: 'I run the check.',
    tool_calls: [{ id: 't1', name: 'run_terminal_cmd', arguments: '{"command":"node check.js"}' }],
  },
  { type: 'tool_result', tool_call_id: 't1', content: 'no' },
];
const HERMES = {
  session_id: 's1',
  session_start: AT,
  cwd: '/home/dev/shop',
  model: 'm',
  messages: [
    { role: 'user', content: 'Round the amounts.' },
    {
      role: 'assistant',
      content: 'I run the check.',
      tool_calls: [
        { id: 't1', type: 'function', function: { name: 'shell', arguments: '{"command":"node check.js"}' } },
      ],
    },
    { role: 'tool', content: 'no', tool_call_id: 't1', tool_name: 'shell', finish_reason: 'error' },
    { role: 'session_meta' },
  ],
};

const jsonl = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const summary = { info: { id: 's1', cwd: '/home/dev/shop' }, created_at: AT };

/** The files of each agent below a home, and what its session tells; `exitCode`: that of its first call, which failed. */
const SESSIONS: Readonly<
  Record<string, { files: Record<string, string>; kinds: string[]; skipped: string[]; exitCode?: number }>
> = {
  pi: {
    exitCode: 2,
    files: { '.pi/agent/sessions/--home-dev-shop--/2026-05-12T01-02-27-657Z_s1.jsonl': jsonl(PI) },
    kinds: ['prompt', 'message', 'tool.end', 'tool.end', 'compact.end', 'message', 'turn.end'],
    skipped: ['model_change', 'session'],
  },
  openclaw: {
    exitCode: 2,
    files: {
      '.openclaw/agents/main/sessions/s1.jsonl': jsonl(PI),
      '.openclaw/agents/main/sessions/s1.trajectory.jsonl': jsonl(PI),
    },
    kinds: ['prompt', 'message', 'tool.end', 'tool.end', 'compact.end', 'message', 'turn.end'],
    skipped: ['model_change', 'session'],
  },
  grok: {
    files: {
      '.grok/sessions/%2Fhome%2Fdev%2Fshop/s1/chat_history.jsonl': jsonl(CHAT),
      '.grok/sessions/%2Fhome%2Fdev%2Fshop/s1/summary.json': JSON.stringify(summary),
    },
    kinds: ['prompt', 'message', 'tool.end'],
    skipped: ['system', 'user:synthetic'],
  },
  hermes: {
    files: { '.hermes/sessions/session_20260512_010227_ab12cd.json': JSON.stringify(HERMES, null, 2) },
    kinds: ['prompt', 'message', 'tool.end'],
    skipped: ['role:session_meta'],
  },
};

/** Reads the one session of an agent in a home as the worker does. */
function readSession(context: TestContext, name: string): { events: RawEvent[]; skipped: Skipped } {
  const home = temporaryFolder(context);
  for (const [path, text] of Object.entries(SESSIONS[name]?.files ?? {})) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  const agent = findAgent(name);
  assert.ok(agent !== undefined);
  assert.ok(agent.detect({ home, variables: {} }));
  const [file, ...others] = agent.findTranscripts({ home, variables: {} });
  assert.ok(file !== undefined && others.length === 0);
  const snapshot = agent.createSnapshot?.({ path: file.path });
  if (snapshot === undefined) return readTranscript(file.path, agent.createParser({ path: file.path }));
  const events = [...snapshot.steps()].flat();
  return { events, skipped: snapshot.counts().skipped };
}

suite('agents of which only transcripts are read', () => {
  for (const [name, { kinds, skipped, exitCode }] of Object.entries(SESSIONS)) {
    test(`${name} tells of its sessions`, (context) => {
      const read = readSession(context, name);
      assert.deepEqual(
        read.events.map(({ body }) => body.kind),
        kinds,
      );
      assert.deepEqual(Object.keys(read.skipped).sort(), skipped);
      for (const { agent, agentSession, cwd, at } of read.events) {
        assert.deepEqual([agent, agentSession, cwd], [name, 's1', '/home/dev/shop']);
        assert.ok(at >= Date.parse(AT) && at < Date.parse(AT) + 10_000);
      }
      const [prompt] = read.events;
      // Prompts of these come by chats, in which anybody may write.
      const origin = name === 'openclaw' || name === 'hermes' ? 'unknown' : 'person';
      assert.deepEqual(prompt?.body, { kind: 'prompt', text: 'Round the amounts.', origin });
      const run = read.events.find(({ body }) => body.kind === 'tool.end')?.body;
      assert.ok(run?.kind === 'tool.end');
      assert.deepEqual([run.input, run.output.split('\n', 1)[0]], [{ command: 'node check.js' }, 'no']);
      if (exitCode !== undefined) assert.deepEqual([run.success, run.exitCode], [false, exitCode]);
    });
  }

  test('what a forked session of pi repeats of the one before is that one’s', (context) => {
    const home = temporaryFolder(context);
    const path = join(home, 'fork.jsonl');
    const header = {
      type: 'session',
      version: 3,
      id: 's2',
      timestamp: '2026-05-13T00:00:00Z',
      cwd: '/x',
      parentSession: 's1.jsonl',
    };
    const own = {
      type: 'message',
      id: 'z',
      timestamp: '2026-05-13T00:00:01Z',
      message: { role: 'user', content: 'Go on.' },
    };
    writeFileSync(path, jsonl([header, ...PI.slice(1), own]));
    const agent = findAgent('pi');
    assert.ok(agent);
    const { events, skipped } = readTranscript(path, agent.createParser({ path }));
    assert.deepEqual(
      events.map(({ body, agentSession }) => [body.kind, agentSession]),
      [['prompt', 's2']],
    );
    assert.equal(skipped.forked, PI.length - 1);
  });
});
