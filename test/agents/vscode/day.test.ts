import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import { CAPABILITIES, REGISTERED_HOOKS } from '../../../src/agents/vscode/capabilities.ts';
import { DIALECT } from '../../../src/agents/vscode/hooks.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { copilotHooks } from '../copilot-cli/fixtures.ts';
import { hookEvents, SESSION, vscodeHooks } from './fixtures.ts';

const CWD = '/home/dev/shop';
const ALL = 'SessionStart UserPromptSubmit PreToolUse PostToolUse PreCompact SubagentStart SubagentStop Stop'.split(
  ' ',
);

function read(event: string, payload: JsonObject): HookReading {
  const transcript_path = `/x/GitHub.copilot-chat/transcripts/${SESSION}.jsonl`;
  const common = { hook_event_name: event, timestamp: '2026-09-21T14:13:20.000Z', session_id: SESSION, cwd: CWD };
  return DIALECT.readHook(event, { ...common, transcript_path, ...payload }, { at: 1, delivery: 'd' });
}

suite('a day of VS Code, made from its source', () => {
  test('has all of its events, known in all their fields', () => {
    const sent = vscodeHooks();
    assert.deepEqual([...new Set(sent.map(({ event }) => event))].sort(), ALL.toSorted());
    for (const { event, at, payload } of sent) {
      assert.deepEqual(DIALECT.readHook(event, payload, { at, delivery: 'd' }).skipped, {}, event);
    }
    assert.ok(hookEvents().every(({ agentSession, cwd }) => agentSession === SESSION && cwd === CWD));
  });

  test('asks for context at a start, with a prompt and before a file', () => {
    const where = { agentSession: SESSION, cwd: CWD };
    assert.deepEqual(read('SessionStart', { source: 'new' }).need, { occasion: 'start', ...where, trigger: 'new' });
    assert.deepEqual(read('UserPromptSubmit', { prompt: 'x' }).need, { occasion: 'prompt', ...where, prompt: 'x' });
    const call = { tool_name: 'read_file', tool_input: { filePath: `${CWD}/a.ts` }, tool_use_id: 'c' };
    const atHand = { tool: 'read_file', input: call.tool_input };
    assert.deepEqual(read('PreToolUse', call).need, { occasion: 'file', ...where, call: atHand, file: `${CWD}/a.ts` });
  });

  test('knows a call without what VS Code puts behind its id', () => {
    const call = {
      tool_name: 'read_file',
      tool_input: {},
      tool_response: 'x',
      tool_use_id: 'call_1__vscode-1790000000000',
    };
    assert.deepEqual(read('PostToolUse', call).events[0]?.identity, { number: 'call_1' });
  });

  test('leaves payloads of Copilot CLI alone, which runs hooks of a repository as well', () => {
    const timestamp = '2026-11-21T23:27:08.743Z';
    const common = { hook_event_name: 'UserPromptSubmit', session_id: 's', timestamp, cwd: CWD };
    const transcript_path = '/home/dev/.copilot/session-state/s/events.jsonl';
    for (const payload of [
      { ...common, prompt: 'x' },
      { ...common, hook_event_name: 'Stop', transcript_path, stop_reason: 'end_turn' },
      ...copilotHooks().map((hook) => hook.payload as JsonObject),
    ]) {
      const { events, skipped } = DIALECT.readHook('Stop', payload, { at: 1, delivery: 'd' });
      assert.deepEqual([events, skipped], [[], { 'Stop:sent-by-copilot-cli': 1 }]);
    }
  });

  test('never makes the reader throw', () => {
    const fields = 'session_id sessionId transcript_path prompt tool_name tool_input tool_use_id agent_id x'.split(' ');
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL, 'SessionEnd', '__proto__'),
        fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
  });
});

suite('the reply to a hook of VS Code', () => {
  test('is context in the form of Claude Code, where it takes some, and nothing elsewhere', () => {
    for (const event of ALL) {
      const told = { hookSpecificOutput: { hookEventName: event, additionalContext: 'one' } };
      assert.equal(DIALECT.reply(event, 'one'), CAPABILITIES.contextOn.includes(event) ? JSON.stringify(told) : '');
    }
    assert.ok(REGISTERED_HOOKS.every((event) => ALL.includes(event)));
  });
});
