import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { CAPABILITIES, CONTEXT_ON, REGISTERED_HOOKS } from '../../../src/agents/codex/capabilities.ts';
import { DIALECT } from '../../../src/agents/codex/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { EVENT_KINDS } from '../../../src/core/model/event.ts';
import { codexHooks, SESSION, SUBAGENT } from './fixtures.ts';

const HOOK = { session_id: SESSION, turn_id: 't', cwd: '/home/dev/shop', model: 'gpt-5.5' };

function read(event: string, payload: JsonObject): HookReading {
  return DIALECT.readHook(event, { hook_event_name: event, ...HOOK, ...payload }, { at: 1, delivery: 'd' });
}

const bodyOf = (reading: HookReading): JsonObject => reading.events[0]?.body as unknown as JsonObject;

suite('a hook payload of Codex', () => {
  test('of the recorded shapes is known in all its fields, and tells of what happened', () => {
    for (const { event, at, payload } of codexHooks()) {
      const { events, skipped } = DIALECT.readHook(event, payload, { at, delivery: 'd' });
      assert.deepEqual(skipped, {}, event);
      assert.equal(events.length, event === 'Stop' ? 2 : 1, event);
      assert.equal(events[0]?.agentSession, SESSION);
    }
  });

  test('asks for context at a start and with a prompt', () => {
    const start = read('SessionStart', { source: 'compact' });
    assert.deepEqual(start.need, {
      occasion: 'start',
      agentSession: SESSION,
      cwd: '/home/dev/shop',
      trigger: 'compact',
    });
    const prompt = read('UserPromptSubmit', { prompt: ' Fix it. ' });
    assert.deepEqual(bodyOf(prompt), { kind: 'prompt', text: 'Fix it.', origin: 'unknown' });
    assert.equal(prompt.need?.prompt, 'Fix it.');
    assert.equal(prompt.events[0]?.prompt, 't');
  });

  test('tells the request of a prompt before what the editor put there', () => {
    const prompt = '# Context from my IDE setup:\n\n## Open tabs:\n- a.js\n\n## My request for Codex:\nFix it.\n';
    assert.deepEqual(bodyOf(read('UserPromptSubmit', { prompt })), {
      kind: 'prompt',
      text: 'Fix it.\n\n# Context from my IDE setup:\n\n## Open tabs:\n- a.js\n\n## My request for Codex:',
      origin: 'unknown',
    });
  });

  test('tells of a subagent’s task as such, and asks for what bears on it', () => {
    const reading = read('UserPromptSubmit', { agent_id: SUBAGENT, agent_type: 'explorer', prompt: 'Search.' });
    assert.deepEqual(bodyOf(reading), { kind: 'subagent.start', type: 'explorer', task: 'Search.' });
    assert.equal(reading.events[0]?.subagent, SUBAGENT);
    assert.equal(reading.need?.occasion, 'prompt');
    assert.equal(reading.need.prompt, 'Search.');
    assert.equal(reading.need.subagent, true);
  });

  test('asks for what is known of the file that a patch changes first', () => {
    const need = (command: string): string | undefined =>
      read('PreToolUse', { tool_name: 'apply_patch', tool_input: { command }, tool_use_id: 'c' }).need?.file;
    const added = '*** Begin Patch\n*** Add File: docs/a.md\n+a\n';
    assert.equal(need(`${added}*** Update File: src/b.ts\n@@\n-a\n+b\n*** End Patch\n`), '/home/dev/shop/src/b.ts');
    assert.equal(need(`${added}*** End Patch\n`), '/home/dev/shop/docs/a.md');
    assert.equal(need('*** Begin Patch\n*** Delete File: /srv/c.ts\n*** End Patch\n'), '/srv/c.ts');
    assert.equal(need('nonsense'), undefined);
  });

  test('of a tool that ended says how, where its output does', () => {
    const end = (tool_name: string, tool_response: JsonObject | string): JsonObject =>
      bodyOf(read('PostToolUse', { tool_name, tool_input: {}, tool_use_id: 'c', tool_response }));
    const head = 'Exit code: 2\nWall time: 1.5 seconds\nOutput:\n';
    const told = { kind: 'tool.end', input: {} };
    assert.deepEqual(end('apply_patch', `${head}no`), {
      ...told,
      tool: 'apply_patch',
      output: 'no',
      success: false,
      exitCode: 2,
      durationMs: 1_500,
    });
    assert.deepEqual(end('Bash', 'Exit code: none'), {
      ...told,
      tool: 'Bash',
      output: 'Exit code: none',
      success: true,
    });
    const content = { content: [{ type: 'text', text: 'found' }] };
    assert.deepEqual(end('mcp__notes__search', content), {
      ...told,
      tool: 'mcp__notes__search',
      output: 'found',
      success: true,
    });
  });

  test('of a subagent that ended names its own transcript', () => {
    const payload = { agent_id: SUBAGENT, agent_type: 'x', transcript_path: '/p/main.jsonl' };
    const reading = read('SubagentStop', { ...payload, agent_transcript_path: '/p/own.jsonl' });
    assert.equal(reading.transcript, '/p/own.jsonl');
    assert.equal(reading.reconcile, 'now');
  });

  test('never makes the reader throw', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REGISTERED_HOOKS.map(({ event }) => event), 'PostToolUse', 'Notification', '__proto__'),
        fc.dictionary(
          fc.constantFrom('session_id', 'prompt', 'tool_name', 'tool_input', 'tool_use_id', 'tool_response', 'x'),
          fc.jsonValue(),
        ),
        (event, payload) => void DIALECT.readHook(event, payload as JsonObject, { at: 1, delivery: 'd' }),
      ),
    );
    assert.deepEqual(DIALECT.readHook('Stop', [], { at: 1, delivery: 'd' }).skipped, { 'Stop:malformed': 1 });
    assert.deepEqual(read('Notification', {}).skipped, { Notification: 1 });
  });
});

suite('the reply to a hook of Codex', () => {
  test('holds nothing but the context, since other keys are refused', () => {
    for (const event of CONTEXT_ON) {
      assert.deepEqual(JSON.parse(DIALECT.reply(event, 'one\ntwo')), {
        hookSpecificOutput: { hookEventName: event, additionalContext: 'one\ntwo' },
      });
      assert.equal(DIALECT.reply(event, ''), '');
    }
  });

  test('is nothing on every other event', () => {
    for (const event of ['Stop', 'SubagentStop', 'PreCompact', 'PostCompact', 'Interrupt', 'SessionEnd']) {
      assert.equal(DIALECT.reply(event, 'one'), '');
    }
  });
});

suite('the capabilities of Codex', () => {
  test('name an authority for all that it tells, and no hook twice', () => {
    const told = EVENT_KINDS.filter((kind) => CAPABILITIES.authority[kind] !== undefined);
    assert.equal(told.length, 13);
    assert.equal(new Set(CAPABILITIES.hooks).size, CAPABILITIES.hooks.length);
  });

  test('register one hook a tool call at most: before files are changed or a command runs', () => {
    const forTools = REGISTERED_HOOKS.filter(({ event }) => /Tool|Permission/.test(event));
    assert.deepEqual(forTools, [
      { event: 'PreToolUse', matcher: 'apply_patch' },
      { event: 'PreToolUse', matcher: 'Bash|write_stdin|mcp__.*', when: 'armed' },
    ]);
  });
});
