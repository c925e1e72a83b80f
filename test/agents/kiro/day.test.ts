import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { AGENT_HOOKS, CAPABILITIES, FILE_HOOKS } from '../../../src/agents/kiro/capabilities.ts';
import { DIALECT } from '../../../src/agents/kiro/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { CLI_SESSION, kiroHooks, SESSION } from './fixtures.ts';

function read(event: string, payload: JsonObject): HookReading {
  const sent = { hook_event_name: event, session_id: CLI_SESSION, cwd: '/home/dev/shop', ...payload };
  return DIALECT.readHook(event, sent, { at: 1, delivery: 'd' });
}

suite('a hook payload of Kiro, made from its documentation', () => {
  test('is known in all its fields, and tells what happened', () => {
    const told = kiroHooks().map(({ event, at, payload }) => {
      const { events, skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(
        Object.keys(skipped).filter((type) => !type.endsWith(':empty')),
        [],
      );
      return `${event}: ${events.map(({ body }) => body.kind).join()}`;
    });
    assert.deepEqual(told, [
      'SessionStart: session.start',
      'UserPromptSubmit: prompt',
      'Stop: message,turn.end',
      'UserPromptSubmit: ',
      'Stop: turn.end',
      'agentSpawn: session.start',
      'userPromptSubmit: prompt',
      'stop: message,turn.end',
    ]);
  });

  test('asks for context at the start of a session and with a prompt', () => {
    const where = { agentSession: CLI_SESSION, cwd: '/home/dev/shop' };
    for (const event of ['SessionStart', 'agentSpawn']) {
      assert.deepEqual(read(event, {}).need, { occasion: 'start', ...where, trigger: 'startup' });
    }
    for (const event of ['UserPromptSubmit', 'userPromptSubmit']) {
      assert.deepEqual(read(event, { prompt: ' Fix it. ' }).need, { occasion: 'prompt', ...where, prompt: 'Fix it.' });
      assert.equal(read(event, { prompt: '' }).need, undefined);
    }
    assert.equal(read('Stop', { assistant_response: 'Done.' }).reconcile, 'now');
  });

  test('of a prompt with what Kiro put around it tells the prompt', () => {
    const around =
      '--- CONTEXT ENTRY BEGIN ---\nx\n--- CONTEXT ENTRY END ---\n\n--- USER MESSAGE BEGIN ---\nFix it.\n--- USER MESSAGE END ---';
    assert.deepEqual(read('userPromptSubmit', { prompt: around }).events[0]?.body, {
      kind: 'prompt',
      text: 'Fix it.',
      origin: 'unknown',
    });
  });

  test('of an agent’s own hooks is left where the hook file tells the same', () => {
    for (const event of AGENT_HOOKS) {
      const { events, need, skipped } = read(event, { session_id: SESSION, prompt: 'x' });
      assert.deepEqual([events, need, skipped], [[], undefined, { [`${event}:told-by-hook-file`]: 1 }]);
    }
    for (const event of FILE_HOOKS) assert.equal(read(event, { session_id: SESSION, prompt: 'x' }).events.length, 1);
  });

  test('never makes the reader throw', () => {
    const field = fc.constantFrom('session_id', 'cwd', 'prompt', 'assistant_response', 'x');
    fc.assert(
      fc.property(
        fc.constantFrom(...FILE_HOOKS, ...AGENT_HOOKS, 'PostFileSave', '__proto__'),
        fc.dictionary(field, fc.jsonValue()),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('Stop', [], { at: 1, delivery: 'd' }).skipped, { 'Stop:malformed': 1 });
  });
});

test('what is handed to Kiro is plain text, on the events that take it', () => {
  for (const event of CAPABILITIES.hooks) {
    assert.equal(DIALECT.reply(event, 'one\ntwo'), CAPABILITIES.contextOn.includes(event) ? 'one\ntwo' : '');
  }
});
