import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES, REGISTERED_HOOKS } from '../../../src/agents/cursor/capabilities.ts';
import { DIALECT } from '../../../src/agents/cursor/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { EVENT_KINDS } from '../../../src/core/model/event.ts';
import { cursorHooks, hookEvents, SESSION, SUBAGENT } from './fixtures.ts';

const HOOK = {
  conversation_id: SESSION,
  generation_id: 'g1',
  cursor_version: '3.7.21',
  workspace_roots: ['/home/dev/shop'],
  transcript_path: null,
};

function read(event: string, payload: JsonObject): HookReading {
  return DIALECT.readHook(event, { hook_event_name: event, ...HOOK, ...payload }, { at: 1, delivery: 'd' });
}

const bodyOf = (reading: HookReading): JsonObject => reading.events[0]?.body as unknown as JsonObject;

suite('a hook payload of Cursor, made from its documentation', () => {
  test('is known in all its fields, and tells of one thing', () => {
    for (const { event, at, payload } of cursorHooks()) {
      const { events, skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, {}, event);
      // Before a tool it only asks whether the tool may run.
      assert.equal(events.length, event === 'preToolUse' ? 0 : 1, event);
      for (const { agentSession, cwd } of events) assert.deepEqual([agentSession, cwd], [SESSION, '/home/dev/shop']);
    }
  });

  test('tells a day in the order in which it went', () => {
    assert.deepEqual(
      hookEvents().map(({ body }) => body.kind),
      [
        'session.start',
        'prompt',
        ...Array(5).fill('tool.end'),
        'message',
        'turn.end',
        'prompt',
        'subagent.start',
        'subagent.end',
        'compact.start',
        'message',
        'turn.end',
        'prompt',
        'turn.failed',
        'session.end',
      ],
    );
  });

  test('asks for context at the start, and after a tool also for what the start should have said', () => {
    const where = { agentSession: SESSION, cwd: '/home/dev/shop' };
    assert.deepEqual(read('sessionStart', {}).need, { occasion: 'start', ...where, trigger: 'startup' });
    const file = { tool_name: 'Read', tool_input: { path: 'src/a.ts' }, tool_output: 'x' };
    const read1 = { tool: 'Read', input: file.tool_input, output: 'x', success: true };
    const named = { occasion: 'tool', ...where, call: read1, file: '/home/dev/shop/src/a.ts' };
    assert.deepEqual(read('postToolUse', file).need, named);
    const shell = { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_output: 'x' };
    const ran = { tool: 'Shell', input: shell.tool_input, output: 'x', success: true };
    assert.deepEqual(read('postToolUse', shell).need, { occasion: 'tool', ...where, call: ran });
    const prompt = read('beforeSubmitPrompt', { prompt: '<user_query>\nFix it.\n</user_query>' });
    assert.equal(prompt.need, undefined);
    assert.equal(prompt.startsWorker, true);
    assert.deepEqual(bodyOf(prompt), { kind: 'prompt', text: 'Fix it.', origin: 'unknown' });
  });

  test('tells how a tool ended: text, or a structure as text', () => {
    const call = { tool_name: 'Shell', tool_input: { command: 'x' }, tool_use_id: 't', duration: 5 };
    const told = { kind: 'tool.end', tool: 'Shell', input: { command: 'x' }, durationMs: 5 };
    const failed = read('postToolUse', { ...call, tool_output: '{"exitCode":2,"output":"no"}' });
    const result = { exitCode: 2, output: 'no' };
    assert.deepEqual(bodyOf(failed), { ...told, output: 'no', success: false, result, exitCode: 2 });
    assert.deepEqual(bodyOf(read('postToolUse', { ...call, tool_output: '{half' })), {
      ...told,
      output: '{half',
      success: true,
    });
    const stopped = read('postToolUseFailure', { ...call, error_message: 'denied', is_interrupt: true });
    assert.deepEqual(bodyOf(stopped), { ...told, output: 'denied', success: false, interrupted: true });
  });

  test('of a tool of Cairn is known by its name and the id in its answer, since the server is not named', () => {
    const call = { tool_name: 'MCP:search', tool_input: { query: 'x' } };
    const toolOf = (output: string): unknown => bodyOf(read('postToolUse', { ...call, tool_output: output })).tool;
    assert.equal(toolOf('k_abcdefghijklmnop Amounts are integer cents.'), 'mcp__cairn__search');
    assert.equal(toolOf('Nothing was found.'), 'MCP:search');
    const other = read('postToolUse', { ...call, tool_name: 'MCP:list', tool_output: 'k_abcdefghijklmnop' });
    assert.equal(bodyOf(other).tool, 'MCP:list');
  });

  test('of a subagent belongs to the conversation that started it, under its id or that of its transcript', () => {
    const [event] = read('subagentStop', {
      conversation_id: SUBAGENT,
      parent_conversation_id: SESSION,
      agent_transcript_path: `/x/${SUBAGENT}.jsonl`,
      summary: 'Done.',
    }).events;
    assert.deepEqual([event?.agentSession, event?.subagent], [SESSION, SUBAGENT]);
    assert.deepEqual(event?.body, { kind: 'subagent.end', type: 'subagent', result: 'Done.' });
    assert.deepEqual(read('subagentStop', {}).skipped, { 'subagentStop:empty': 1 });
  });

  test('never makes the reader throw', () => {
    const fields = 'conversation_id prompt tool_name tool_input tool_output text status workspace_roots summary x';
    fc.assert(
      fc.property(
        fc.constantFrom(...CAPABILITIES.hooks, 'subagentStart', 'afterFileEdit', '__proto__'),
        fc.dictionary(fc.constantFrom(...fields.split(' ')), fc.jsonValue()),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('stop', [], { at: 1, delivery: 'd' }).skipped, { 'stop:malformed': 1 });
    assert.deepEqual(read('afterFileEdit', {}).skipped, { afterFileEdit: 1 });
  });
});

test('the reply to a hook of Cursor is its own field, on the events that take it', () => {
  for (const event of CAPABILITIES.hooks) {
    const expected = CAPABILITIES.contextOn.includes(event) ? '{"additional_context":"one"}' : '';
    assert.equal(DIALECT.reply(event, 'one'), expected);
    assert.equal(DIALECT.reply(event, ''), '');
  }
  const refused = { permission: 'deny', user_message: 'no', agent_message: 'no' };
  assert.equal(DIALECT.reply('preToolUse', '', 'no'), JSON.stringify(refused));
});

test('Cursor is asked for no hook that asks for leave but the one that refuses, and names an authority for all that it tells', () => {
  assert.deepEqual(
    REGISTERED_HOOKS.filter(({ event }) => /^before(?!SubmitPrompt)|^pre(?!Compact)|^subagentStart/.test(event)).map(
      ({ event, when }) => [event, when],
    ),
    [['preToolUse', 'refusing']],
  );
  for (const { body } of hookEvents()) assert.ok(CAPABILITIES.authority[body.kind] !== undefined, body.kind);
  assert.ok(EVENT_KINDS.filter((kind) => CAPABILITIES.authority[kind] !== undefined).length === 11);
});
