import type { JsonObject } from '../../src/core/json.ts';
import type { Fill } from './fill.ts';

/** One run of a hook: the event and its payload; a text is sent as it is. */
export interface HookCall {
  event: string;
  payload: JsonObject | string;
}

/** The hooks of one session of Claude Code, every event that is known, with a planted text in every field that holds words. */
export function hookCalls(fill: Fill, session: { cwd: string; id: string; transcript: string }): HookCall[] {
  let tool = 0;
  const id = (): string => {
    tool += 1;
    return `toolu_${fill.name}_${tool}`;
  };
  const bash = (input: JsonObject, rest: JsonObject = {}): JsonObject => ({
    tool_name: 'Bash',
    tool_input: input,
    tool_use_id: id(),
    ...rest,
  });
  const calls: Record<string, JsonObject>[] = [
    { SessionStart: { source: 'startup', model: 'claude-test' } },
    { UserPromptSubmit: { prompt: fill.text('prompt') } },
    { PreToolUse: bash({ command: fill.text('command'), description: fill.text('description') }) },
    {
      PreToolUse: {
        tool_name: 'Write',
        tool_input: { file_path: `${session.cwd}/src/a.ts`, content: fill.text('content of a file') },
        tool_use_id: id(),
      },
    },
    {
      PostToolUse: {
        tool_name: 'Edit',
        tool_input: {
          file_path: `${session.cwd}/src/a.ts`,
          old_string: fill.text('old text'),
          new_string: fill.text('new text'),
        },
        tool_response: { originalFile: fill.dropped('original file'), structuredPatch: [fill.json('patch')] },
        tool_use_id: id(),
      },
    },
    { PostToolUse: bash({ command: 'make' }, { tool_response: { stdout: fill.text('stdout'), interrupted: false } }) },
    { PostToolUse: bash({ command: 'make' }, { tool_response: { stderr: fill.text('stderr'), stdout: '' } }) },
    {
      PostToolUse: {
        tool_name: 'mcp__db__query',
        tool_input: fill.json('input of a tool'),
        tool_response: { content: [{ type: 'text', text: fill.text('answer of a server') }] },
        tool_use_id: id(),
      },
    },
    { PostToolUse: bash({ command: 'status' }, { tool_response: fill.json('structured result') }) },
    { PostToolUseFailure: bash({ command: 'make test' }, { error: `Exit code 1\n${fill.text('error')}` }) },
    { PermissionRequest: bash({ command: fill.text('permission asked') }) },
    { PermissionDenied: bash({ command: 'make' }, { reason: fill.text('permission denied') }) },
    { Notification: { message: fill.text('notification'), notification_type: 'idle_prompt' } },
    { SubagentStart: { agent_id: `${fill.name}-sub`, agent_type: 'Explore' } },
    {
      SubagentStop: {
        agent_id: `${fill.name}-sub`,
        agent_type: 'Explore',
        last_assistant_message: fill.text("subagent's result"),
      },
    },
    { PreCompact: { trigger: 'manual', custom_instructions: fill.dropped('instructions for a compaction') } },
    { PostCompact: { trigger: 'manual', compact_summary: fill.text('summary of a compaction') } },
    { Stop: { last_assistant_message: fill.text("agent's answer"), stop_hook_active: false } },
    { StopFailure: { error: fill.text('failure of a turn'), error_details: fill.dropped('details of a failure') } },
    { Elicitation: { message: fill.dropped('unknown event') } },
    { UserPromptSubmit: { prompt: 'go on', tomorrow: fill.dropped('unknown field') } },
    { SessionEnd: { reason: 'prompt_input_exit' } },
  ];
  return calls.flatMap((call, at) =>
    Object.entries(call).map(([event, payload]) => ({
      event,
      payload: {
        session_id: session.id,
        transcript_path: session.transcript,
        cwd: session.cwd,
        hook_event_name: event,
        prompt_id: `${fill.name}-prompt-${at}`,
        ...payload,
      },
    })),
  );
}
