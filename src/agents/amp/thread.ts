import { basename } from 'node:path';
import { asNumber, asObject, asString, isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { EventBody, EventContext, RawEvent } from '../../core/model/event.ts';
import type { SnapshotReader } from '../shared/contract.ts';
import { textOfContent, textOfResult, toolEnd } from '../shared/dialects/claude-tool-result.ts';
import { jsonRecords } from '../shared/transcripts/json-records.ts';
import { createJsonSnapshot } from '../shared/transcripts/json-snapshot.ts';
import type { LineReading } from '../shared/transcripts/jsonl-parser.ts';
import { pathOfUrl } from '../shared/transcripts/transcript-files.ts';
import { untimedIn } from '../shared/transcripts/untimed.ts';

/** Name of the agent, in commands, events and ids. */
export const AGENT_NAME = 'amp';

interface Reading {
  place: EventContext;
  /** When the thread was made, for messages without a time. */
  created: number;
  /** When its file was changed last. */
  until: number;
  calls: Map<string, { tool: string; input: JsonObject }>;
}

/** A message, and its own number in the thread. */
interface Message {
  json: JsonObject;
  blocks: readonly JsonObject[];
  number: string;
}

/** Reads a thread, `T-….json`, from its beginning. */
export function readThread(path: string): SnapshotReader {
  return createJsonSnapshot({ path, lists: ['$.messages.*'] }, () => {
    const reading = startReading(path);
    return { member: () => undefined, message: (json, index) => readMessage(json, index, reading) };
  });
}

/** Collects the fields around the messages, which may come before or after them. */
function startReading(path: string): Reading {
  const found: Record<string, JsonValue> = {};
  for (const { key, value } of jsonRecords(path, ['$.id', '$.created', '$.env'])) found[String(key)] = value;
  const place: EventContext = { agent: AGENT_NAME, agentSession: asString(found.id) ?? basename(path, '.json'), at: 0 };
  const cwd = folderOf(asObject(found.env));
  return {
    place: cwd === undefined ? place : { ...place, cwd },
    created: asNumber(found.created) ?? 0,
    until: untimedIn(path).until,
    calls: new Map(),
  };
}

function folderOf({ initial }: JsonObject): string | undefined {
  const { trees } = asObject(initial);
  return pathOfUrl(asObject(Array.isArray(trees) ? trees[0] : undefined).uri);
}

function readMessage(json: JsonObject, index: number, reading: Reading): LineReading {
  const role = asString(json.role) ?? 'unknown';
  const content = json.content ?? [];
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [{ type: 'text', text: content }];
  const number = `${asNumber(json.messageId) ?? index}`;
  const time = asNumber(asObject(json.meta).sentAt) ?? Date.parse(asString(asObject(json.usage).timestamp) ?? '');
  const { untimed: _, ...place } = reading.place;
  const { created, until } = reading;
  const untimed = { from: created, until: Math.max(created, until), place: `${index}` };
  reading.place = { ...place, ...(Number.isFinite(time) ? { at: time } : { at: created + index, untimed }) };
  const message = { json, blocks, number };
  if (role === 'user') return readUser(message, reading);
  if (role === 'assistant') return readAssistant(message, reading);
  return { skip: `message:${role}` };
}

function readUser(message: Message, reading: Reading): LineReading {
  const events = message.blocks
    .filter(({ type }) => type === 'tool_result')
    .flatMap((block) => readResult(block, reading));
  const text = textOf(message);
  if (text !== '') {
    reading.place = { ...reading.place, prompt: message.number };
    events.push(toEvent(message.number, { kind: 'prompt', text, origin: 'person' }, reading));
  }
  return events.length === 0 ? { skip: 'message:empty' } : { events };
}

function readAssistant(message: Message, reading: Reading): LineReading {
  const { type, stopReason } = asObject(message.json.state);
  // A message that is still being written is read once it is complete.
  if (type === 'streaming') return { skip: 'message:streaming' };
  const calls = message.blocks.filter((block) => block.type === 'tool_use');
  for (const { id, name, input } of calls) {
    reading.calls.set(asString(id) ?? '', { tool: asString(name) ?? '', input: asObject(input) });
  }
  const text = textOf(message);
  if (text === '' && calls.length === 0) return { skip: 'message:empty' };
  const model = asString(asObject(message.json.usage).model);
  const body: EventBody = { kind: 'message', text, ...(model === undefined ? {} : { model }) };
  const events = text === '' ? [] : [toEvent(message.number, body, reading)];
  if (stopReason === 'end_turn') events.push(toEvent(message.number, { kind: 'turn.end' }, reading));
  return { events };
}

/** The end of a tool call from its result block; no event while it runs, or when no call matches. */
function readResult(block: JsonObject, reading: Reading): RawEvent[] {
  const id = asString(block.toolUseID) ?? asString(block.tool_use_id) ?? '';
  const { status, result, error } = asObject(block.run);
  const call = reading.calls.get(id);
  const isOver = block.run === undefined || status === 'done' || status === 'error' || status === 'cancelled';
  if (call === undefined || call.tool === '' || !isOver) return [];
  const { exitCode, success } = asObject(result);
  const code = asNumber(exitCode);
  const failed =
    status === 'error' || status === 'cancelled' || success === false || (code !== undefined && code !== 0);
  const body = toolEnd({
    ...call,
    output: textOfRun(result ?? block.content) || (asString(asObject(error).message) ?? ''),
    failed,
    exitCode: code,
    interrupted: status === 'cancelled',
  });
  return [toEvent(id, body, reading)];
}

/** The text of a tool's result; each tool writes it in its own form. */
function textOfRun(result: JsonValue | undefined): string {
  if (!isJsonObject(result)) return textOfContent(result);
  const text = asString(result.output) ?? textOfResult(result);
  return text !== '' ? text : (asString(result.diff) ?? '');
}

function textOf({ blocks }: Message): string {
  return textOfContent(blocks.filter(({ type }) => type === 'text')).trim();
}

function toEvent(number: string, body: EventBody, { place }: Reading): RawEvent {
  return { ...place, identity: { number }, source: 'transcript', body };
}
