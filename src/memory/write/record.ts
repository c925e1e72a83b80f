import type { RecordResult } from '../../api/answers.ts';
import type { Caller } from '../../api/contract.ts';
import type { AgentEventInput, MessageInput, RecordInput } from '../../api/requests.ts';
import { CairnError } from '../../core/errors.ts';
import { randomId } from '../../core/hash.ts';
import { asNumber, asString, canonicalJson, isJsonObject, isText, type JsonValue } from '../../core/json.ts';
import * as LIMITS from '../../core/limits.ts';
import { EVENT_KINDS, type EventBody, type EventIdentity, type RawEvent } from '../../core/model/event.ts';
import { validateBody } from '../../core/model/validate-body.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { cutText, oneLine } from '../../core/text/text.ts';
import type { IntakeResult } from '../../ingest/intake.ts';
import { parseTime } from '../../retrieval/query/parse-time.ts';

/**
 * The kinds of events that can be recorded, with a test of each required field and the fields' defaults. Acts cannot be
 * recorded; they have calls of their own.
 */
const RECORDED: Partial<
  Record<
    EventBody['kind'],
    { required?: Record<string, (value: unknown) => boolean>; defaults?: Record<string, JsonValue> }
  >
> = {
  'session.start': { defaults: { trigger: 'startup' } },
  'session.end': { defaults: { reason: 'other' } },
  prompt: { required: { text: isText }, defaults: { origin: 'unknown' } },
  message: { required: { text: isText } },
  'tool.start': { required: { tool: isText, input: isJsonObject } },
  'tool.end': { required: { tool: isText, input: isJsonObject }, defaults: { output: '', success: true } },
  'subagent.start': { defaults: { type: '' } },
  'subagent.end': { defaults: { type: '' } },
  'compact.start': { defaults: { trigger: 'manual' } },
  'compact.end': { defaults: { trigger: 'manual' } },
  'turn.end': {},
  'turn.failed': { required: { error: isText } },
  notification: { required: { message: isText } },
  permission: { required: { tool: isText }, defaults: { input: {}, denied: false } },
  noted: { required: { text: isText } },
};

/** Valid name of a speaker: it appears in injected blocks, so it must be a name and no sentence. */
export const AGENT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]{0,63}$/u;
const SPEAKER_CHARS = 80;
const PLACE = new Set(['kind', 'sessionId', 'agent', 'at', 'cwd', 'number', 'prompt', 'subagent']);

/** Parses the events of a call, or the reason why one is invalid; in the caller's order. */
export function parseRecord(input: RecordInput, caller: Caller, now: number): (RawEvent | { reason: string })[] {
  const given = Array.isArray(input) ? input.length : input?.messages?.length;
  if (!Number.isInteger(given)) {
    throw new CairnError('invalid_input', 'record takes a list of events, or { sessionId, messages }.', {
      fix: 'See the README, section "SDK".',
    });
  }
  if ((given ?? 0) > LIMITS.recordEvents) {
    throw new CairnError('invalid_input', `record takes at most ${LIMITS.recordEvents} events; it got ${given}.`, {
      fix: 'Call it more than once.',
    });
  }
  if (Array.isArray(input)) return input.map((event) => guard(() => parseEvent(event, caller, now)));
  return input.messages.map((message, i) => guard(() => parseMessage(message, { ...input, caller, now: now + i })));
}

function guard(parse: () => RawEvent): RawEvent | { reason: string } {
  try {
    return parse();
  } catch (error) {
    if (error instanceof CairnError) return { reason: error.message };
    throw error;
  }
}

function refuse(message: string): never {
  throw new CairnError('invalid_input', message);
}

function parseEvent(event: AgentEventInput, caller: Caller, now: number): RawEvent {
  if (!isJsonObject(event)) refuse('an event is an object');
  const kind = EVENT_KINDS.find((known) => known === event.kind);
  const recorded = kind === undefined ? undefined : RECORDED[kind];
  if (kind === undefined || recorded === undefined) refuse(`unknown kind ${JSON.stringify(event.kind) ?? 'nothing'}`);
  if (asString(event.sessionId) === undefined || event.sessionId === '') refuse('sessionId is missing');
  for (const [field, test] of Object.entries(recorded.required ?? {}))
    if (!test(event[field])) refuse(`${field} is missing or of a wrong type`);
  const fields = Object.entries(event).filter(([name]) => !PLACE.has(name));
  const body = {
    ...recorded.defaults,
    ...validateBody({ ...Object.fromEntries(fields), kind }),
  } as unknown as EventBody;
  if (body.kind === 'noted')
    Object.assign(body, { person: caller.person, detail: isJsonObject(body.detail) ? body.detail : {} });
  if (body.kind === 'prompt') body.origin = caller.person ? 'person' : 'unknown';
  if (body.kind === 'tool.end' && body.reply !== undefined)
    body.reply = { ...body.reply, origin: caller.person ? 'person' : 'unknown' };
  const number = asString(event.number) ?? asNumber(event.number)?.toString();
  const content = canonicalJson(JSON.parse(JSON.stringify(body)) as JsonValue);
  const identity: EventIdentity = number === undefined ? { content, origin: randomId() } : { number };
  return { ...placeOf(event, caller, now), identity, source: caller.surface, body };
}

function parseMessage(
  message: MessageInput,
  of: { sessionId: string; agent?: string; cwd?: string; caller: Caller; now: number },
): RawEvent {
  if (!isJsonObject(message) || typeof message.content !== 'string') refuse('content is missing or no text');
  if (asString(of.sessionId) === undefined || of.sessionId === '') refuse('sessionId is missing');
  const text = message.content;
  const body = {
    ...bodyOf(message, of.caller),
    ...omitUndefined({ speaker: nameOf(message), ref: asString(message.ref) }),
  };
  const at = message.at === undefined ? of.now : parseTime(message.at, 'at');
  const named = message.ref ?? (message.at === undefined ? undefined : `${at}`);
  const identity: EventIdentity =
    message.ref === undefined ? { content: text, origin: named ?? randomId() } : { number: message.ref };
  return { ...placeOf({ ...of, at }, of.caller, of.now), identity, source: of.caller.surface, body };
}

function bodyOf({ role, content: text }: MessageInput, caller: Caller): EventBody {
  switch (role) {
    case 'user':
      return { kind: 'prompt', text, origin: caller.person ? 'person' : 'unknown' };
    case 'system':
      return { kind: 'prompt', text, origin: 'system' };
    case 'assistant':
      return { kind: 'message', text };
    case 'tool':
      return { kind: 'message', text, from: 'tool' };
    default:
      return refuse('role is none of "user", "assistant", "tool" and "system"');
  }
}

function nameOf({ name }: MessageInput): string | undefined {
  if (name !== undefined && typeof name !== 'string') refuse('name is no text');
  return name === undefined || name.trim() === '' ? undefined : cutText(oneLine(name), SPEAKER_CHARS);
}

function placeOf(
  event: { sessionId: string; agent?: string; at?: number | string; cwd?: string; prompt?: string; subagent?: string },
  caller: Caller,
  now: number,
): Pick<RawEvent, 'agent' | 'agentSession' | 'at' | 'cwd' | 'prompt' | 'subagent'> {
  const cwd = asString(event.cwd) ?? caller.cwd;
  const agent = asString(event.agent) ?? caller.surface;
  if (!AGENT_NAME.test(agent)) refuse('agent is not a valid name: at most 64 letters, digits and . _ @ + -');
  return {
    agent,
    agentSession: event.sessionId,
    at: event.at === undefined ? now : parseTime(event.at, 'at'),
    ...omitUndefined({ cwd, prompt: asString(event.prompt), subagent: asString(event.subagent) }),
  };
}

/** Counts the outcomes; `parsed` and `taken` in the caller's order, reasons included. */
export function toRecordResult(parsed: readonly (RawEvent | { reason: string })[], taken: IntakeResult): RecordResult {
  const result: RecordResult = { accepted: 0, duplicates: 0, skipped: [] };
  let next = 0;
  for (const [index, event] of parsed.entries()) {
    if ('reason' in event) {
      result.skipped.push({ index, reason: event.reason });
      continue;
    }
    const outcome = taken.outcomes[next];
    next += 1;
    if (outcome === 'added' || outcome === 'completed') result.accepted += 1;
    else if (outcome === 'duplicate') result.duplicates += 1;
    else result.skipped.push({ index, reason: outcome === 'refused' ? 'it was forgotten' : 'its project is excluded' });
  }
  return result;
}
