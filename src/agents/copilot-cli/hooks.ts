import { basename, dirname } from 'node:path';
import { asObject, asString, type JsonObject } from '../../core/json.ts';
import type { Dialect, HookReading } from '../shared/contract.ts';
import { createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import {
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type ClaudeEventRule,
  type EventReport,
  reportTool,
} from '../shared/dialects/claude-events.ts';
import { copilotInput, copilotToolEnd } from '../shared/dialects/copilot-tool.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'copilot-cli';

const { SessionStart, UserPromptSubmit, PreToolUse, PermissionRequest, Notification, ...OTHERS } = CLAUDE_EVENT_RULES;
const { SubagentStart, SubagentStop, Stop, SessionEnd } = OTHERS;

const CLAUDE = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply,
  speaksOn: ['preToolUse'],
  refusesOn: ['preToolUse'],
  fileTools: FILE_TOOLS,
  rules: {
    sessionStart: { ...SessionStart, startsWorker: true },
    userPromptSubmitted: ofSession(UserPromptSubmit),
    // After a compaction within a turn, the start's context comes with the next file.
    preToolUse: ofSession({ ...PreToolUse, need: 'tool' }),
    postToolUse: ofSession({ report: (call) => reportToolEnd(call, false) }),
    postToolUseFailure: ofSession({ report: (call) => reportToolEnd(call, true) }),
    permissionRequest: ofSession(PermissionRequest),
    notification: Notification,
    subagentStart: SubagentStart,
    subagentStop: SubagentStop,
    // It compacts concurrently with the turn, often without result: the transcript reports a compaction that happened.
    preCompact: { reconcile: 'now' },
    agentStop: ofSession(Stop),
    // The transcript reports the error, in other words.
    errorOccurred: { reconcile: 'now' },
    sessionEnd: SessionEnd,
  },
  adapt,
  // VS Code runs the hooks of a repository that are written for Copilot CLI.
  otherHost: ({ session_id, transcript_path }) =>
    session_id !== undefined || transcript_path !== undefined ? 'vscode' : undefined,
  fields: `timestamp initialPrompt toolArgs toolResult stopReason hookName agentName agentDisplayName agentDescription
    parentAgentId parent_agent_id response errorContext recoverable finalMessage`,
});

/**
 * In a new session the hooks of the start and of the first prompt run at the same time: only the prompt's asks for the
 * start's context, so that it is not injected twice. A resumed session has that context and asks for what is new.
 */
function readHook(...sent: Parameters<Dialect['readHook']>): HookReading {
  const { need, ...reading } = CLAUDE.readHook(...sent);
  const isTooSoon = need?.occasion === 'start' && need.trigger !== 'resume';
  return need === undefined || isTooSoon ? reading : { ...reading, need };
}

/** What the hook prints to inject context: a form of its own, since Copilot CLI ignores Claude Code's. */
function reply(_event: string, context: string, refusal?: string): string {
  const deny = refusal === undefined ? {} : { permissionDecision: 'deny', permissionDecisionReason: refusal };
  return JSON.stringify({ ...deny, additionalContext: context || undefined });
}

/** The dialect of Copilot CLI. Pure, and never throws. */
export const DIALECT: Dialect = { ...CLAUDE, readHook };

/**
 * A payload in Claude's names. A payload from inside a subagent has the subagent's id as its session; the transcript
 * reports those events.
 */
function adapt(sent: JsonObject): JsonObject {
  const text = (...fields: string[]): string => fields.map((field) => asString(sent[field])).find(Boolean) ?? '';
  const own = text('sessionId');
  const agent = text('agentId', 'agent_id');
  const isInside = agent !== '' && agent === own;
  const transcript = text('transcriptPath');
  const session = isInside ? text('parentAgentId', 'parent_agent_id') : own;
  return {
    ...sent,
    // Inside nested subagents only the transcript's folder names the session.
    session_id: basename(transcript) === 'events.jsonl' ? basename(dirname(transcript)) : session,
    is_inside: isInside,
    ...(isInside || agent === '' ? {} : { agent_id: agent, agent_type: text('agentType', 'agent_type', 'agentName') }),
    prompt: isInside ? '' : text('prompt'),
    tool_name: text('toolName'),
    tool_input: copilotInput(sent.toolArgs ?? sent.toolInput),
    transcript_path: transcript,
    last_assistant_message: text('response'),
  };
}

/** The rule without events for payloads from inside a subagent. */
function ofSession(rule: ClaudeEventRule): ClaudeEventRule {
  const silent = ({ payload }: ClaudeCall): boolean => payload.is_inside === true;
  return { ...rule, report: (call) => (silent(call) ? [] : (rule.report?.(call) ?? [])), silent };
}

function reportToolEnd(call: ClaudeCall, isFailure: boolean): EventReport[] {
  const { toolResult, error } = call.payload;
  const { resultType, textResultForLlm } = asObject(toolResult);
  const output = asString(textResultForLlm) ?? asString(error) ?? asString(asObject(error).message) ?? '';
  const failed = isFailure || (resultType !== undefined && resultType !== 'success');
  return reportTool(call, (named) => copilotToolEnd({ ...named, output, failed }));
}
