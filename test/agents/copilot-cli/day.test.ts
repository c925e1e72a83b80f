import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES, REGISTERED_HOOKS } from '../../../src/agents/copilot-cli/capabilities.ts';
import { DIALECT } from '../../../src/agents/copilot-cli/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { copilotHooks, hookEvents, SESSION, SUBAGENT } from './fixtures.ts';

const CWD = '/home/dev/shop';
const INSIDE = { sessionId: SUBAGENT, agentId: SUBAGENT, agentType: 'general-purpose', parentAgentId: SESSION };
const ALL = `sessionStart userPromptSubmitted preToolUse permissionRequest postToolUse postToolUseFailure notification
  subagentStart subagentStop preCompact agentStop errorOccurred sessionEnd`.split(/\s+/);

function read(event: string, payload: JsonObject): HookReading {
  const sent = { sessionId: SESSION, timestamp: 1790000000000, cwd: CWD, ...payload };
  return DIALECT.readHook(event, sent, { at: 1, delivery: 'd' });
}

const bodyOf = (reading: HookReading): JsonObject => reading.events[0]?.body as unknown as JsonObject;

suite('a day of Copilot CLI, after recorded payloads', () => {
  test('has all of its events, known in all their fields', () => {
    const sent = copilotHooks();
    assert.deepEqual([...new Set(sent.map(({ event }) => event))].sort(), ALL.toSorted());
    for (const { event, at, payload } of sent) {
      assert.deepEqual(DIALECT.readHook(event, payload, { at, delivery: 'd' }).skipped, {}, event);
    }
  });

  test('tells of the session alone what its hooks can tell, and nothing from inside a subagent', () => {
    const kinds = hookEvents().map(({ body }) => body.kind);
    const count = (kind: string): number => kinds.filter((one) => one === kind).length;
    const expected = {
      prompt: 3,
      'tool.start': 8,
      'tool.end': 6,
      'subagent.start': 1,
      'subagent.end': 1,
      'turn.end': 2,
    };
    assert.deepEqual(Object.fromEntries(Object.keys(expected).map((kind) => [kind, count(kind)])), expected);
    assert.ok(hookEvents().every(({ agentSession }) => agentSession === SESSION));
    for (const event of ['userPromptSubmitted', 'preToolUse', 'postToolUse', 'agentStop']) {
      const { events, skipped } = read(event, { ...INSIDE, prompt: 'x', toolName: 'bash', toolArgs: {} });
      assert.deepEqual([events, skipped], [[], {}], event);
    }
  });

  test('asks for the context of a start with the prompt, since both hooks run at once', () => {
    const start = read('sessionStart', { source: 'new', initialPrompt: 'Fix it.' });
    assert.deepEqual([bodyOf(start), start.need], [{ kind: 'session.start', trigger: 'new' }, undefined]);
    assert.equal(start.startsWorker, true);
    const resumed = { occasion: 'start', agentSession: SESSION, cwd: CWD, trigger: 'resume' };
    assert.deepEqual(read('sessionStart', { source: 'resume' }).need, resumed);
    const { need } = read('userPromptSubmitted', { prompt: ' Fix it. ' });
    assert.deepEqual(need, { occasion: 'prompt', agentSession: SESSION, cwd: CWD, prompt: 'Fix it.' });
  });

  test('asks for what is known of a file before it is touched, in a subagent for that alone', () => {
    const call = { toolName: 'view', toolArgs: { path: `${CWD}/a.ts` } };
    const need = { occasion: 'tool', agentSession: SESSION, cwd: CWD, file: `${CWD}/a.ts` };
    const atHand = { tool: 'view', input: call.toolArgs };
    assert.deepEqual(read('preToolUse', call).need, { ...need, call: atHand });
    assert.deepEqual(read('preToolUse', { ...call, ...INSIDE }).need, { ...need, occasion: 'file' });
  });

  test('tells calls apart by tool and input, whose text may be JSON', () => {
    const [one, text, other] = [{ command: 'a' }, '{"command":"a"}', { command: 'b' }].map(
      (toolArgs) => read('postToolUse', { toolName: 'bash', toolArgs, toolResult: {} }).events[0]?.identity,
    );
    assert.deepEqual(one, text);
    assert.notDeepEqual(one, other);
  });

  test('tells the patch that it sends as a text', () => {
    const patch = '*** Begin Patch\n*** Update File: dist/a.js\n@@\n-a\n+b\n*** End Patch';
    const { need } = read('preToolUse', { toolName: 'apply_patch', toolArgs: patch });
    assert.deepEqual(need?.call, { tool: 'apply_patch', input: { input: patch } });
    const ended = read('postToolUse', { toolName: 'apply_patch', toolArgs: patch, toolResult: {} });
    assert.deepEqual(bodyOf(ended).input, { input: patch });
  });

  test('tells how a shell line ended, which is a success for Copilot CLI', () => {
    const toolResult = { resultType: 'success', textResultForLlm: 'no\n<shellId: 3 completed with exit code 17>' };
    const ended = read('postToolUse', { toolName: 'bash', toolArgs: { command: 'x' }, toolResult });
    const told = { kind: 'tool.end', tool: 'bash', input: { command: 'x' } };
    assert.deepEqual(bodyOf(ended), { ...told, output: 'no', success: false, exitCode: 17 });
    const failed = read('postToolUseFailure', {
      toolName: 'bash',
      toolArgs: { command: 'x' },
      error: { message: 'no' },
    });
    assert.deepEqual(bodyOf(failed), { ...told, output: 'no', success: false });
  });

  test('names the session of a nested subagent by the folder of its transcript', () => {
    const transcriptPath = `/home/dev/.copilot/session-state/${SESSION}/events.jsonl`;
    const nested = { sessionId: 'middle', agentId: 'inner', agentType: 'explore', parentAgentId: 'middle' };
    const [event] = read('subagentStop', { ...nested, transcriptPath, response: ' Done. ' }).events;
    assert.deepEqual([event?.agentSession, event?.subagent], [SESSION, 'inner']);
    assert.deepEqual(event?.body, { kind: 'subagent.end', type: 'explore', result: 'Done.' });
  });

  test('leaves payloads of VS Code alone, which runs hooks of a repository as well', () => {
    const sent = { hook_event_name: 'PreToolUse', session_id: 's', timestamp: '2026-11-21T23:27:08.743Z', cwd: CWD };
    const reading = DIALECT.readHook('preToolUse', { ...sent, tool_name: 'x' }, { at: 1, delivery: 'd' });
    assert.deepEqual([reading.events, reading.skipped], [[], { 'preToolUse:sent-by-vscode': 1 }]);
  });

  test('never makes the reader throw', () => {
    const fields = 'sessionId agentId parentAgentId transcriptPath toolName toolArgs toolResult prompt error x'.split(
      ' ',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...ALL, 'userPromptTransformed', '__proto__'),
        fc.dictionary(fc.constantFrom(...fields), fc.jsonValue()),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('agentStop', [], { at: 1, delivery: 'd' }).skipped, { 'agentStop:malformed': 1 });
  });
});

suite('the reply to a hook of Copilot CLI', () => {
  test('is context at the top, where it takes some, and nothing elsewhere', () => {
    for (const event of CAPABILITIES.contextOn) {
      assert.equal(DIALECT.reply(event, 'one\ntwo'), '{"additionalContext":"one\\ntwo"}');
      assert.equal(DIALECT.reply(event, ''), '');
    }
    for (const event of ['agentStop', 'subagentStop', 'sessionEnd', 'preCompact', 'notification']) {
      assert.equal(DIALECT.reply(event, 'one'), '');
    }
  });

  test('is waited for at most once a tool call, before a file is touched or a command runs', () => {
    const tools = REGISTERED_HOOKS.filter(({ event }) => /Tool|permission/.test(event));
    assert.deepEqual(tools, [
      { event: 'preToolUse', matcher: 'view|create|edit|str_replace_editor' },
      {
        event: 'preToolUse',
        matcher: 'bash|powershell|write_bash|write_powershell|apply_patch|grep|rg|[^-]+-.+',
        when: 'armed',
      },
    ]);
  });
});
