import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES, REGISTERED_HOOKS } from '../../../src/agents/kimi-code/capabilities.ts';
import { DIALECT } from '../../../src/agents/kimi-code/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { EVENT_KINDS } from '../../../src/core/model/event.ts';
import { kimiHooks, SESSION } from './fixtures.ts';

const HOOK = { session_id: SESSION, cwd: '/home/dev/shop', client_type: 'kimi_code_cli' };

function read(event: string, payload: JsonObject): HookReading {
  return DIALECT.readHook(event, { hook_event_name: event, ...HOOK, ...payload }, { at: 1, delivery: 'd' });
}

const bodyOf = (reading: HookReading): JsonObject => reading.events[0]?.body as unknown as JsonObject;

const EVENTS = REGISTERED_HOOKS.map(({ event }) => event);

suite('a hook payload of Kimi Code', () => {
  test('of the recorded shapes is known in all its fields', () => {
    for (const { event, at, payload } of kimiHooks()) {
      const { events, skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, {}, event);
      // Before a tool it only asks whether the tool may run.
      assert.equal(events.length, event === 'PreToolUse' ? 0 : 1, event);
    }
  });

  test('asks for context with a prompt, whose parts are one text', () => {
    const picture = { type: 'image_url', imageUrl: { url: 'data:image/png;base64,AAAA' } };
    const skill = { type: 'text', text: 'User activated "x".\n\n<skill-loaded name="x">\nSteps.\n</skill-loaded>' };
    const reading = read('UserPromptSubmit', { prompt: [skill, { type: 'text', text: ' Fix it. ' }, picture] });
    assert.deepEqual(bodyOf(reading), { kind: 'prompt', text: 'Fix it. \n[image_url]', origin: 'unknown' });
    assert.deepEqual(reading.need, {
      occasion: 'prompt',
      agentSession: SESSION,
      cwd: '/home/dev/shop',
      prompt: 'Fix it. \n[image_url]',
    });
    assert.equal(reading.startsWorker, true);
  });

  test('asks for none at the start of a session, where it would be thrown away', () => {
    const reading = read('SessionStart', { source: 'startup', model: 'k', profile: 'agent' });
    assert.deepEqual(bodyOf(reading), { kind: 'session.start', trigger: 'startup', model: 'k' });
    assert.equal(reading.need, undefined);
    assert.equal(reading.startsWorker, true);
  });

  test('tells how a tool ended, with the exit code of a shell', () => {
    const call = { tool_name: 'Bash', tool_input: { command: 'x' }, tool_call_id: 'Bash_0' };
    const message = 'no\nCommand failed with exit code: 17.';
    const failed = read('PostToolUseFailure', { ...call, error: { code: 'internal', message, retryable: false } });
    const told = { kind: 'tool.end', tool: 'Bash', input: { command: 'x' } };
    assert.deepEqual(bodyOf(failed), { ...told, output: message, success: false, exitCode: 17 });
    const ran = read('PostToolUse', { ...call, tool_output: 'Command failed with exit code: 17.' });
    assert.deepEqual(bodyOf(ran), { ...told, output: 'Command failed with exit code: 17.', success: true });
  });

  test('of a tool with the id of another one is another event', () => {
    const call = (command: string): JsonObject => ({
      tool_name: 'Bash',
      tool_input: { command },
      tool_call_id: 'Bash_0',
    });
    const [one, other] = ['a', 'b'].map((command) => read('PostToolUse', call(command)).events[0]?.identity);
    assert.notDeepEqual(one, other);
  });

  test('never makes the reader throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EVENTS, 'TurnStarted', '__proto__'),
        fc.dictionary(
          fc.constantFrom('session_id', 'prompt', 'tool_name', 'tool_input', 'tool_call_id', 'error', 'response', 'x'),
          fc.jsonValue(),
        ),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('Stop', [], { at: 1, delivery: 'd' }).skipped, { 'Stop:malformed': 1 });
    assert.deepEqual(read('TurnStarted', {}).skipped, { TurnStarted: 1 });
  });
});

suite('the reply to a hook of Kimi Code', () => {
  test('is plain text with a prompt, and nothing on every other event but what refuses a call', () => {
    assert.equal(DIALECT.reply('UserPromptSubmit', 'one\ntwo'), 'one\ntwo');
    assert.match(DIALECT.reply('PreToolUse', '', 'no'), /"permissionDecision":"deny","permissionDecisionReason":"no"/);
    for (const event of EVENTS.filter((name) => name !== 'UserPromptSubmit')) {
      assert.equal(DIALECT.reply(event, 'one'), '');
    }
  });
});

suite('the capabilities of Kimi Code', () => {
  test('name an authority for all that it tells, and no hook twice', () => {
    const told = EVENT_KINDS.filter((kind) => CAPABILITIES.authority[kind] !== undefined);
    assert.deepEqual(EVENT_KINDS.filter((kind) => !told.includes(kind)).slice(0, 3), [
      'notification',
      'permission',
      'noted',
    ]);
    assert.equal(new Set(EVENTS).size, EVENTS.length);
  });

  test('register no hook for which a tool call waits but the one that refuses, which ends at once else', () => {
    assert.deepEqual(
      REGISTERED_HOOKS.filter(({ event }) => /PreTool|Permission/.test(event)).map(({ event, when }) => [event, when]),
      [['PreToolUse', 'refusing']],
    );
  });
});
