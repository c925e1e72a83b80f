import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { CAPABILITIES, REGISTERED_HOOKS } from '../../../src/agents/claude-code/capabilities.ts';
import { DIALECT } from '../../../src/agents/claude-code/hooks.ts';
import type { HookReading } from '../../../src/agents/shared/contract.ts';
import { CLAUDE_EVENT_RULES } from '../../../src/agents/shared/dialects/claude-events.ts';
import type { JsonObject } from '../../../src/core/json.ts';
import { EVENT_KINDS } from '../../../src/core/model/event.ts';
import { claudeHooks } from './fixtures.ts';

const LIFECYCLE = `SessionStart UserPromptSubmit PreToolUse PostToolUse PostToolUseFailure SubagentStart SubagentStop
  PreCompact PostCompact Stop StopFailure SessionEnd Notification PermissionRequest PermissionDenied`.split(/\s+/);

function read(event: string, payload: JsonObject): HookReading {
  return DIALECT.readHook(event, { session_id: 's1', cwd: '/home/dev/shop', ...payload }, { at: 1, delivery: 'd1' });
}

suite('a hook of Claude Code', () => {
  test('tells an event for every lifecycle event, with the session and the time of arrival', () => {
    const told = new Set<string>();
    for (const { event, at, payload } of claudeHooks()) {
      for (const { agent, agentSession, source, at: time } of DIALECT.readHook(event, payload, { at, delivery: 'd' })
        .events) {
        told.add(event);
        assert.deepEqual([agent, source, time], ['claude-code', 'hook', at]);
        assert.match(agentSession, /^6f1c/);
      }
    }
    assert.deepEqual([...told].sort(), [...LIFECYCLE].sort());
  });

  test('knows no field that it does not name, and counts the events and fields that it skips', () => {
    assert.deepEqual(read('UserPromptExpansion', { prompt: '/x' }).skipped, { UserPromptExpansion: 1 });
    assert.deepEqual(read('Stop', { hyperdrive: 1 }).skipped, { 'field:hyperdrive': 1 });
    assert.deepEqual(read('OfTomorrow', {}), {
      events: [],
      reconcile: 'never',
      startsWorker: false,
      skipped: { OfTomorrow: 1 },
    });
    for (const { event, payload } of claudeHooks()) {
      const { skipped } = DIALECT.readHook(event, payload, { at: 1, delivery: 'd' });
      assert.deepEqual(
        Object.keys(skipped).filter((type) => type.startsWith('field:')),
        [],
      );
    }
  });

  test('says which context it needs', () => {
    const where = { agentSession: 's1', cwd: '/home/dev/shop' };
    assert.deepEqual(read('SessionStart', { source: 'resume' }).need, {
      occasion: 'start',
      ...where,
      trigger: 'resume',
    });
    assert.deepEqual(read('UserPromptSubmit', { prompt: ' fix it\n' }).need, {
      occasion: 'prompt',
      ...where,
      prompt: 'fix it',
    });
    const edit = { tool_name: 'Edit', tool_use_id: 't1', tool_input: { file_path: '/home/dev/shop/a.ts' } };
    const call = { tool: 'Edit', input: edit.tool_input };
    assert.deepEqual(read('PreToolUse', edit).need, { occasion: 'file', ...where, call, file: '/home/dev/shop/a.ts' });
    const bash = { tool_name: 'Bash', tool_use_id: 't2', tool_input: { command: 'npm ci' } };
    const command = { tool: 'Bash', input: bash.tool_input };
    assert.deepEqual(read('PreToolUse', bash).need, { occasion: 'call', ...where, call: command });
    assert.deepEqual(read('PostToolUseFailure', { ...bash, error: 'Exit code 1\nno' }).need, {
      occasion: 'call',
      ...where,
      call: { ...command, output: 'Exit code 1\nno', success: false, exitCode: 1 },
    });
    for (const none of [
      read('UserPromptSubmit', { prompt: '<task-notification>\n</task-notification>' }),
      read('UserPromptSubmit', { prompt: 'wake up', source: 'loop_wakeup' }),
      read('PreToolUse', { tool_name: '', tool_use_id: 't1', tool_input: {} }),
      read('Stop', {}),
    ]) {
      assert.equal(none.need, undefined);
    }
  });

  test('names the transcript that is worth reading: a subagent its own', () => {
    const path = { transcript_path: '/t/s1.jsonl' };
    const agent = { agent_id: 'a1', agent_type: 'Explore', agent_transcript_path: '/t/s1/subagents/agent-a1.jsonl' };
    assert.deepEqual([read('Stop', path).transcript, read('Stop', path).reconcile], ['/t/s1.jsonl', 'now']);
    assert.equal(read('SubagentStop', { ...path, ...agent }).transcript, agent.agent_transcript_path);
    assert.equal(read('UserPromptSubmit', { ...path, prompt: 'x' }).reconcile, 'later');
  });

  test('ignores the agents that Claude Code runs for itself: they have an id and no type', () => {
    for (const payload of [{ agent_id: 'a1' }, { agent_id: 'a1', agent_type: '' }]) {
      const reading = read('SubagentStop', { ...payload, last_assistant_message: 'A summary.' });
      assert.deepEqual([reading.events, reading.skipped], [[], { 'SubagentStop:hidden-agent': 1 }]);
    }
  });

  test('that another agent sent, which runs the hooks of these settings as well, tells nothing', () => {
    const transcript_path = '/home/dev/.claude/projects/-home-dev-shop/s1.jsonl';
    const own = { transcript_path, prompt: 'Fix it.' };
    assert.equal(read('UserPromptSubmit', own).events.length, 1);
    const time = { timestamp: '2026-11-21T23:27:08.743Z' };
    const sent: [string, JsonObject][] = [
      ['vscode', { ...own, ...time, transcript_path: '/x/GitHub.copilot-chat/transcripts/s1.jsonl' }],
      ['copilot-cli', { prompt: 'Fix it.', ...time }],
      ['copilot-cli', { ...own, ...time, stop_reason: 'end_turn' }],
      ['copilot-cli', { hookName: 'permissionRequest', sessionId: 's1', toolName: 'bash' }],
      ['cursor', { ...own, conversation_id: 'c', cursor_version: '2.4', workspace_roots: ['/x'] }],
      ['another-agent', { ...own, client_type: 'kimi_code_cli' }],
    ];
    for (const [host, payload] of sent) {
      const { events, need, skipped } = read('UserPromptSubmit', payload);
      assert.deepEqual([events, need, skipped], [[], undefined, { [`UserPromptSubmit:sent-by-${host}`]: 1 }]);
    }
  });

  test('is no evidence of a person', () => {
    const originOf = (payload: JsonObject): unknown => {
      const body = read('UserPromptSubmit', payload).events[0]?.body;
      return body?.kind === 'prompt' ? body.origin : undefined;
    };
    assert.equal(originOf({ prompt: 'x', source: 'user' }), 'unknown');
    assert.equal(originOf({ prompt: 'x' }), 'unknown');
    assert.equal(originOf({ prompt: 'x', source: 'sdk' }), 'program');
    assert.equal(originOf({ prompt: 'x', source: 'schedule_wakeup' }), 'system');
    assert.equal(originOf({ prompt: '<task-notification>x' }), 'system');
  });

  test('that is installed twice tells of one prompt, one answer and one turn', () => {
    const twice = (event: string, payload: JsonObject): unknown[] =>
      ['d1', 'd2'].map((delivery) =>
        DIALECT.readHook(event, { session_id: 's1', prompt_id: 'p1', ...payload }, { at: 1, delivery }).events.map(
          ({ identity }) => identity,
        ),
      );
    for (const [one, other] of [
      twice('UserPromptSubmit', { prompt: 'x' }),
      twice('Stop', { last_assistant_message: 'Done.' }),
      twice('SessionStart', { source: 'startup' }),
      twice('SessionEnd', { reason: 'other' }),
    ]) {
      assert.deepEqual(one, other);
    }
  });
});

suite('the reply of Claude Code', () => {
  test('is JSON on events that take context, and nothing on others or without context', () => {
    assert.equal(
      DIALECT.reply('SessionStart', 'one\ntwo'),
      '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"one\\ntwo"}}',
    );
    assert.deepEqual(JSON.parse(DIALECT.reply('PreToolUse', '', 'not here')), {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'deny',
        permissionDecisionReason: 'not here',
      },
    });
    assert.equal(DIALECT.reply('PreToolUse', ''), '');
    assert.equal(DIALECT.reply('Stop', 'one'), '');
  });
});

suite('the capabilities of Claude Code', () => {
  test('name an authority for every kind of event but those that people and agents state', () => {
    const unnamed = EVENT_KINDS.filter((kind) => CAPABILITIES.authority[kind] === undefined);
    assert.equal(unnamed[0], 'noted');
    assert.deepEqual(unnamed, EVENT_KINDS.slice(EVENT_KINDS.indexOf('noted')));
  });

  test('register known events only, of a tool call one at most, and one more when it fails or is refused', () => {
    const events = REGISTERED_HOOKS.map(({ event }) => event);
    assert.deepEqual(
      events.filter((event) => !Object.hasOwn(CLAUDE_EVENT_RULES, event)),
      [],
    );
    const ofTools = REGISTERED_HOOKS.filter(({ event }) => /Tool|Permission/.test(event));
    assert.deepEqual(
      ofTools.map(({ event, matcher }) => `${event} ${matcher}`),
      [
        'PreToolUse Read|Edit|MultiEdit|Write|NotebookEdit',
        'PreToolUse Bash|Monitor|PowerShell|Grep|mcp__.*',
        'PostToolUseFailure Bash',
        'PermissionDenied undefined',
      ],
    );
    // A hook of this event would have to make the worktree itself.
    assert.ok(!events.includes('WorktreeCreate'));
    assert.doesNotMatch('permission_prompt', new RegExp(REGISTERED_HOOKS.at(-1)?.matcher ?? ''));
    assert.match('idle_prompt', new RegExp(REGISTERED_HOOKS.at(-1)?.matcher ?? ''));
  });
});
