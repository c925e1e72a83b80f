import { asNumber, asObject, asString, isJsonObject, type JsonObject } from '../../core/json.ts';
import type { EventContext, PromptOrigin, RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { createOpenCalls, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';
import { createMessageDuplicates, type MessageDuplicates } from './message-duplicates.ts';
import { readThread, savedThread, type Thread, threadOfFile } from './thread.ts';
import type { ToolOutput } from './tool-output.ts';

/** A message of the model's input that may be a prompt: it is one unless a prompt event with the same text follows. */
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
  /** The branch at the thread's start, until its first turn has ended: no later line names one. */
  branch: string | undefined;
  /** Id of the turn, and who started it. */
  turn: string | undefined;
  origin: PromptOrigin | undefined;
  model: string | undefined;
  /** Time of the last line that has one. */
  at: number;
  /** True once a subagent's task was read. */
  hasTask: boolean;
  /**
   * In a subagent's file that begins with copies of its parent's lines: the number of the first line that is its own.
   */
  ownFrom: number | undefined;
  /** Set in a fork while its lines are copies of another thread's: the time up to which lines are copies. */
  copiedUntil: number | undefined;
  /** Id of the thread that this one forks. */
  forkOf: string | undefined;
  /** True after the first line that is not about the thread. */
  hasLines: boolean;
  calls: OpenCalls;
  /** Outputs of calls that have ended and whose result the model has not got yet, by call id. */
  outputs: Map<string, ToolOutput>;
  /** Ends of calls that read from the shell of a call that waits, by its id: the parser reports them after that call, which says what runs there. */
  following: Map<string, RawEvent[]>;
  duplicates: MessageDuplicates;
  held: HeldMessage | undefined;
}

/** A parsed line with the fields that most readers need. */
export interface Line {
  type: string;
  payload: JsonObject;
  /** Type of the payload; empty when it has none. */
  kind: string;
  /** Its number, where lines have one. */
  ordinal: number | undefined;
  /** Byte at which it starts. */
  offset: number;
  /** Identifies the occurrence: its time, which packed, archived and migrated copies keep; else its byte offset. */
  id: string;
}

/** The state of a parser at the start of a file, or as `savedState` left it. */
export function startReading(path: string, saved: JsonObject): Reading {
  return {
    thread: readThread(saved, threadOfFile(path)),
    cwd: asString(saved.cwd),
    branch: asString(saved.branch),
    turn: asString(saved.turn),
    origin: asString(saved.origin) as PromptOrigin | undefined,
    model: asString(saved.model),
    at: asNumber(saved.at) ?? 0,
    hasTask: saved.hasTask === true,
    ownFrom: asNumber(saved.ownFrom),
    copiedUntil: asNumber(saved.copiedUntil),
    forkOf: asString(saved.forkOf),
    hasLines: saved.hasLines === true,
    calls: createOpenCalls(),
    outputs: new Map(),
    following: new Map(),
    duplicates: createMessageDuplicates(asObject(saved.said)),
    held: undefined,
  };
}

/** The state that a later reading needs to resume here: ids, the folder and hashes, no text. */
export function savedState({ thread, duplicates, ...reading }: Reading): JsonObject {
  const { at, cwd, branch, turn, origin, model, ownFrom, copiedUntil, forkOf, hasTask, hasLines } = reading;
  const fields = { at, cwd, branch, turn, origin, model, ownFrom, copiedUntil, forkOf, hasTask, hasLines };
  const known = Object.entries(fields).filter(([, value]) => value !== undefined && value !== false);
  return { ...savedThread(thread), ...(Object.fromEntries(known) as JsonObject), said: duplicates.state() };
}

/**
 * Parses a line for the readers; notes its time. Before September 2025 items were lines without an envelope, after a
 * first line with the session's id.
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

/** Place and time of a line, as the context of its events. */
export function placeOf({ thread, cwd, branch, at, turn }: Reading): EventContext {
  const { session, subagent } = thread;
  return { agent: AGENT_NAME, agentSession: session, at, ...omitUndefined({ cwd, branch, prompt: turn, subagent }) };
}
