import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CAPABILITIES, SENT_EVENTS } from '../../../src/agents/pi/capabilities.ts';
import { DIALECT } from '../../../src/agents/pi/hooks.ts';
import { piHooks, SESSION } from './fixtures.ts';

suite('what the extension in pi sends', () => {
  test('is known in all its fields, and tells what happened', () => {
    const kinds = piHooks().map(({ event, at, payload }) => {
      const { events, skipped, session } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual([skipped, session], [{}, SESSION], event);
      return events.map(({ body }) => (body.kind === 'tool.end' ? `${body.tool} ${body.success}` : body.kind)).join();
    });
    assert.deepEqual(kinds, [
      ...['session.start', 'prompt', 'read true', '', 'bash false', 'edit true'],
      // The session's file tells how a turn ended; the two programs of the end may come in any order.
      ...['session.end', '', 'session.start', 'prompt', '', 'session.end'],
      ...['session.start', 'prompt', '', 'session.end'],
    ]);
  });

  test('asks for context with a prompt, for that of the start too, and after a file was touched', () => {
    const needs = piHooks().map(({ event, at, payload }) => {
      const { need, startsWorker } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      return [event, need?.occasion, startsWorker];
    });
    assert.deepEqual(needs.slice(0, 8), [
      ['SessionStart', undefined, true],
      ['UserPromptSubmit', 'prompt', true],
      ['PostToolUse', 'tool', false],
      // Sent where calls are refused.
      ['PreToolUse', 'refusal', false],
      ['PostToolUseFailure', 'call', false],
      ['PostToolUse', 'tool', false],
      ['SessionEnd', undefined, false],
      ['Stop', undefined, false],
    ]);
  });

  test('is answered in plain text, on the events that take it', () => {
    for (const event of SENT_EVENTS) {
      assert.equal(DIALECT.reply(event, 'one\ntwo'), CAPABILITIES.contextOn.includes(event) ? 'one\ntwo' : '');
    }
    assert.equal(DIALECT.reply('PreToolUse', '', 'no'), 'no');
  });
});
