import { asNumber, asString, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { EventBody, EventContext, EventIdentity, RawEvent } from '../../core/model/event.ts';
import { contentIdentity, messageIdentity, promptIdentity } from '../shared/dialects/claude-identity.ts';
import type { LineReading } from '../shared/transcripts/jsonl-parser.ts';
import { createOpenCalls, type OpenCall, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';
import { promptOf } from './prompt-text.ts';
import { kiroToolEnd } from './tool-result.ts';

/** Whose transcript it is. */
export interface Source {
  session: string;
  cwd?: string;
  subagent?: string;
}

/** What a reader of a transcript knows on its way. */
export interface Reading {
  source: Source;
  /** Id of the prompt that is worked on, and the time of the last line that has one. */
  prompt: string | undefined;
  at: number;
  calls: OpenCalls;
}

/** Where a line or message stands: its own id, and its byte or place. */
export interface Spot {
  id: string;
  offset: number;
}

/** The state at the beginning of a transcript, or as `savedState` left it. */
export function startReading(source: Source, saved: JsonObject = {}): Reading {
  return { source, prompt: asString(saved.prompt), at: asNumber(saved.at) ?? 0, calls: createOpenCalls() };
}

/** What must survive to go on at this point: an id and a time. */
export function savedState({ prompt, at }: Reading): JsonObject {
  return { at, ...(prompt === undefined ? {} : { prompt }) };
}

/** Milliseconds since 1970 of a time as text, in seconds or in milliseconds. */
export function timeOf(value: JsonValue | undefined): number | undefined {
  const number = asNumber(value);
  if (number !== undefined) return number < 1e11 ? number * 1_000 : number;
  const parsed = Date.parse(asString(value) ?? '');
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** What its user asked, or a subagent was given; what was called before it and got no answer will get none. */
export function tellPrompt(raw: string, spot: Spot, reading: Reading): LineReading {
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
  return { events: [...lost, toEvent(reading, identity, { kind: 'prompt', text, origin: 'unknown' })] };
}

/** What the agent said. */
export function tellMessage(raw: string, spot: Spot, reading: Reading): RawEvent[] {
  const text = raw.trim();
  if (text === '') return [];
  const identity = messageIdentity(text, { origin: spot.id, subagent: reading.source.subagent });
  return [toEvent(reading, identity, { kind: 'message', text })];
}

/** Notes a call of a tool, whose result follows; false for one that is none. */
export function openCall(call: { id: string; tool: string; input: JsonObject }, spot: Spot, reading: Reading): boolean {
  if (call.id === '' || call.tool === '') return false;
  const { id: origin, offset } = spot;
  reading.calls.open({ ...call, place: placeOf(reading), origin, offset, state: savedState(reading) });
  return true;
}

/** How a tool ended; none for a result nobody asked for. */
export function tellResult(
  result: { id: string; content: JsonValue | undefined; failed: boolean },
  reading: Reading,
): RawEvent[] {
  const call = reading.calls.close(result.id);
  if (call === undefined) return [];
  return [toEvent(reading, { number: call.id }, kiroToolEnd(call, result))];
}

/** A turn, or a subagent's task, that is over. */
export function tellTurnEnd(spot: Spot, reading: Reading): RawEvent[] {
  const { subagent } = reading.source;
  const body: EventBody = subagent === undefined ? { kind: 'turn.end' } : { kind: 'subagent.end', type: '' };
  const identity = contentIdentity(subagent === undefined ? [] : [subagent], spot.id);
  return [...giveUp(reading), toEvent(reading, identity, body)];
}

/** The start of a call whose end will not be told. */
export function toStart({ id, tool, input, place }: OpenCall): RawEvent {
  return { ...place, identity: { number: id }, source: 'transcript', body: { kind: 'tool.start', tool, input } };
}

/** An event at the place that the reading has come to. */
export function toEvent(reading: Reading, identity: EventIdentity, body: EventBody): RawEvent {
  return { ...placeOf(reading), identity, source: 'transcript', body };
}

function giveUp({ calls, source }: Reading): RawEvent[] {
  return calls.giveUpThread(source.subagent).map(toStart);
}

function placeOf({ source, prompt, at }: Reading): EventContext {
  const place: EventContext = { agent: AGENT_NAME, agentSession: source.session, at };
  if (source.cwd !== undefined) place.cwd = source.cwd;
  if (prompt !== undefined) place.prompt = prompt;
  if (source.subagent !== undefined) place.subagent = source.subagent;
  return place;
}
