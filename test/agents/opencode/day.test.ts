import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/agents/opencode/capabilities.ts';
import { DIALECT } from '../../../src/agents/opencode/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import { CONTEXT_ON, SENT_EVENTS } from '../../../src/agents/shared/opencode/capabilities.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { openCodeHooks, SESSION } from './fixtures.ts';

function read(event: string, payload: JsonObject): HookReading {
  const sent = { sessionID: SESSION, directory: '/home/dev/shop', ...payload };
  return DIALECT.readHook(event, sent, { at: 1, delivery: 'd' });
}

suite('what the plugin in OpenCode sends', () => {
  test('is known in all its fields, and tells what happened', () => {
    const kinds = openCodeHooks().map(({ event, at, payload }) => {
      const { events, skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, {}, event);
      return events.map(({ body }) => body.kind).join();
    });
    assert.deepEqual(kinds, [
      'session.start',
      'prompt',
      // The store reports tool calls.
      '',
      '',
      'session.start',
      'turn.end',
      'prompt',
      'turn.end',
      'prompt',
      'turn.failed',
      'session.end',
    ]);
  });

  test('asks for context with a prompt, for that of the start too', () => {
    const where = { agentSession: SESSION, cwd: '/home/dev/shop' };
    const start = read('session.start', { source: 'resume' });
    assert.equal(start.need, undefined);
    const prompt = read('chat.message', { messageID: 'msg_1', agent: 'build', text: ' Fix it. ' });
    assert.deepEqual(prompt.need, { occasion: 'prompt', ...where, prompt: 'Fix it.' });
    assert.deepEqual(prompt.events[0]?.body, { kind: 'prompt', text: 'Fix it.', origin: 'unknown' });
    assert.deepEqual(prompt.events[0]?.identity, { number: 'msg_1' });
    assert.ok(start.startsWorker && prompt.startsWorker);
    for (const event of SENT_EVENTS.filter((name) => !CONTEXT_ON.includes(name))) {
      assert.equal(read(event, { messageID: 'msg_1', text: 'x' }).need, undefined);
    }
  });

  test('asks before a tool whether it may run, and after it what is known of its file or its failure', () => {
    const where = { agentSession: SESSION, cwd: '/home/dev/shop' };
    const bash = { tool: 'bash', args: { command: 'node check.js' } };
    const call = { tool: 'bash', input: bash.args };
    assert.deepEqual(read('tool.execute.before', bash).need, { occasion: 'refusal', ...where, call });
    const ended = { ...call, output: 'no', success: false, exitCode: 1 };
    const failed = read('tool.execute.after', { ...bash, output: 'no', exit: 1 });
    assert.deepEqual(failed.need, { occasion: 'call', ...where, call: ended });
    const edit = { tool: 'edit', args: { filePath: 'src/a.js' }, output: 'done' };
    const changed = read('tool.execute.after', edit).need;
    assert.deepEqual([changed?.occasion, changed?.file], ['tool', '/home/dev/shop/src/a.js']);
    const inside = { ...edit, agent_id: 'ses_child', agent_type: 'general' };
    assert.equal(read('tool.execute.after', inside).need?.occasion, 'file');
    assert.deepEqual([DIALECT.reply('tool.execute.before', '', 'no'), failed.events], ['no', []]);
  });

  test('of a turn says how it ended, and that the store is worth reading', () => {
    const idle = (error?: JsonObject): HookReading =>
      read('session.idle', { messageID: 'msg_1', ...(error === undefined ? {} : { error }) });
    assert.equal(idle().reconcile, 'now');
    assert.deepEqual(idle().events[0]?.body, { kind: 'turn.end' });
    assert.deepEqual(idle({ name: 'MessageAbortedError', data: {} }).events[0]?.body, { kind: 'turn.end' });
    assert.deepEqual(idle({ name: 'APIError', data: { message: 'overloaded' } }).events[0]?.body, {
      kind: 'turn.failed',
      error: 'APIError: overloaded',
    });
    assert.deepEqual(read('session.idle', {}).events, []);
  });

  test('never makes the reader throw', () => {
    const field = fc.constantFrom('sessionID', 'directory', 'messageID', 'text', 'source', 'error', 'reason', 'x');
    fc.assert(
      fc.property(
        fc.constantFrom(...SENT_EVENTS, 'tool.execute.after', '__proto__'),
        fc.dictionary(field, fc.jsonValue()),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('session.idle', [], { at: 1, delivery: 'd' }).skipped, {
      'session.idle:malformed': 1,
    });
  });
});

test('what is handed to OpenCode is plain text, on the events that take it', () => {
  for (const event of SENT_EVENTS) {
    assert.equal(DIALECT.reply(event, 'one\ntwo'), CAPABILITIES.contextOn.includes(event) ? 'one\ntwo' : '');
  }
});
