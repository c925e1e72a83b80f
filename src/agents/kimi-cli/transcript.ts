import { basename, dirname } from 'node:path';
import {
  asNumber,
  asObject,
  asString,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseJson,
} from '../../core/json.ts';
import type { EventBody, EventContext, EventIdentity } from '../../core/model/event.ts';
import type { Untimed } from '../../core/model/untold.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { TranscriptParser } from '../shared/contract.ts';
import { chatCallsOf } from '../shared/dialects/chat-calls.ts';
import {
  compactionIdentity,
  contentIdentity,
  messageIdentity,
  promptIdentity,
  toolIdentity,
} from '../shared/dialects/claude-identity.ts';
import { textOfContent, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { type LineReading, transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { createOpenCalls, type OpenCall, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { untimedIn } from '../shared/transcripts/untimed.ts';
import { createWaitingParser } from '../shared/transcripts/waiting-parser.ts';
import { AGENT_NAME } from './hooks.ts';
import { CONTEXT, workFolderOf } from './places.ts';

/** The reader's state while a session is read. */
interface Reading {
  session: string;
  /** Its working folder, or what is known of that. */
  folder: ReturnType<typeof workFolderOf>;
  at: number;
  /** When messages of the context can have been written: since the last reading, or the file's birth, until its last change. */
  untimed: Untimed;
  /** True for a context, whose messages have no time. */
  isContext: boolean;
  /** The subagent whose event is read; its open calls are kept next to the main agent's. */
  subagent: string | undefined;
  calls: OpenCalls;
  /** Streamed arguments of calls, by id, and the call that is being streamed. */
  parts: Map<string, string>;
  streamed: string | undefined;
}

/** A message of the wire, and its line. */
interface Wire {
  type: string;
  payload: JsonObject;
  id: string;
  offset: number;
}

/**
 * Makes the parser of a session's `wire.jsonl` (`{timestamp, message: {type, payload}}`), or of its `context.jsonl`
 * (`{role, content}`, without times) when there is no other.
 */
export function createParser({ path }: { path: string }, state: JsonObject = {}): TranscriptParser {
  const untimed = untimedIn(path, asNumber(state.since));
  const isContext = basename(path) === CONTEXT;
  const reading: Reading = {
    session: basename(dirname(path)),
    folder: workFolderOf(path),
    at: 0,
    untimed,
    isContext,
    subagent: undefined,
    calls: createOpenCalls(),
    parts: new Map(),
    streamed: undefined,
  };
  return createWaitingParser({
    calls: reading.calls,
    read: (json, offset) => readLine(json, offset, reading),
    state: () => (isContext ? { since: untimed.until } : {}),
    toStart: (call) => {
      const named = complete(call, reading);
      return transcriptEvent(call.place, toolIdentity(named, call.origin), {
        kind: 'tool.start',
        tool: named.tool,
        input: named.input,
      });
    },
  });
}

function readLine(json: JsonObject, offset: number, reading: Reading): LineReading {
  if (!isJsonObject(json.message)) {
    return json.role === undefined ? { skip: asString(json.type) ?? 'unknown' } : readContext(json, offset, reading);
  }
  reading.at = Math.round((asNumber(json.timestamp) ?? reading.at / 1_000) * 1_000);
  const { type, payload } = json.message;
  return readMessage(
    { type: asString(type) ?? 'unknown', payload: asObject(payload), id: `@${offset}`, offset },
    reading,
  );
}

function readMessage(wire: Wire, reading: Reading): LineReading {
  const { payload, id } = wire;
  switch (wire.type) {
    case 'TurnBegin':
    case 'SteerInput':
      return readPrompt(payload.user_input, id, reading);
    case 'ContentPart':
      return readPart(payload, id, reading);
    case 'ToolCall':
      return readCall(wire, reading);
    case 'ToolCallPart':
      return readCallPart(payload, reading);
    case 'ToolResult':
      return readResult(payload, reading);
    case 'SubagentEvent':
      return readSubagent(wire, reading);
    case 'CompactionBegin':
      return toReading(contentIdentity(['unknown'], id), { kind: 'compact.start', trigger: 'unknown' }, reading);
    case 'CompactionEnd':
      return toReading(compactionIdentity({ origin: id }), { kind: 'compact.end', trigger: 'unknown' }, reading);
    case 'TurnEnd':
      return toReading(contentIdentity([], id), { kind: 'turn.end' }, reading);
    default:
      return { skip: wire.type };
  }
}

function readPrompt(input: JsonValue | undefined, origin: string, reading: Reading): LineReading {
  const text = textOfContent(input).trim();
  if (text === '') return { skip: 'TurnBegin:empty' };
  const { subagent } = reading;
  if (subagent !== undefined) {
    return toReading(contentIdentity([text], origin), { kind: 'subagent.start', type: '', task: text }, reading);
  }
  return toReading(promptIdentity(text, { origin }), { kind: 'prompt', text, origin: 'person' }, reading);
}

function readPart(payload: JsonObject, origin: string, reading: Reading): LineReading {
  const text = payload.type === 'text' ? (asString(payload.text) ?? '').trim() : '';
  if (text === '') return { skip: `part:${asString(payload.type) ?? 'unknown'}` };
  const { subagent } = reading;
  return toReading(messageIdentity(text, { origin, subagent }), { kind: 'message', text }, reading);
}

function readCall({ payload, id: origin, offset }: Wire, reading: Reading): LineReading {
  const id = asString(payload.id) ?? '';
  const { name, arguments: begun } = asObject(payload.function);
  const tool = asString(name) ?? '';
  if (id === '' || tool === '') return { skip: 'ToolCall:malformed' };
  reading.streamed = id;
  reading.parts.set(id, asString(begun) ?? '');
  reading.calls.open({ id, tool, input: {}, place: placeOf(reading), origin, offset, state: {} });
  return { events: [] };
}

function readCallPart({ arguments_part }: JsonObject, { streamed, parts }: Reading): LineReading {
  if (streamed === undefined) return { skip: 'ToolCallPart:unasked' };
  parts.set(streamed, (parts.get(streamed) ?? '') + (asString(arguments_part) ?? ''));
  return { events: [] };
}

function readResult(payload: JsonObject, reading: Reading): LineReading {
  const id = asString(payload.tool_call_id) ?? '';
  const call = reading.calls.close(id);
  if (call === undefined) return { skip: 'ToolResult:unasked' };
  const named = complete(call, reading);
  const { is_error, output, message } = asObject(payload.return_value);
  const text = textOfContent(output);
  const failed = is_error === true;
  // When a tool printed nothing, only the message says what went wrong.
  const body = toolEnd({ ...named, output: text === '' && failed ? (asString(message) ?? '') : text, failed });
  return toReading(toolIdentity(named, call.origin), body, reading);
}

/** A call with its arguments, which are complete once all parts were streamed. */
function complete({ id, tool, input }: OpenCall, { parts }: Reading): { id: string; tool: string; input: JsonObject } {
  const parsed = parseJson(parts.get(id) ?? '');
  parts.delete(id);
  return { id, tool, input: isJsonObject(parsed) ? parsed : input };
}

function readSubagent({ payload, id, offset }: Wire, reading: Reading): LineReading {
  const { type, payload: inner } = asObject(payload.event);
  const streamed = reading.streamed;
  reading.subagent =
    asString(payload.agent_id) ?? asString(payload.parent_tool_call_id) ?? asString(payload.task_tool_call_id);
  const event: Wire = { type: asString(type) ?? 'unknown', payload: asObject(inner), id, offset };
  const line = event.type === 'SubagentEvent' ? { skip: 'SubagentEvent:nested' } : readMessage(event, reading);
  reading.subagent = undefined;
  // The main agent's stream continues after the subagent's event.
  if (event.type !== 'ToolCall') reading.streamed = streamed;
  return line;
}

/**
 * Reads a message of the model's context. It has no time: the file's last change, and its index in the file, take its
 * place.
 */
function readContext(json: JsonObject, offset: number, reading: Reading): LineReading {
  const origin = `@${offset}`;
  reading.at = reading.untimed.until + offset;
  const text = textOfContent(json.content).trim();
  if (json.role === 'user') return readPrompt(json.content, origin, reading);
  if (json.role === 'assistant') {
    for (const call of chatCallsOf(json.tool_calls)) {
      const since = { since: reading.untimed.from };
      reading.calls.open({ ...call, place: placeOf(reading), origin, offset, state: since });
    }
    return text === '' ? { events: [] } : readPart({ type: 'text', text }, origin, reading);
  }
  if (json.role !== 'tool') return { skip: `role:${asString(json.role) ?? 'unknown'}` };
  return readResult({ tool_call_id: json.tool_call_id ?? '', return_value: { output: text } }, reading);
}

function toReading(identity: EventIdentity, body: EventBody, reading: Reading): LineReading {
  return { events: [transcriptEvent(placeOf(reading), identity, body)] };
}

function placeOf({ session, folder, at, subagent, isContext, untimed }: Reading): EventContext {
  const place = { agent: AGENT_NAME, agentSession: session, at, ...folder, ...omitUndefined({ subagent }) };
  return isContext ? { ...place, untimed } : place;
}
