import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { REGISTERED_HOOKS } from '../../../src/agents/antigravity/capabilities.ts';
import { DIALECT } from '../../../src/agents/antigravity/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { antigravityHooks, hookEvents, SESSION } from './fixtures.ts';

const HOOK = { conversationId: SESSION, workspacePaths: ['/home/dev/shop', '/home/dev/other'], modelName: 'm' };

function read(event: string, payload: JsonObject): HookReading {
  return DIALECT.readHook(event, { ...HOOK, ...payload }, { at: 1, delivery: 'd' });
}

suite('a hook payload of Antigravity, made after what is said of it', () => {
  test('is known in all its fields', () => {
    for (const { event, at, payload } of antigravityHooks()) {
      assert.deepEqual(DIALECT.readHook(event, payload, { at, delivery: 'd' }).skipped, {}, event);
    }
  });

  test('tells of the session’s start and of the ends of its turns; the rest is the transcript’s', () => {
    const told = hookEvents().map(({ body, cwd, agentSession }) => [body.kind, cwd, agentSession]);
    const of = (kind: string): unknown[] => [kind, '/home/dev/shop', SESSION];
    assert.deepEqual(told, [of('session.start'), of('session.start'), of('turn.end'), of('turn.end')]);
  });

  test('asks for context with the first call of a turn, which knows nothing of an earlier one', () => {
    const { need, startsWorker } = read('PreInvocation', { invocationNum: 0, initialNumSteps: 7 });
    const trigger = 'reopened';
    assert.deepEqual(need, { occasion: 'start', agentSession: SESSION, cwd: '/home/dev/shop', trigger });
    assert.equal(startsWorker, true);
    assert.equal(read('PreInvocation', { invocationNum: 3, initialNumSteps: 7 }).need, undefined);
  });

  test('has the transcript read when the agent is done', () => {
    const { reconcile, transcript } = read('Stop', { transcriptPath: '/t.jsonl', executionNum: 0 });
    assert.deepEqual([reconcile, transcript], ['now', '/t.jsonl']);
  });

  test('never makes the reader throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REGISTERED_HOOKS, 'PreToolUse', '__proto__'),
        fc.dictionary(
          fc.constantFrom('conversationId', 'workspacePaths', 'invocationNum', 'toolCall', 'transcriptPath', 'x'),
          fc.jsonValue(),
        ),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    for (const payload of [null, [], 'x']) {
      assert.deepEqual(DIALECT.readHook('Stop', payload, { at: 1, delivery: 'd' }).skipped, { 'Stop:malformed': 1 });
      assert.equal(DIALECT.readHook('PreInvocation', payload, { at: 1, delivery: 'd' }).need, undefined);
    }
  });
});

suite('the reply to a hook of Antigravity', () => {
  test('is a step for the model before it is called, and nothing on every other event', () => {
    assert.equal(DIALECT.reply('PreInvocation', 'one'), '{"injectSteps":[{"ephemeralMessage":"one"}]}');
    assert.equal(DIALECT.reply('PreInvocation', ''), '');
    for (const event of ['Stop', 'PreToolUse', 'PostToolUse']) assert.equal(DIALECT.reply(event, 'one'), '');
  });

  test('is not asked for before a tool, which would be refused without one', () => {
    assert.deepEqual(REGISTERED_HOOKS, ['PreInvocation', 'Stop']);
  });
});
