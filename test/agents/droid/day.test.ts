import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/agents/droid/capabilities.ts';
import { DIALECT } from '../../../src/agents/droid/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { droidHooks, hookEvents, SESSION } from './fixtures.ts';

function read(event: string, payload: JsonObject): HookReading {
  const sent = { hook_event_name: event, session_id: SESSION, cwd: '/home/dev/shop', ...payload };
  return DIALECT.readHook(event, sent, { at: 1, delivery: 'd' });
}

suite('a hook payload of Droid, made from its documentation', () => {
  test('is known in all its fields, and names the transcript', () => {
    for (const { event, at, payload } of droidHooks()) {
      const { skipped, transcript } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, {}, event);
      assert.equal(transcript, `/home/dev/.factory/sessions/-home-dev-shop/${SESSION}.jsonl`);
    }
  });

  test('tells a day without its tools, of which the transcript tells', () => {
    const kinds = hookEvents().map(({ body }) => body.kind);
    const told = [
      'session.start',
      'prompt',
      'notification',
      'compact.start',
      'turn.end',
      'prompt',
      'turn.end',
      'session.end',
    ];
    assert.deepEqual(kinds, told);
  });

  test('asks for context at the start, with a prompt, after a tool, and before one only whether it may run', () => {
    const where = { agentSession: SESSION, cwd: '/home/dev/shop' };
    assert.deepEqual(read('SessionStart', { source: 'resume' }).need, {
      occasion: 'start',
      ...where,
      trigger: 'resume',
    });
    assert.deepEqual(read('UserPromptSubmit', { prompt: 'Fix it.' }).need, {
      occasion: 'prompt',
      ...where,
      prompt: 'Fix it.',
    });
    const create = { tool_name: 'Create', tool_input: { file_path: '/home/dev/shop/a.ts' } };
    const ended = { tool: 'Create', input: create.tool_input, output: '', success: true };
    const file = '/home/dev/shop/a.ts';
    assert.deepEqual(read('PostToolUse', create).need, { occasion: 'file', ...where, file, call: ended });
    const run = { tool_name: 'Execute', tool_input: { command: 'ls' } };
    assert.equal(read('PostToolUse', run).need?.occasion, 'call');
    const call = { tool: 'Execute', input: run.tool_input };
    assert.deepEqual(read('PreToolUse', run).need, { occasion: 'refusal', ...where, call });
    assert.deepEqual(read('PreToolUse', run).events, []);
    assert.match(DIALECT.reply('PreToolUse', '', 'no'), /"permissionDecision":"deny","permissionDecisionReason":"no"/);
    assert.equal(DIALECT.reply('PreToolUse', 'one'), '');
  });

  test('never makes the reader throw', () => {
    const fields = 'session_id transcript_path prompt tool_name tool_input tool_response message source reason x';
    fc.assert(
      fc.property(
        fc.constantFrom(...CAPABILITIES.hooks, 'PreToolUse', '__proto__'),
        fc.dictionary(fc.constantFrom(...fields.split(' ')), fc.jsonValue()),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('Stop', [], { at: 1, delivery: 'd' }).skipped, { 'Stop:malformed': 1 });
  });
});

test('the reply to a hook of Droid is that of Claude Code, on the events that take it', () => {
  for (const event of CAPABILITIES.hooks) {
    const reply = { hookSpecificOutput: { hookEventName: event, additionalContext: 'one' } };
    assert.equal(DIALECT.reply(event, 'one'), CAPABILITIES.contextOn.includes(event) ? JSON.stringify(reply) : '');
  }
});
