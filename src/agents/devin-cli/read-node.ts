import { asNumber, asObject, asString, isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import type { EventBody, EventIdentity, RawEvent } from '../../core/model/event.ts';
import { chatCallsOf } from '../shared/dialects/chat-calls.ts';
import { messageIdentity, promptIdentity, toolIdentity } from '../shared/dialects/claude-identity.ts';
import { promptText } from '../shared/dialects/claude-prompt.ts';
import { textOfContent, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { type LineReading, tryRead } from '../shared/transcripts/jsonl-parser.ts';
import { createOpenCalls, type OpenCall, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';

/** A session in the database. */
export interface StoredSession {
  id: string;
  cwd?: string;
}

/**
 * A message in the database; `text` is null for one that is longer than is read, `createdAt` is in seconds since 1970.
 */
export interface StoredNode {
  row: number;
  createdAt: number | null;
  text: string | null;
}

/** Reads the messages of a session, in order. */
export interface SessionReader {
  read(node: StoredNode): LineReading;
  /** Number of the first row that may still be completed: one with an open tool call. */
  openSince(): number;
}

interface Reading {
  session: StoredSession;
  at: number;
  calls: OpenCalls;
}

/** Makes the reader of one session, from its beginning or from a saved state. */
export function createSessionReader(session: StoredSession): SessionReader {
  const reading: Reading = { session, at: 0, calls: createOpenCalls() };
  return {
    read: (node) => tryRead(() => readNode(node, reading)),
    openSince: () => reading.calls.oldest()?.offset ?? Number.POSITIVE_INFINITY,
  };
}

function readNode({ row, createdAt, text }: StoredNode, reading: Reading): LineReading {
  const message = parseJson(text ?? '');
  if (!isJsonObject(message)) return { skip: text === null ? 'message:too-long' : 'message:malformed' };
  reading.at = (asNumber(createdAt) ?? 0) * 1_000 || reading.at;
  const role = asString(message.role) ?? 'unknown';
  if (role === 'user') return readUser(message, row, reading);
  if (role === 'assistant' || role === 'agent') return readAssistant(message, row, reading);
  return role === 'tool' ? readResult(message, reading) : { skip: `role:${role}` };
}

/** Reads a prompt; gives up earlier calls without a result, since none can follow. */
function readUser(message: JsonObject, row: number, reading: Reading): LineReading {
  const text = promptText(textOfContent(message.content));
  if (text === '') return { skip: 'user:empty' };
  const started = reading.calls.giveUpThread(undefined).map((call) => toStart(call, reading));
  const prompt = toEvent(
    promptIdentity(text, { origin: `${row}` }),
    { kind: 'prompt', text, origin: 'person' },
    reading,
  );
  return { events: [...started, prompt] };
}

/** Reads the agent's messages and tool calls. Thinking is not kept. */
function readAssistant(message: JsonObject, row: number, reading: Reading): LineReading {
  const { session, at, calls } = reading;
  const place = { agent: AGENT_NAME, agentSession: session.id, at };
  const called = chatCallsOf(message.tool_calls);
  for (const call of called) calls.open({ ...call, place, origin: `${row} ${call.id}`, offset: row, state: {} });
  const blocks = Array.isArray(message.content) ? message.content.filter(isJsonObject) : message.content;
  const words = Array.isArray(blocks) ? blocks.filter(({ type }) => type === 'text') : blocks;
  const text = textOfContent(words).trim();
  if (text === '') return called.length > 0 ? { events: [] } : { skip: 'assistant:empty' };
  const model = asString(asObject(message.metadata).generation_model) ?? '';
  const body = { kind: 'message', text, ...(model === '' ? {} : { model }) } as const;
  return { events: [toEvent(messageIdentity(text, { origin: `${row}` }), body, reading)] };
}

function readResult(message: JsonObject, reading: Reading): LineReading {
  const call = reading.calls.close(asString(message.tool_call_id) ?? '');
  if (call === undefined) return { skip: 'tool:unasked' };
  const { tool, input, origin } = call;
  const output = textOfContent(message.content);
  const body = toolEnd({ tool, input, output, failed: message.is_error === true });
  return { events: [toEvent(toolIdentity({ tool, input }, origin), body, reading)] };
}

function toStart({ tool, input, origin, place }: OpenCall, reading: Reading): RawEvent {
  const start = toEvent(toolIdentity({ tool, input }, origin), { kind: 'tool.start', tool, input }, reading);
  return { ...start, at: place.at };
}

function toEvent(identity: EventIdentity, body: EventBody, { session, at }: Reading): RawEvent {
  const { id, cwd } = session;
  const place = { agent: AGENT_NAME, agentSession: id, at, ...(cwd === undefined ? {} : { cwd }) };
  return { ...place, identity, source: 'transcript', body };
}
