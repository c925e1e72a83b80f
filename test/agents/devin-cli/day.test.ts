import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/agents/devin-cli/capabilities.ts';
import { DIALECT } from '../../../src/agents/devin-cli/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { devinHooks, hookEvents, SESSION } from './fixtures.ts';

function read(event: string, payload: JsonObject): HookReading {
  const sent = { hook_event_name: event, session_id: SESSION, prompt_id: 'p', cwd: '/home/dev/shop', ...payload };
  return DIALECT.readHook(event, sent, { at: 1, delivery: 'd' });
}

suite('a hook payload of Devin CLI, made from its documentation', () => {
  test('is known in all its fields', () => {
    for (const { event, at, payload } of devinHooks()) {
      const { events, skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, {}, event);
      assert.equal(events.length, event === 'Stop' ? 2 : 1, event);
      for (const { body } of events) assert.ok(CAPABILITIES.authority[body.kind] !== undefined, body.kind);
    }
  });

  test('tells how a tool ended, and what was left of a compaction', () => {
    const ended = hookEvents().flatMap(({ body }) =>
      body.kind === 'tool.end' ? [[body.tool, body.success, body.output]] : [],
    );
    assert.deepEqual(ended, [
      ['read', true, 'exports.discount = (cents) => cents * 0.9;\n'],
      ['edit', true, 'Edited 1 place.'],
      ['exec', false, 'not an integer: 4.5\n\nexit status 1'],
      ['mcp__github__list_issues', true, 'No issues.'],
    ]);
    assert.deepEqual(read('PostCompaction', { summary: ' It rounds. ' }).events[0]?.body, {
      kind: 'compact.end',
      trigger: 'unknown',
      summary: 'It rounds.',
    });
  });

  test('asks for context at the start, with a prompt and after a tool', () => {
    const where = { agentSession: SESSION, cwd: '/home/dev/shop' };
    assert.deepEqual(read('SessionStart', { source: 'startup' }).need, {
      occasion: 'start',
      ...where,
      trigger: 'startup',
    });
    assert.deepEqual(read('UserPromptSubmit', { prompt: 'Fix it.' }).need, {
      occasion: 'prompt',
      ...where,
      prompt: 'Fix it.',
    });
    const call = { tool_name: 'read', tool_input: { file_path: 'a.ts' } };
    const { call: ended, ...need } = read('PostToolUse', call).need ?? assert.fail('no need');
    assert.deepEqual(need, { occasion: 'tool', ...where, file: '/home/dev/shop/a.ts' });
    assert.deepEqual([ended?.tool, ended?.input], ['read', call.tool_input]);
    assert.equal(read('PreToolUse', call).need?.occasion, 'refusal');
    assert.equal(DIALECT.reply('PreToolUse', '', 'no'), '{"decision":"block","reason":"no"}');
  });

  test('never makes the reader throw', () => {
    const fields = 'session_id prompt_id prompt tool_name tool_input tool_response summary source reason x';
    fc.assert(
      fc.property(
        fc.constantFrom(...CAPABILITIES.hooks, 'PermissionRequest', '__proto__'),
        fc.dictionary(fc.constantFrom(...fields.split(' ')), fc.jsonValue()),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('Stop', [], { at: 1, delivery: 'd' }).skipped, { 'Stop:malformed': 1 });
  });
});

test('the reply to a hook of Devin CLI is that of Claude Code, on the events that take it', () => {
  for (const event of CAPABILITIES.hooks) {
    const reply = { hookSpecificOutput: { hookEventName: event, additionalContext: 'one' } };
    assert.equal(DIALECT.reply(event, 'one'), CAPABILITIES.contextOn.includes(event) ? JSON.stringify(reply) : '');
  }
});
