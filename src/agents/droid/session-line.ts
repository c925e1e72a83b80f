import { asNumber, asString, type JsonObject } from '../../core/json.ts';
import type { EventContext, RawEvent } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { toolIdentity } from '../shared/dialects/claude-identity.ts';
import { transcriptEvent } from '../shared/transcripts/jsonl-parser.ts';
import { createOpenCalls, type OpenCall, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { timeOf } from '../shared/transcripts/parse-time.ts';
import { AGENT_NAME } from './hooks.ts';
import type { TranscriptSource } from './places.ts';

/** A parser's state while it reads one file. */
export interface Reading {
  source: TranscriptSource;
  cwd: string | undefined;
  /** Id of the message of the prompt that the agent works on. */
  prompt: string | undefined;
  /** Time of the last line that has one. */
  at: number;
  /** True once a line was read that a fork does not share with the forked session. */
  isOwn: boolean;
  /** True once a subagent's task was read. */
  hasTask: boolean;
  /** Hash of the last message. */
  lastHash: number | undefined;
  calls: OpenCalls;
}

/** A parsed line with the fields that most readers need. */
export interface Line {
  json: JsonObject;
  /** Byte at which it starts. */
  offset: number;
  /** Its own id, or its place in the file. */
  id: string;
}

/** The state of a parser at the start of a file, or as `savedState` left it. */
export function startReading(source: TranscriptSource, saved: JsonObject): Reading {
  return {
    source,
    cwd: asString(saved.cwd),
    prompt: asString(saved.prompt),
    at: asNumber(saved.at) ?? 0,
    isOwn: source.forkedAt === undefined || saved.isOwn === true,
    hasTask: saved.hasTask === true,
    lastHash: asNumber(saved.said),
    calls: createOpenCalls(),
  };
}

/** The state that a later reading needs to resume here: ids, folder, time and a hash, no words. */
export function savedState({ cwd, prompt, at, isOwn, hasTask, lastHash }: Reading): JsonObject {
  return { ...omitUndefined({ cwd, prompt, said: lastHash }), at, isOwn, hasTask };
}

/** Parses a line for the readers; notes its time and folder. Times are milliseconds since 1970, or texts. */
export function toLine(json: JsonObject, offset: number, reading: Reading): Line {
  reading.at = timeOf(json.timestamp) ?? reading.at;
  reading.cwd = asString(json.cwd) || reading.cwd;
  return { json, offset, id: asString(json.id) || `@${offset}` };
}

/** Place and time of a line. Each line of `droid exec` output names its session. */
export function placeOf({ json }: Line, { source, cwd, prompt, at }: Reading): EventContext {
  const agentSession = asString(json.session_id) || asString(json.sessionId) || source.session;
  return { agent: AGENT_NAME, agentSession, at, ...omitUndefined({ cwd, prompt, subagent: source.subagent }) };
}

/** Records a call until its result comes; returns false when it has no name. */
export function openCall(call: { id: string; tool: string; input: JsonObject }, line: Line, reading: Reading): boolean {
  if (call.id === '' || call.tool === '') return false;
  const { offset } = line;
  const place = placeOf(line, reading);
  reading.calls.open({ ...call, place, origin: call.id, offset, state: savedState(reading) });
  return true;
}

/** The `tool.start` event for a call whose end will never be reported. */
export function toStart({ place, tool, input, origin }: OpenCall): RawEvent {
  return transcriptEvent(place, toolIdentity({ tool, input }, origin), { kind: 'tool.start', tool, input });
}
