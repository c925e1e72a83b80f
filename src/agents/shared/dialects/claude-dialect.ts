// agents/shared/dialects: how families of agents word their hook payloads, prompts and tool results: Claude Code's,
// Copilot's, Gemini's, pi's. Rules of a single agent stay in its own folder.

import { isAbsolute, join } from 'node:path';
import { asObject, asString, isJsonObject, type JsonObject } from '../../../core/json.ts';
import type { EventContext, RawEvent } from '../../../core/model/event.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { redact } from '../../../privacy/redact.ts';
import type { CallAtHand, ContextNeed, Dialect, HookReading } from '../contract.ts';
import { createTally, type Tally } from '../transcripts/skip-counter.ts';
import {
  CLAUDE_EVENT_RULES,
  type ClaudeCall,
  type ClaudeEventRule,
  type EventReport,
  hookOriginOf,
} from './claude-events.ts';
import { promptText } from './claude-prompt.ts';

/** The names and rules of an agent that speaks the Claude dialect of hooks. */
export interface ClaudeDialect extends Pick<Dialect, 'authority' | 'speaksOn' | 'refusesOn' | 'showsOn'> {
  agent: string;
  /** Hook events on which the agent takes context; absent: none. */
  contextOn?: readonly string[];
  /** What the hook prints for a context or a refusal; called only with one of them. By default Claude Code's JSON. */
  reply?: Dialect['reply'];
  /** Field of the prompt's own id; `prompt_id` by default. */
  promptField?: string;
  /**
   * Field of the tool call's own id; absent for an agent whose hooks have none: then tool and input identify a call.
   */
  toolField?: string;
  /**
   * Tools before which the agent takes context about a file, and the input field that names the file, or a function
   * that finds it.
   */
  fileTools?: Readonly<Record<string, string | ((input: JsonObject) => string | undefined)>>;
  /** Rules that differ from Claude Code's, by event; the keys are all events of this agent that are read. */
  rules?: Readonly<Record<string, ClaudeEventRule>>;
  /** Converts a payload into the shape that the rules read. `fields` lists the fields that it renames. */
  adapt?: (payload: JsonObject, event: string) => JsonObject;
  /**
   * Names another agent that sent the payload because it also runs this agent's hooks; its own hooks report the event.
   */
  otherHost?: (payload: JsonObject) => string | undefined;
  /** Known fields besides those of Claude Code, with white space between them. */
  fields?: string;
}

const KNOWN_FIELDS = new Set(
  `session_id transcript_path cwd hook_event_name prompt_id turn_id permission_mode agent_id agent_type effort model
  source session_title seconds_since_last_response context_tokens prompt_cache_likely_expired estimated_cache_write_usd
  prompt tool_name tool_input tool_response tool_use_id tool_call_id mcp_server duration_ms error error_details is_interrupt
  permission_suggestions reason message title notification_type stop_hook_active last_assistant_message
  agent_transcript_path background_tasks session_crons trigger custom_instructions compact_summary`.split(/\s+/),
);

/** Makes an agent's dialect. Pure, and never throws: it skips and counts unknown input. */
export function createClaudeDialect(dialect: ClaudeDialect): Dialect {
  const {
    agent: name,
    authority,
    contextOn = [],
    reply = replyInClaudeDialect,
    speaksOn,
    refusesOn,
    showsOn,
  } = dialect;
  return {
    name,
    authority,
    readHook: createHookReader(dialect),
    reply: (event, context, refusal) => {
      const taken = contextOn.includes(event) ? context : '';
      return taken === '' && refusal === undefined ? '' : reply(event, taken, refusal);
    },
    ...omitUndefined({ speaksOn, refusesOn, showsOn }),
    ...(showsOn === undefined ? {} : { withNotice: withSystemMessage }),
  };
}

function createHookReader(dialect: ClaudeDialect): Dialect['readHook'] {
  const rules: Readonly<Record<string, ClaudeEventRule>> = dialect.rules ?? CLAUDE_EVENT_RULES;
  const own = dialect.fields?.split(/\s+/);
  const isKnown = (field: string): boolean => KNOWN_FIELDS.has(snakeCase(field)) || own?.includes(field) === true;
  return (event, sent, arrival) => {
    const skipped = createTally();
    const rule = Object.hasOwn(rules, event) ? rules[event] : undefined;
    if (rule === undefined) return nothing(skipped, event);
    if (!isJsonObject(sent)) return nothing(skipped, `${event}:malformed`);
    const host = dialect.otherHost?.(sent);
    if (host !== undefined) return { ...nothing(skipped, `${event}:sent-by-${host}`), ...ofHost(host, sent, rule) };
    const payload = dialect.adapt?.(sent, event) ?? sent;
    const place = placeOf(payload, dialect, arrival.at);
    if (place === undefined) return nothing(skipped, `${event}:no-session`);
    if (isHidden(payload)) return nothing(skipped, `${event}:hidden-agent`);
    const call = toCall(payload, place, { dialect, delivery: arrival.delivery });
    const reports = rule.report?.(call) ?? [];
    if (reports.length === 0 && !isSilent(rule, call)) skipped.add(`${event}:empty`);
    for (const field of Object.keys(sent)) if (!isKnown(field)) skipped.add(`field:${field}`);
    const need = needOf(rule, call, { place, dialect, reports });
    // The journal and the job queue store it redacted. A transcript whose path contains a secret is then not found.
    const transcript = redact(call.text('agent_transcript_path') || call.text('transcript_path')).text;
    return {
      events: reports.map(({ identity, body }): RawEvent => ({ ...place, identity, source: 'hook', body })),
      ...omitUndefined({ need }),
      ...(transcript === '' ? {} : { transcript }),
      session: redact(place.agentSession).text,
      reconcile: rule.reconcile ?? 'later',
      startsWorker: rule.need === 'start' || rule.need === 'prompt' || rule.startsWorker === true,
      skipped: skipped.counts(),
    };
  };
}

/** A field's name in Claude's spelling. */
export function snakeCase(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** What a hook of Claude Code prints to inject context or to refuse a call: JSON, the one form that every event takes. */
export function replyInClaudeDialect(event: string, context: string, refusal?: string): string {
  const deny = refusal === undefined ? {} : { permissionDecision: 'deny', permissionDecisionReason: refusal };
  return JSON.stringify({
    hookSpecificOutput: { hookEventName: event, ...deny, additionalContext: context || undefined },
  });
}

/** What the hook prints for a plugin of Cairn's: the context as it is, or the reason why the call must not run. */
export function plainReply(_event: string, context: string, refusal?: string): string {
  return refusal ?? context;
}

/** What the hook prints for an agent that takes context as one field of JSON, and no refusal. */
export function contextReply(_event: string, context: string): string {
  return JSON.stringify({ context });
}

/** A reply in JSON with a message that the agent shows to its user. */
function withSystemMessage(reply: string, notice: string): string {
  const parsed: unknown = reply === '' ? {} : JSON.parse(reply);
  return isJsonObject(parsed) ? JSON.stringify({ ...parsed, systemMessage: notice }) : reply;
}

function isSilent({ report, silent }: ClaudeEventRule, call: ClaudeCall): boolean {
  return report === undefined || (typeof silent === 'function' ? silent(call) : silent === true);
}

function nothing(skipped: Tally, why: string): HookReading {
  skipped.add(why);
  return { events: [], reconcile: 'never', startsWorker: false, skipped: skipped.counts() };
}

/** The reading of another agent's payload: only that a session of that agent has gone on. */
function ofHost(host: string, sent: JsonObject, rule: ClaudeEventRule): Partial<HookReading> {
  const session = asString(sent.sessionId) ?? asString(sent.session_id) ?? '';
  return session === ''
    ? { sentBy: host }
    : { sentBy: host, session: redact(session).text, reconcile: rule.reconcile ?? 'later' };
}

/**
 * True for an agent that the agent runs for itself, for example to write a summary: it has an id and no type, and is
 * nobody's work.
 */
function isHidden(payload: JsonObject): boolean {
  return payload.agent_id !== undefined && (asString(payload.agent_type) ?? '') === '';
}

function placeOf(payload: JsonObject, dialect: ClaudeDialect, at: number): EventContext | undefined {
  const agentSession = asString(payload.session_id) ?? '';
  if (agentSession === '') return undefined;
  const text = (field: string): string | undefined => asString(payload[field]) || undefined;
  const prompt = text(dialect.promptField ?? 'prompt_id');
  const place = { cwd: text('cwd'), prompt, subagent: text('agent_id') };
  return { agent: dialect.agent, agentSession, at, ...omitUndefined(place) };
}

function toCall(
  payload: JsonObject,
  place: EventContext,
  { dialect, delivery }: { dialect: ClaudeDialect; delivery: string },
): ClaudeCall {
  const text = (field: string): string => asString(payload[field]) ?? '';
  return {
    payload,
    delivery,
    text,
    toolId: dialect.toolField === undefined ? undefined : text(dialect.toolField),
    promptId: place.prompt,
    subagent: place.subagent,
  };
}

function needOf(
  { need, atHand }: ClaudeEventRule,
  call: ClaudeCall,
  { place, dialect, reports }: { place: EventContext; dialect: ClaudeDialect; reports: readonly EventReport[] },
): ContextNeed | undefined {
  if (need === undefined) return undefined;
  const { agentSession, cwd } = place;
  const where: ContextNeed = { occasion: need, agentSession, ...omitUndefined({ cwd }) };
  const isInSubagent = place.subagent !== undefined || call.payload.is_inside === true;
  if (isInSubagent && need === 'start') return undefined;
  if (need === 'start') {
    const trigger = call.text('source');
    return trigger === '' ? where : { ...where, trigger };
  }
  if (need === 'prompt') {
    const prompt = promptText(call.text('prompt'));
    if (prompt === '') return undefined;
    if (isInSubagent) return { ...where, prompt, subagent: true };
    return hookOriginOf(call, prompt) === 'system' ? undefined : { ...where, prompt };
  }
  const tool = call.text('tool_name');
  const { fileTools = {} } = dialect;
  const field = Object.hasOwn(fileTools, tool) ? fileTools[tool] : undefined;
  const input = asObject(call.payload.tool_input);
  const named = typeof field === 'function' ? field(input) : field === undefined ? undefined : asString(input[field]);
  const file = named === undefined || named === '' ? undefined : absolutePath(named, cwd);
  const done = callOf(atHand?.(call) ?? reports);
  const known = done === undefined ? where : { ...where, call: done };
  if (need === 'call' || need === 'refusal') return done === undefined ? undefined : known;
  if (file !== undefined) return { ...known, file, ...(isInSubagent && { occasion: 'file' }) };
  if (need === 'tool' && !isInSubagent) return known;
  return done === undefined ? undefined : { ...known, occasion: 'call' };
}

/** The tool call that a payload reports. */
function callOf(reports: readonly EventReport[]): CallAtHand | undefined {
  for (const { body } of reports) {
    if (body.kind === 'tool.start') return { tool: body.tool, input: body.input };
    if (body.kind !== 'tool.end') continue;
    const { tool, input, output, success, exitCode } = body;
    return { tool, input, output, success, ...omitUndefined({ exitCode }) };
  }
  return undefined;
}

function absolutePath(path: string, cwd: string | undefined): string | undefined {
  if (isAbsolute(path)) return path;
  return cwd === undefined ? undefined : join(cwd, path);
}
