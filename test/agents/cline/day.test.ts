import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES } from '../../../src/agents/cline/capabilities.ts';
import { DIALECT } from '../../../src/agents/cline/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { clineHooks, hookEvents, SESSION, SUBAGENT } from './fixtures.ts';

const CWD = '/home/dev/shop';
const ALL = `TaskStart TaskResume TaskCancel TaskComplete TaskError UserPromptSubmit PreToolUse PostToolUse PreCompact
  SessionShutdown`.split(/\s+/);

function read(event: string, payload: JsonObject): HookReading {
  const common = {
    timestamp: '2026-09-21T14:13:20.000Z',
    sessionContext: { rootSessionId: SESSION },
    workspaceRoots: [CWD],
    agent_id: 'agent_lead',
    parent_agent_id: null,
  };
  return DIALECT.readHook(event, { ...common, ...payload }, { at: 1, delivery: 'd' });
}

const callOf = (name: string, input: JsonObject): JsonObject => ({ tool_call: { id: 'c1', name, input } });
const bodyOf = (reading: HookReading): JsonObject => reading.events[0]?.body as unknown as JsonObject;

suite('a day of Cline, after recorded payloads', () => {
  test('has all of its events, known in all their fields', () => {
    const sent = clineHooks();
    assert.deepEqual([...new Set(sent.map(({ event }) => event))].sort(), ALL.toSorted());
    for (const { event, at, payload } of sent) {
      assert.deepEqual(DIALECT.readHook(event, payload, { at, delivery: 'd' }).skipped, {}, event);
    }
  });

  test('tells of one session, and of its subagent in it', () => {
    const events = hookEvents();
    assert.ok(events.every(({ agentSession, cwd }) => agentSession === SESSION && cwd === CWD));
    assert.deepEqual(
      events.filter(({ subagent }) => subagent === SUBAGENT).map(({ body }) => body.kind),
      ['subagent.start', 'tool.start', 'tool.end', 'subagent.end'],
    );
    assert.deepEqual(
      events.filter(({ body }) => /session|turn/.test(body.kind)).map(({ body }) => body.kind),
      ['session.start', 'turn.end', 'session.start', 'turn.end', 'session.start', 'session.end'],
    );
  });

  test('asks with each tool call, and for what is known of a file where it touches one', () => {
    const need = { occasion: 'tool', agentSession: SESSION, cwd: CWD };
    const asked = (tool: string, input: JsonObject, more: object = {}): void =>
      assert.deepEqual(read('PreToolUse', callOf(tool, input)).need, { ...need, call: { tool, input }, ...more });
    asked('run_commands', { commands: ['ls'] });
    const file = `${CWD}/a.ts`;
    asked('editor', { path: file }, { file });
    asked('read_files', { files: [{ path: file }, { path: `${CWD}/b.ts` }] }, { file });
    assert.equal(read('TaskStart', {}).need, undefined);
    assert.equal(read('TaskStart', {}).startsWorker, true);
  });

  test('tells what a call gave: text, content, a part for each command, and how it failed', () => {
    const told = (output: JsonObject | JsonObject[] | string, more: JsonObject = {}): JsonObject => {
      const result = { tool_result: { id: 'c1', name: 'run_commands', input: {}, output, ...more } };
      const { output: text = null, success = null, exitCode = null } = bodyOf(read('PostToolUse', result));
      return { text, success, exitCode };
    };
    const parts = [
      { query: 'a', result: 'one', success: true },
      { query: 'b', result: 'two', error: 'Command exited with code 3', success: false },
    ];
    assert.deepEqual(told(parts), { text: 'one\ntwo', success: false, exitCode: 3 });
    assert.deepEqual(told(JSON.stringify(parts[0])), { text: 'one', success: true, exitCode: null });
    assert.deepEqual(told({ content: [{ type: 'text', text: 'x' }] }), { text: 'x', success: true, exitCode: null });
    assert.deepEqual(told('{not json'), { text: '{not json', success: true, exitCode: null });
    assert.deepEqual(told('', { error: 'no' }), { text: '', success: false, exitCode: null });
    assert.deepEqual(told({ odd: 1 }), { text: '{"odd":1}', success: true, exitCode: null });
  });

  test('names what has no id by its time, so that two hooks tell of one thing', () => {
    const [one, again, later] = ['d1', 'd2', 'd3'].map((delivery, index) => {
      const timestamp = `2026-09-21T14:13:2${index === 2 ? 1 : 0}.000Z`;
      const payload = { timestamp, sessionContext: { rootSessionId: SESSION } };
      return DIALECT.readHook('TaskComplete', payload, { at: index, delivery }).events[0]?.identity;
    });
    assert.deepEqual(one, again);
    assert.notDeepEqual(one, later);
  });

  test('never makes the reader throw', () => {
    const fields =
      `sessionContext workspaceRoots workspaceInfo agent_id parent_agent_id tool_call tool_result turn reason
      timestamp x`.split(/\s+/);
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL, 'Tomorrow', '__proto__'),
        fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('PreToolUse', {}, { at: 1, delivery: 'd' }).skipped, {
      'PreToolUse:no-session': 1,
    });
  });
});

suite('the reply to a hook of Cline', () => {
  test('is context around a tool call, and nothing elsewhere', () => {
    for (const event of ALL) {
      const expected = CAPABILITIES.contextOn.includes(event) ? '{"context":"one\\ntwo"}' : '';
      assert.equal(DIALECT.reply(event, 'one\ntwo'), expected);
      assert.equal(DIALECT.reply(event, ''), '');
    }
    assert.deepEqual(CAPABILITIES.contextOn, ['PreToolUse', 'PostToolUse']);
  });
});
