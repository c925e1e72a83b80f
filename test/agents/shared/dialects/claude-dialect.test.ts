import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createClaudeDialect, replyInClaudeDialect } from '../../../../src/agents/shared/dialects/claude-dialect.ts';
import { CLAUDE_EVENT_RULES } from '../../../../src/agents/shared/dialects/claude-events.ts';
import { parseJson } from '../../../../src/core/json.ts';

const { readHook } = createClaudeDialect({
  authority: {},
  agent: 'other',
  promptField: 'turn_id',
  toolField: 'tool_call_id',
  fileTools: { look: 'path' },
});
const arrival = { at: 5, delivery: 'd1' };

suite('a reader of the Claude dialect', () => {
  test("takes an agent's own names for prompt, tool call and file", () => {
    const payload = {
      session_id: 's1',
      turn_id: 'p1',
      tool_call_id: 't1',
      tool_name: 'look',
      tool_input: { path: '/a' },
    };
    const { events, need } = readHook('PreToolUse', payload, arrival);
    assert.deepEqual(events, [
      {
        agent: 'other',
        agentSession: 's1',
        at: 5,
        prompt: 'p1',
        identity: { number: 't1' },
        source: 'hook',
        body: { kind: 'tool.start', tool: 'look', input: { path: '/a' } },
      },
    ]);
    assert.equal(need?.file, '/a');
  });

  test('skips and counts a payload that says too little', () => {
    const skipped = (event: string, payload: Parameters<typeof readHook>[1]): unknown =>
      readHook(event, payload, arrival).skipped;
    assert.deepEqual(skipped('Stop', null), { 'Stop:malformed': 1 });
    assert.deepEqual(skipped('Stop', { session_id: '' }), { 'Stop:no-session': 1 });
    assert.deepEqual(skipped('UserPromptSubmit', { session_id: 's1', prompt: ' ' }), { 'UserPromptSubmit:empty': 1 });
    assert.deepEqual(skipped('PostToolUse', { session_id: 's1', tool_name: 'x' }), { 'PostToolUse:empty': 1 });
    assert.deepEqual(skipped('x'.repeat(100), {}), { unknown: 1 });
  });

  test('never throws, whatever the fields hold, and gives events that are whole', () => {
    const field = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('s1', 'x', 'startup', '<task-notification>'));
    const names =
      `session_id prompt turn_id tool_call_id tool_name tool_input tool_response agent_id agent_type source trigger
      error error_details message notification_type reason last_assistant_message compact_summary transcript_path cwd
      agent_transcript_path duration_ms is_interrupt other`.split(/\s+/);
    const payload = fc.dictionary(fc.constantFrom(...names), field, { maxKeys: 14 });
    const event = fc.oneof(fc.constantFrom(...Object.keys(CLAUDE_EVENT_RULES)), fc.string(), fc.constant('toString'));
    fc.assert(
      fc.property(event, fc.oneof(payload, field), (name, value) => {
        const { events, skipped } = readHook(name, parseJson(JSON.stringify(value)) ?? null, arrival);
        assert.ok(events.length > 0 || Object.keys(skipped).length > 0);
        for (const { agentSession, identity } of events) {
          assert.notEqual(agentSession, '');
          if ('number' in identity) assert.notEqual(identity.number, '');
          else assert.notEqual(identity.origin, '');
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

test('a reply of the Claude dialect is one JSON object', () => {
  assert.deepEqual(parseJson(replyInClaudeDialect('PreToolUse', 'a "b"\u2028')), {
    hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'a "b"\u2028' },
  });
});
