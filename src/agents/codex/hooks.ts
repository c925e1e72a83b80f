import { asObject, asString, type JsonObject } from '../../core/json.ts';
import type { Dialect } from '../shared/contract.ts';
import { createClaudeHookReader, replyOn } from '../shared/dialects/claude-dialect.ts';
import {
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type ClaudeEventRule,
  type EventReport,
} from '../shared/dialects/claude-events.ts';
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

const RULES: Readonly<Record<string, ClaudeEventRule>> = {
  SessionStart,
  UserPromptSubmit: { ...UserPromptSubmit, report: reportPrompt },
  PreToolUse,
  PermissionRequest,
  PostToolUse: { report: reportToolEnd, reconcile: 'later' },
  SubagentStart,
  SubagentStop,
  PreCompact,
  PostCompact,
  Stop,
  Interrupt: Stop,
  SessionEnd,
};

const readHook: Dialect['readHook'] = createClaudeHookReader({
  agent: AGENT_NAME,
  promptField: 'turn_id',
  toolField: 'tool_use_id',
  fileTools: { [PATCH_TOOL]: patchedFile },
  rules: RULES,
  adapt,
});

/** The dialect of Codex. Pure, and never throws. */
export const DIALECT: Dialect = {
  name: AGENT_NAME,
  authority: AUTHORITY,
  readHook,
  reply: replyOn(CONTEXT_ON),
  speaksOn: ['PreToolUse'],
  refusesOn: ['PreToolUse'],
};

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
  const tool = call.text('tool_name');
  if (!call.toolId || tool === '') return [];
  const { tool_input, tool_response } = call.payload;
  const output = readToolOutput(textOfResult(tool_response));
  return [{ identity: { number: call.toolId }, body: codexToolEnd({ tool, input: asObject(tool_input) }, output) }];
}
