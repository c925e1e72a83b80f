import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import { BEFORE_TOOL } from '../shared/dialects/capabilities.ts';
import { contextReply, createClaudeDialect } from '../shared/dialects/claude-dialect.ts';
import { CLAUDE_EVENT_RULES, type ClaudeCall, type EventReport, reportTool } from '../shared/dialects/claude-events.ts';
import { AUTHORITY, CONTEXT_ON, FILE_TOOLS } from './capabilities.ts';
import { clineToolEnd } from './tool-outcome.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'cline';

/** The type of a subagent for which Cline names none. */
export const SUBAGENT_TYPE = 'subagent';

const { PreToolUse, PreCompact } = CLAUDE_EVENT_RULES;

/** The dialect of Cline. Pure, and never throws. */
export const DIALECT = createClaudeDialect({
  agent: AGENT_NAME,
  authority: AUTHORITY,
  contextOn: CONTEXT_ON,
  reply: contextReply,
  speaksOn: BEFORE_TOOL,
  toolField: 'tool_use_id',
  fileTools: FILE_TOOLS,
  rules: {
    TaskStart: { report: (call) => reportStart(call, 'startup'), startsWorker: true },
    TaskResume: { report: (call) => reportStart(call, 'resume'), startsWorker: true },
    // The transcript, which may word them differently, reports prompts.
    UserPromptSubmit: { startsWorker: true },
    PreToolUse: { ...PreToolUse, need: 'tool' },
    PostToolUse: { report: reportToolEnd },
    TaskComplete: { report: reportEnd, reconcile: 'now' },
    TaskCancel: { report: reportEnd, reconcile: 'now' },
    // The transcript reports the error.
    TaskError: { reconcile: 'now' },
    PreCompact,
    SessionShutdown: { report: reportShutdown, reconcile: 'now' },
  },
  adapt,
  fields: `clineVersion timestamp taskId sessionContext workspaceRoots workspaceInfo userId parent_agent_id hookName iteration
    tool_call tool_result preToolUse postToolUse turn taskStart taskResume taskCancel taskComplete taskError
    userPromptSubmit preCompact`,
});

/** A payload in Claude's names. The main agent of a session has an id too; an agent with a parent is a subagent. */
function adapt({ agent_id, ...sent }: JsonObject): JsonObject {
  const call = asObject(sent.tool_call ?? sent.tool_result);
  const [root] = Array.isArray(sent.workspaceRoots) ? sent.workspaceRoots : [];
  const isSubagent = (asString(sent.parent_agent_id) ?? '') !== '';
  return {
    ...sent,
    ...(isSubagent ? { agent_id: asString(agent_id) ?? '', agent_type: SUBAGENT_TYPE } : {}),
    session_id: asString(asObject(sent.sessionContext).rootSessionId) ?? '',
    cwd: asString(asObject(sent.workspaceInfo).rootPath) || (asString(root) ?? ''),
    tool_use_id: asString(call.id) ?? '',
    tool_name: asString(call.name) ?? '',
    tool_input: asObject(call.input),
  };
}

/** Identifies an event by its time, so that the hooks of user and repository report the same event. */
function numberOf(call: ClaudeCall): { number: string } {
  return { number: call.text('timestamp') || call.delivery };
}

function reportStart(call: ClaudeCall, trigger: string): EventReport[] {
  if (call.subagent === undefined) return [{ identity: numberOf(call), body: { kind: 'session.start', trigger } }];
  return [{ identity: { number: call.subagent }, body: { kind: 'subagent.start', type: SUBAGENT_TYPE } }];
}

function reportToolEnd(call: ClaudeCall): EventReport[] {
  const { output, error, durationMs } = asObject(call.payload.tool_result);
  const failed = error !== undefined && error !== null;
  return reportTool(call, (named) =>
    clineToolEnd({ ...named, output: output ?? error, failed, durationMs: asNumber(durationMs) }),
  );
}

function reportEnd(call: ClaudeCall): EventReport[] {
  if (call.subagent === undefined) return [{ identity: numberOf(call), body: { kind: 'turn.end' } }];
  const result = (asString(asObject(call.payload.turn).outputText) ?? '').trim();
  const body = { kind: 'subagent.end', type: SUBAGENT_TYPE } as const;
  return [{ identity: { number: call.subagent }, body: result === '' ? body : { ...body, result } }];
}

function reportShutdown(call: ClaudeCall): EventReport[] {
  if (call.subagent !== undefined) return [];
  return [{ identity: numberOf(call), body: { kind: 'session.end', reason: call.text('reason') || 'unknown' } }];
}
