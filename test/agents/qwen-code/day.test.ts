import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES, REGISTERED_HOOKS } from '../../../src/agents/qwen-code/capabilities.ts';
import { DIALECT } from '../../../src/agents/qwen-code/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { qwenHooks, SESSION } from './fixtures.ts';

const HOOK = { session_id: SESSION, cwd: '/home/dev/shop', prompt_id: `${SESSION}########0` };
const EVENTS = REGISTERED_HOOKS.map(({ event }) => event);
/** Events that tell nothing that the others do not. */
const UNREAD = ['InstructionsLoaded', 'MessageDisplay', 'PostToolBatch'];

function read(event: string, payload: JsonObject): HookReading {
  return DIALECT.readHook(event, { hook_event_name: event, ...HOOK, ...payload }, { at: 1, delivery: 'd' });
}

const bodyOf = (reading: HookReading): JsonObject => reading.events[0]?.body as unknown as JsonObject;

suite('a hook payload of Qwen Code', () => {
  test('of the recorded shapes is known in all its fields', () => {
    for (const { event, at, payload } of qwenHooks()) {
      const { skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, UNREAD.includes(event) ? { [event]: 1 } : {}, event);
    }
  });

  test('tells of a prompt as it was typed, and names it by what the model is sent', () => {
    const typed = read('UserPromptSubmit', { prompt: 'See @a.\n--- a ---\nA', submitted_prompt: 'See @a.' });
    assert.deepEqual(bodyOf(typed), { kind: 'prompt', text: 'See @a.', origin: 'unknown' });
    assert.equal(typed.need?.prompt, 'See @a.');
    const old = read('UserPromptSubmit', { prompt: 'See @a.\n--- a ---\nA' });
    assert.deepEqual(old.events[0]?.identity, typed.events[0]?.identity);
    assert.equal(typed.startsWorker, true);
  });

  test('of a session that is resumed says that its start is forgotten: it stood in the system’s message', () => {
    assert.equal(read('SessionStart', { source: 'resume' }).need?.trigger, 'reopened');
    assert.equal(read('SessionStart', { source: 'startup' }).need?.trigger, 'startup');
  });

  test('with an empty prompt, as it comes after each round of tools, tells nothing and asks for nothing', () => {
    const { events, need, skipped } = read('UserPromptSubmit', { prompt: '' });
    assert.deepEqual({ events, need, skipped }, { events: [], need: undefined, skipped: {} });
  });

  test('joins a call by the id that the transcript has, and tells calls with one id apart', () => {
    const call = { tool_name: 'run_shell_command', tool_input: { command: 'x' }, tool_use_id: 'toolu_1' };
    const [one, again, other] = [
      { ...call, tool_call_id: 'call_1' },
      { ...call, tool_call_id: 'call_1', tool_use_id: 'toolu_2' },
      { ...call, tool_call_id: 'call_1', tool_input: { command: 'y' } },
    ].map((payload) => read('PostToolUse', { ...payload, tool_response: {} }).events[0]?.identity);
    assert.deepEqual(again, one);
    assert.notDeepEqual(other, one);
    assert.deepEqual(read('PostToolUse', call).skipped, { 'PostToolUse:empty': 1 });
  });

  test('tells what a shell printed, without the lines around it, and its exit code', () => {
    const call = { tool_name: 'run_shell_command', tool_input: { command: 'x' }, tool_call_id: 'c', duration_ms: 7 };
    const text = 'Command: x\nDirectory: (root)\nOutput: no\nError: (none)\nExit Code: 17\nSignal: (none)';
    const told = { kind: 'tool.end', tool: 'run_shell_command', input: { command: 'x' }, output: 'no', durationMs: 7 };
    const failed = read('PostToolUseFailure', { ...call, error: text, is_interrupt: false });
    assert.deepEqual(bodyOf(failed), { ...told, success: false, exitCode: 17 });
    const ran = read('PostToolUse', { ...call, tool_response: { llmContent: text.replace('17', '0') } });
    assert.deepEqual(bodyOf(ran), { ...told, success: true, exitCode: 0 });
  });

  test('asks for context after a file was read or changed, not before', () => {
    const call = { tool_name: 'edit', tool_input: { file_path: '/home/dev/shop/a.js' }, tool_call_id: 'c' };
    const need = { occasion: 'file', agentSession: SESSION, cwd: '/home/dev/shop', file: '/home/dev/shop/a.js' };
    const ended = { tool: 'edit', input: call.tool_input, output: 'ok', success: true };
    const reading = read('PostToolUse', { ...call, tool_response: { llmContent: 'ok' } });
    assert.deepEqual(reading.need, { ...need, call: ended });
    assert.equal(read('PreToolUse', call).need?.occasion, 'refusal');
    assert.match(DIALECT.reply('PreToolUse', '', 'no'), /"permissionDecision":"deny","permissionDecisionReason":"no"/);
  });

  test('of a tool in a subagent, which has no type there, belongs to the subagent', () => {
    const call = { tool_name: 'run_shell_command', tool_input: { command: 'x' }, tool_call_id: 'c', agent_id: 'a-c1' };
    assert.equal(read('PreToolUse', call).events[0]?.subagent, 'a-c1');
  });

  test('of a turn that ended without words tells its end alone', () => {
    const { events } = read('Stop', { last_assistant_message: '[no response text]' });
    assert.deepEqual(
      events.map(({ body }) => body),
      [{ kind: 'turn.end' }],
    );
  });

  test('never makes the reader throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENTS, 'MessageDisplay', '__proto__'),
        fc.dictionary(
          fc.constantFrom('session_id', 'prompt', 'submitted_prompt', 'tool_name', 'tool_input', 'tool_call_id', 'x'),
          fc.jsonValue(),
        ),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('Stop', [], { at: 1, delivery: 'd' }).skipped, { 'Stop:malformed': 1 });
  });
});

suite('the reply to a hook of Qwen Code', () => {
  test('is JSON where context reaches the model, and nothing elsewhere', () => {
    for (const event of EVENTS) {
      const reply = { hookSpecificOutput: { hookEventName: event, additionalContext: 'one <two>' } };
      const expected = CAPABILITIES.contextOn.includes(event) ? JSON.stringify(reply) : '';
      assert.equal(DIALECT.reply(event, 'one <two>'), expected);
      assert.equal(DIALECT.reply(event, ''), '');
    }
    assert.equal(DIALECT.reply('PreToolUse', 'one'), '');
  });
});

suite('the capabilities of Qwen Code', () => {
  test('register no hook twice, and before a tool the one alone that refuses', () => {
    assert.equal(new Set(CAPABILITIES.hooks).size, CAPABILITIES.hooks.length);
    const before = REGISTERED_HOOKS.filter(({ event }) => event === 'PreToolUse');
    assert.deepEqual(
      before.map(({ when }) => when),
      ['refusing'],
    );
  });
});
