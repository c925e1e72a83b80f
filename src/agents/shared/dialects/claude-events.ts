import { asNumber, asObject, asString, type JsonObject } from '../../../core/json.ts';
import type { EventBody, EventIdentity, PromptOrigin } from '../../../core/model/event.ts';
import type { ContextNeed } from '../contract.ts';
import {
  compactionIdentity,
  contentIdentity,
  messageIdentity,
  type NamedCall,
  promptIdentity,
  toolIdentity,
} from './claude-identity.ts';
import { hookPromptOrigin, promptText } from './claude-prompt.ts';
import { textOfResult, toolEnd } from './claude-tool-result.ts';

/** An event that a hook payload reports. */
export interface EventReport {
  identity: EventIdentity;
  body: EventBody;
}

/** One payload while it is read. */
export interface ClaudeCall {
  payload: JsonObject;
  delivery: string;
  /** A field as text; empty when it is missing or no text. */
  text(field: string): string;
  /**
   * The agent's id of the tool call: `undefined` when its hooks never have one, empty when it is missing from this
   * payload.
   */
  toolId: string | undefined;
  /** The agent's ids of the prompt and the subagent. */
  promptId?: string | undefined;
  subagent?: string | undefined;
}

/** How one hook event is read: the events that it reports, when to read the transcript, which context it may take. */
export interface ClaudeEventRule {
  /** Absent for an event that reports nothing: it serves context or timing. */
  report?(call: ClaudeCall): EventReport[];
  /** Absent: later. */
  reconcile?: 'now';
  need?: ContextNeed['occasion'];
  /** The tool call that the context is about, when another source reports the call. */
  atHand?(call: ClaudeCall): EventReport[];
  /** True for an event that may start a worker although it asks for no context of a start or prompt. */
  startsWorker?: true;
  /** True for an event that may, or for this payload does, report nothing. */
  silent?: true | ((call: ClaudeCall) => boolean);
}

/** Triggers that start a session once; every resumption and compaction is a start of its own. */
const ONCE = new Set(['startup', 'clear', 'fork']);

/** The hook events that Cairn reads, by name; others are skipped and counted. */
export const CLAUDE_EVENT_RULES = {
  SessionStart: { report: reportSessionStart, need: 'start' },
  UserPromptSubmit: { report: reportPrompt, need: 'prompt' },
  PreToolUse: { report: reportToolStart, need: 'file' },
  PostToolUse: { report: (call) => reportToolEnd(call, false) },
  PostToolUseFailure: { report: (call) => reportToolEnd(call, true), need: 'call' },
  PermissionRequest: { report: (call) => reportPermission(call, false) },
  PermissionDenied: { report: (call) => reportPermission(call, true) },
  Notification: { report: reportNotification },
  SubagentStart: { report: reportSubagentStart },
  SubagentStop: { report: reportSubagentEnd, reconcile: 'now' },
  PreCompact: { report: reportCompactStart, reconcile: 'now' },
  PostCompact: { report: reportCompactEnd, reconcile: 'now' },
  Stop: { report: reportTurnEnd, reconcile: 'now' },
  StopFailure: { report: reportTurnFailed, reconcile: 'now' },
  SessionEnd: { report: reportSessionEnd, reconcile: 'now' },
} as const satisfies Readonly<Record<string, ClaudeEventRule>>;

/** A session's start that takes no context: that comes with the first prompt. */
export const START_ONLY: ClaudeEventRule = { report: reportSessionStart, startsWorker: true };

/** A rule that reports nothing and only asks for context about a tool call; `need` is the occasion. */
export function atHandOnly(event: 'PreToolUse' | 'PostToolUse', need: ContextNeed['occasion']): ClaudeEventRule {
  return { atHand: CLAUDE_EVENT_RULES[event].report, need };
}

/** A call that ended, as an agent tells it in `output` and `exit`, for the context about it: another source reports it. */
export function endAtHand({ payload, text }: ClaudeCall): EventReport[] {
  const exitCode = asNumber(payload.exit);
  const body = toolEnd({
    tool: text('tool_name'),
    input: asObject(payload.tool_input),
    output: text('output'),
    failed: exitCode !== undefined && exitCode !== 0,
    exitCode,
  });
  return [{ identity: { number: '' }, body }];
}

/** Who typed the prompt of a payload, as far as a hook can tell. */
export function hookOriginOf(call: ClaudeCall, text: string): PromptOrigin {
  return hookPromptOrigin({ text, source: asString(call.payload.source) });
}

/** Identifies the occurrence: by the prompt's id if there is one, so that two installed hooks report the same event. */
function occurrence(call: ClaudeCall): { origin: string; subagent?: string | undefined } {
  return { origin: call.promptId ?? call.delivery, subagent: call.subagent };
}

function reportSessionStart(call: ClaudeCall): EventReport[] {
  const trigger = call.text('source') || 'unknown';
  const model = call.text('model');
  const identity = ONCE.has(trigger)
    ? { number: trigger }
    : contentIdentity([trigger, call.promptId ?? ''], call.delivery);
  return [{ identity, body: { kind: 'session.start', trigger, ...(model === '' ? {} : { model }) } }];
}

function reportSessionEnd(call: ClaudeCall): EventReport[] {
  const reason = call.text('reason') || 'unknown';
  const identity = call.promptId === undefined ? contentIdentity([reason], call.delivery) : { number: call.promptId };
  return [{ identity, body: { kind: 'session.end', reason } }];
}

function reportPrompt(call: ClaudeCall): EventReport[] {
  const text = promptText(call.text('prompt'));
  if (text === '') return [];
  const body: EventBody = { kind: 'prompt', text, origin: hookOriginOf(call, text) };
  return [{ identity: promptIdentity(text, occurrence(call)), body }];
}

/** Identity of a call: its id where the agent's hooks have one, else tool and input. */
function callIdentity({ toolId, delivery }: ClaudeCall, named: NamedCall): EventIdentity {
  return toolId === undefined ? toolIdentity(named, delivery) : { number: toolId };
}

/** Identity of a call whose id is unique only together with tool and input. */
export function idAndInput({ toolId = '', delivery }: ClaudeCall, named: NamedCall): EventIdentity {
  return toolIdentity({ id: toolId, ...named }, delivery);
}

/** The report of the payload's tool call; empty when it lacks a name, or an id where the agent's hooks have one. */
export function reportTool(
  call: ClaudeCall,
  toBody: (named: NamedCall) => EventBody,
  identityOf: (call: ClaudeCall, named: NamedCall) => EventIdentity = callIdentity,
): EventReport[] {
  const named = { tool: call.text('tool_name'), input: asObject(call.payload.tool_input) };
  if (call.toolId === '' || named.tool === '') return [];
  return [{ identity: identityOf(call, named), body: toBody(named) }];
}

function reportToolStart(call: ClaudeCall): EventReport[] {
  return reportTool(call, ({ tool, input }) => ({ kind: 'tool.start', tool, input }));
}

function reportToolEnd(call: ClaudeCall, failed: boolean): EventReport[] {
  const { tool_response, is_interrupt, duration_ms } = call.payload;
  return reportTool(call, (named) =>
    toolEnd({
      ...named,
      output: failed ? call.text('error') : textOfResult(tool_response),
      failed,
      result: tool_response,
      interrupted: is_interrupt === true,
      durationMs: asNumber(duration_ms),
    }),
  );
}

function reportPermission(call: ClaudeCall, denied: boolean): EventReport[] {
  const tool = call.text('tool_name');
  if (tool === '') return [];
  const input = asObject(call.payload.tool_input);
  const reason = call.text('reason');
  const { toolId } = call;
  const identity = toolId ? { number: toolId } : contentIdentity([tool, String(denied)], call.delivery);
  return [{ identity, body: { kind: 'permission', tool, input, denied, ...(reason === '' ? {} : { reason }) } }];
}

function reportNotification(call: ClaudeCall): EventReport[] {
  const message = call.text('message');
  const type = call.text('notification_type');
  if (message === '' && type === '') return [];
  const identity = contentIdentity([type, message], call.delivery);
  return [{ identity, body: { kind: 'notification', message, ...(type === '' ? {} : { type }) } }];
}

function reportSubagentStart(call: ClaudeCall): EventReport[] {
  if (call.subagent === undefined) return [];
  return [{ identity: { number: call.subagent }, body: { kind: 'subagent.start', type: call.text('agent_type') } }];
}

function reportSubagentEnd(call: ClaudeCall): EventReport[] {
  if (call.subagent === undefined) return [];
  const result = call.text('last_assistant_message').trim();
  const body: EventBody = { kind: 'subagent.end', type: call.text('agent_type') };
  return [{ identity: { number: call.subagent }, body: result === '' ? body : { ...body, result } }];
}

function reportCompactStart(call: ClaudeCall): EventReport[] {
  const trigger = call.text('trigger') || 'unknown';
  return [{ identity: contentIdentity([trigger], call.delivery), body: { kind: 'compact.start', trigger } }];
}

function reportCompactEnd(call: ClaudeCall): EventReport[] {
  const summary = call.text('compact_summary').trim();
  const body: EventBody = { kind: 'compact.end', trigger: call.text('trigger') || 'unknown' };
  const identity = compactionIdentity({ origin: call.delivery, subagent: call.subagent });
  return [{ identity, body: summary === '' ? body : { ...body, summary } }];
}

function reportTurnEnd(call: ClaudeCall): EventReport[] {
  const number = call.promptId;
  const identity = number === undefined ? contentIdentity([], call.delivery) : { number };
  const end: EventReport = { identity, body: { kind: 'turn.end' } };
  const text = call.text('last_assistant_message').trim();
  if (text === '') return [end];
  return [{ identity: messageIdentity(text, occurrence(call)), body: { kind: 'message', text } }, end];
}

function reportTurnFailed(call: ClaudeCall): EventReport[] {
  const error = [call.text('error'), call.text('error_details')].filter((part) => part !== '').join(': ') || 'unknown';
  const identity = call.promptId === undefined ? contentIdentity([error], call.delivery) : { number: call.promptId };
  return [{ identity, body: { kind: 'turn.failed', error } }];
}
