import { asString, type JsonObject } from '../../core/json.ts';
import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import { CLAUDE_EVENT_RULES, type ClaudeCall, type EventReport, reportTool } from '../shared/dialects/claude-events.ts';
import { textOfResult } from '../shared/dialects/claude-tool-result.ts';
import { AUTHORITY, CONTEXT_ON, PATCH_TOOL } from './capabilities.ts';
import { textOfPrompt } from './prompt-text.ts';
import { codexToolEnd, readToolOutput } from './tool-output.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'codex';

const PATCH_CHARS = 100_000;

const { SessionStart, UserPromptSubmit, PreToolUse, PermissionRequest, SubagentStart, SubagentStop } =
  CLAUDE_EVENT_RULES;
const { PreCompact, PostCompact, Stop, SessionEnd } = CLAUDE_EVENT_RULES;

/** The dialect of Codex. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  speaksOn: BEFORE_TOOL,
  refusesOn: BEFORE_TOOL,
  showsOn: ['SessionStart', 'UserPromptSubmit'],
  promptField: 'turn_id',
  toolField: 'tool_use_id',
  fileTools: { [PATCH_TOOL]: patchedFile },
  rules: {
    SessionStart,
    UserPromptSubmit: { ...UserPromptSubmit, report: reportPrompt },
    PreToolUse,
    PermissionRequest,
    PostToolUse: { report: reportToolEnd },
    SubagentStart,
    SubagentStop,
    PreCompact,
    PostCompact,
    Stop,
    Interrupt: Stop,
    SessionEnd,
  },
  adapt,
});

/** A payload in Claude's names; a subagent's task is no prompt. */
function adapt(payload: JsonObject, event: string): JsonObject {
  if (event !== 'UserPromptSubmit') return payload;
  const prompt = textOfPrompt(asString(payload.prompt) ?? '');
  return { ...payload, prompt, ...(payload.agent_id === undefined ? {} : { source: 'agent' }) };
}

/** The first file that a patch changes, else the first that it adds. */
function patchedFile(input: JsonObject): string | undefined {
  const patch = (asString(input.command) ?? '').slice(0, PATCH_CHARS);
  const changed = /^\*\*\* (?:Update|Delete) File: (.{1,1000})$/m.exec(patch);
  return (changed ?? /^\*\*\* Add File: (.{1,1000})$/m.exec(patch))?.[1]?.trim();
}

function reportPrompt(call: ClaudeCall): EventReport[] {
  const { subagent } = call;
  if (subagent === undefined) return UserPromptSubmit.report(call);
  const task = call.text('prompt');
  const body = { kind: 'subagent.start', type: call.text('agent_type') } as const;
  return [{ identity: { number: subagent }, body: task === '' ? body : { ...body, task } }];
}

function reportToolEnd(call: ClaudeCall): EventReport[] {
  const output = readToolOutput(textOfResult(call.payload.tool_response));
  return reportTool(call, (named) => codexToolEnd(named, output));
}
