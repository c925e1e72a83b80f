import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import { CAPABILITIES } from '../../../src/agents/windsurf/capabilities.ts';
import { DIALECT } from '../../../src/agents/windsurf/hooks.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { toolUseOf } from '../../../src/derive/tool/tool-use.ts';
import { foldEvents } from '../fold-events.ts';
import { sentHooks } from '../session-fixture.ts';

// Made from Windsurf's documentation: no program was run.
const DAY = sentHooks(fileURLToPath(new URL('../../fixtures/windsurf/hooks.jsonl', import.meta.url)));

function read(event: string, info: JsonObject, more: JsonObject = {}): HookReading {
  const sent = { agent_action_name: event, trajectory_id: 't', execution_id: 'e', timestamp: 'now', tool_info: info };
  return DIALECT.readHook(event, { ...sent, ...more }, { at: 1, delivery: 'd' });
}

suite('a hook payload of Windsurf, made from its documentation', () => {
  const events = DAY.flatMap(({ event, at, payload }, i) => {
    const { skipped, ...reading } = DIALECT.readHook(event, payload, { at, delivery: `d${i}` });
    assert.deepEqual(skipped, {}, event);
    return reading.events;
  });

  test('tells a day: prompts, tools in words that Cairn knows, and what was said', () => {
    assert.deepEqual(
      events.map(({ body }) => (body.kind === 'tool.end' ? toolUseOf(body.tool, body.input) : body.kind)),
      ['prompt', 'read', 'edit', 'shell', 'shell', 'foreign', 'message', 'turn.end', 'prompt', 'message', 'turn.end'],
    );
    for (const { agentSession, cwd } of events)
      assert.deepEqual([agentSession, cwd], ['traj_5d6e7f80', '/home/dev/shop']);
    for (const { body } of events) assert.equal(CAPABILITIES.authority[body.kind], 'hook');
  });

  test('tells how a command ended where it says so', () => {
    const ended = (info: JsonObject): unknown =>
      read('post_run_command', { command_line: 'x', ...info }).events[0]?.body;
    const told = { kind: 'tool.end', tool: 'Bash', input: { command: 'x' } };
    assert.deepEqual(ended({}), { ...told, output: '', success: true });
    assert.deepEqual(ended({ exit_code: 3, output: 'no' }), { ...told, output: 'no', success: false, exitCode: 3 });
  });

  test('that comes by the hooks of a person and of a repository counts once', () => {
    const info = { command_line: 'ls' };
    const twice = ['d1', 'd2'].flatMap((delivery) => {
      const sent = { trajectory_id: 't', execution_id: 'e', timestamp: 'now', tool_info: info };
      return DIALECT.readHook('post_run_command', sent, { at: 1, delivery }).events;
    });
    const later = read('post_run_command', info, { timestamp: 'later' }).events;
    assert.equal(foldEvents([...twice, ...later], CAPABILITIES.authority).length, 2);
  });

  test('asks for no context, and is answered with nothing', () => {
    for (const { event, at, payload } of DAY) {
      assert.equal(DIALECT.readHook(event, payload, { at, delivery: 'd' }).need, undefined);
      assert.equal(DIALECT.reply(event, 'one'), '');
    }
    assert.equal(read('pre_user_prompt', { user_prompt: 'x' }).startsWorker, true);
  });

  test('never makes the reader throw', () => {
    const field = fc.constantFrom('trajectory_id', 'execution_id', 'tool_info', 'timestamp', 'cwd', 'x');
    const info = fc.dictionary(
      fc.constantFrom('user_prompt', 'file_path', 'edits', 'mcp_tool_name', 'mcp_result'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...CAPABILITIES.hooks, 'pre_run_command', '__proto__'),
        fc.dictionary(field, fc.oneof(fc.jsonValue(), info)),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(read('post_mcp_tool_use', {}).skipped, { 'post_mcp_tool_use:empty': 1 });
    assert.deepEqual(read('pre_run_command', {}).skipped, { pre_run_command: 1 });
  });
});
