import { asNumber, asObject, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { EventContext, PromptOrigin, RawEvent } from '../../core/model/event.ts';
import { createOpenCalls, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';
import { createSaidTexts, type SaidTexts } from './said-texts.ts';
import { readThread, savedThread, type Thread, threadOfFile } from './thread.ts';
import type { ToolOutput } from './tool-output.ts';

/** A message of the model's input that may be a prompt: it is one unless the prompt itself follows. */
export interface HeldMessage {
  text: string;
  event: RawEvent;
  offset: number;
  state: JsonObject;
}

/** What a parser knows while it reads one rollout. */
export interface Reading {
  thread: Thread;
  cwd: string | undefined;
  /** Id of the turn, and who began it. */
  turn: string | undefined;
  origin: PromptOrigin | undefined;
  model: string | undefined;
  /** Time of the last line that has one. */
  at: number;
  /** True when a subagent's task was told. */
  hasTask: boolean;
  /** Number of the first line of its own in a subagent's file that begins with copies of its parent's lines. */
  ownFrom: number | undefined;
  /** Set in a fork while its lines are copies of another thread's: until a line of a later time. */
  copiedUntil: number | undefined;
  /** True behind the first line that is not about a thread. */
  hasLines: boolean;
  calls: OpenCalls;
  /** How calls ended that did not hand back to the model yet. */
  outputs: Map<string, ToolOutput>;
  said: SaidTexts;
  held: HeldMessage | undefined;
}

/** A line with what most readers need of it. */
export interface Line {
  type: string;
  payload: JsonObject;
  /** Type of the payload; empty when it has none. */
  kind: string;
  /** Its number, where lines have one. */
  ordinal: number | undefined;
  /** Byte at which it starts. */
  offset: number;
  /** Names the occurrence: its time, which a packed, archived or migrated copy keeps; else its place. */
  id: string;
}

/** The state of a parser at the start of a file, or as `savedState` left it. */
export function startReading(path: string, saved: JsonObject): Reading {
  return {
    thread: readThread(saved, threadOfFile(path)),
    cwd: asString(saved.cwd),
    turn: asString(saved.turn),
    origin: asString(saved.origin) as PromptOrigin | undefined,
    model: asString(saved.model),
    at: asNumber(saved.at) ?? 0,
    hasTask: saved.hasTask === true,
    ownFrom: asNumber(saved.ownFrom),
    copiedUntil: asNumber(saved.copiedUntil),
    hasLines: saved.hasLines === true,
    calls: createOpenCalls(),
    outputs: new Map(),
    said: createSaidTexts(asObject(saved.said)),
    held: undefined,
  };
}

/** What must survive to go on at this point: ids, the folder and hashes, no text. */
export function savedState({ thread, said, ...reading }: Reading): JsonObject {
  const { at, cwd, turn, origin, model, ownFrom, copiedUntil, hasTask, hasLines } = reading;
  const fields = { at, cwd, turn, origin, model, ownFrom, copiedUntil, hasTask, hasLines };
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== false);
  return { ...savedThread(thread), ...(Object.fromEntries(known) as JsonObject), said: said.state() };
}

/**
 * A line as readers see it; takes its time. Before September 2025 the items stood bare in their lines, under a first one
 * with the session's id.
 */
export function toLine(json: JsonObject, offset: number, reading: Reading): Line {
  const stamp = asString(json.timestamp) ?? asString(json.created_at) ?? '';
  const time = Date.parse(stamp);
  const isTimed = Number.isFinite(time);
  if (isTimed) reading.at = time;
  const id = isTimed ? stamp : `@${offset}`;
  if (isJsonObject(json.payload)) {
    const kind = asString(json.payload.type) ?? '';
    return {
      type: asString(json.type) ?? 'unknown',
      payload: json.payload,
      kind,
      ordinal: asNumber(json.ordinal),
      offset,
      id,
    };
  }
  return { ...bareType(json), payload: json, ordinal: undefined, offset, id };
}

function bareType(json: JsonObject): Pick<Line, 'type' | 'kind'> {
  const type = asString(json.type);
  if (type === undefined && typeof json.role === 'string') return { type: 'response_item', kind: 'message' };
  if (type === undefined && typeof json.id === 'string') return { type: 'session_meta', kind: '' };
  return { type: type === undefined ? (asString(json.record_type) ?? 'unknown') : 'response_item', kind: type ?? '' };
}

/** Where and when a line happened. */
export function placeOf({ thread, cwd, at, turn }: Reading): EventContext {
  const place: EventContext = { agent: AGENT_NAME, agentSession: thread.session, at };
  if (cwd !== undefined) place.cwd = cwd;
  if (turn !== undefined) place.prompt = turn;
  if (thread.subagent !== undefined) place.subagent = thread.subagent;
  return place;
}
