import { asNumber, asString, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { EventBody, EventContext, EventIdentity, RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { contentIdentity, messageIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import type { LineReading } from '../shared/transcripts/jsonl-parser.ts';
import { createOpenCalls, type OpenCall, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';
import { isUnclearPrompt, promptOf } from './prompt-text.ts';
import { kiroToolEnd } from './tool-result.ts';

/** The session, and subagent, to which a transcript belongs. */
export interface Source {
  session: string;
  cwd?: string;
  subagent?: string;
}

/** A reader's state while it reads a transcript. */
export interface Reading {
  source: Source;
  /** Id of the prompt that the agent works on, and the time of the last line that has one. */
  prompt: string | undefined;
  at: number;
  calls: OpenCalls;
}

/** Identity of a line or message: its own id, and its byte offset or index. */
export interface Spot {
  id: string;
  offset: number;
}

/** The state at the beginning of a transcript, or as `savedState` left it. */
export function startReading(source: Source, saved: JsonObject = {}): Reading {
  return { source, prompt: asString(saved.prompt), at: asNumber(saved.at) ?? 0, calls: createOpenCalls() };
}

/** The state that a later reading needs to resume here: an id and a time. */
export function savedState({ prompt, at }: Reading): JsonObject {
  return { at, ...omitUndefined({ prompt }) };
}

/** A time as text, in seconds or in milliseconds, as milliseconds since 1970. */
export function timeOf(value: JsonValue | undefined): number | undefined {
  const number = asNumber(value);
  if (number !== undefined) return number < 1e11 ? number * 1_000 : number;
  const parsed = Date.parse(asString(value) ?? '');
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** Reports a prompt, or a subagent's task; gives up earlier calls without a result, since none can follow. */
export function reportPrompt(raw: string, spot: Spot, reading: Reading): LineReading {
  const text = promptOf(raw);
  if (text === '') return { skip: 'prompt:empty' };
  const lost = giveUp(reading);
  reading.prompt = spot.id;
  const { subagent } = reading.source;
  if (subagent !== undefined) {
    const identity = contentIdentity([subagent, text], spot.id);
    return { events: [...lost, toEvent(reading, identity, { kind: 'subagent.start', type: '', task: text })] };
  }
  const identity = promptIdentity(text, { origin: spot.id });
  const origin = isUnclearPrompt(raw) ? 'unknown' : 'person';
  return { events: [...lost, toEvent(reading, identity, { kind: 'prompt', text, origin })] };
}

/** Reports a message of the agent. */
export function reportMessage(raw: string, spot: Spot, reading: Reading): RawEvent[] {
  const text = raw.trim();
  if (text === '') return [];
  const identity = messageIdentity(text, { origin: spot.id, subagent: reading.source.subagent });
  return [toEvent(reading, identity, { kind: 'message', text })];
}

/** Records a tool call, whose result follows; returns false when it is none. */
export function openCall(call: { id: string; tool: string; input: JsonObject }, spot: Spot, reading: Reading): boolean {
  if (call.id === '' || call.tool === '') return false;
  const { id: origin, offset } = spot;
  reading.calls.open({ ...call, place: placeOf(reading), origin, offset, state: savedState(reading) });
  return true;
}

/** Reports the end of a tool call; nothing for a result without a call. */
export function reportResult(
  result: { id: string; content: JsonValue | undefined; failed: boolean },
  reading: Reading,
): RawEvent[] {
  const call = reading.calls.close(result.id);
  if (call === undefined) return [];
  return [toEvent(reading, { number: call.id }, kiroToolEnd(call, result))];
}

/** Reports the end of a turn, or of a subagent's task. */
export function reportTurnEnd(spot: Spot, reading: Reading): RawEvent[] {
  const { subagent } = reading.source;
  const body: EventBody = subagent === undefined ? { kind: 'turn.end' } : { kind: 'subagent.end', type: '' };
  const identity = contentIdentity(subagent === undefined ? [] : [subagent], spot.id);
  return [...giveUp(reading), toEvent(reading, identity, body)];
}

/** The `tool.start` event for a call whose end will never be reported. */
export function toStart({ id, tool, input, place }: OpenCall): RawEvent {
  return { ...place, identity: { number: id }, source: 'transcript', body: { kind: 'tool.start', tool, input } };
}

/** An event at the current place of the reading. */
export function toEvent(reading: Reading, identity: EventIdentity, body: EventBody): RawEvent {
  return { ...placeOf(reading), identity, source: 'transcript', body };
}

function giveUp({ calls, source }: Reading): RawEvent[] {
  return calls.giveUpThread(source.subagent).map(toStart);
}

function placeOf({ source, prompt, at }: Reading): EventContext {
  const { session, cwd, subagent } = source;
  return { agent: AGENT_NAME, agentSession: session, at, ...omitUndefined({ cwd, prompt, subagent }) };
}
