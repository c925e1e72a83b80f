import { asObject, asString, type JsonObject } from '../../core/json.ts';
import type { EventContext } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { partsOf } from '../shared/dialects/gemini-parts.ts';
import { createOpenCalls, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';
import type { readSource } from './places.ts';

/** A parser's state while it reads one file. */
export interface Reading {
  source: ReturnType<typeof readSource>;
  /** Id of the line of the prompt that the agent works on. */
  prompt: string | undefined;
  /** Time of the last line that has one. */
  at: number;
  calls: OpenCalls;
}

/** A parsed line with the fields that most readers need. */
export interface Line {
  json: JsonObject;
  /** Byte at which it starts. */
  offset: number;
  /** Its own id, or its place in the file. */
  id: string;
  parts: JsonObject[];
  subagent: string | undefined;
}

/** The state of a parser at the start of a file, or as `savedState` left it. */
export function startReading(source: Reading['source'], saved: JsonObject): Reading {
  return { source, prompt: asString(saved.prompt), at: 0, calls: createOpenCalls() };
}

/** The state that a later reading needs to resume here. */
export function savedState({ prompt }: Reading): JsonObject {
  return omitUndefined({ prompt });
}

/** Parses a line for the readers; notes its time. */
export function toLine(json: JsonObject, offset: number, reading: Reading): Line {
  const at = Date.parse(asString(json.timestamp) ?? '');
  if (Number.isFinite(at)) reading.at = at;
  const parts = partsOf(asObject(json.message).parts);
  const subagent = asString(json.agentId) || reading.source.subagent;
  return { json, offset, id: asString(json.uuid) || `@${offset}`, parts, subagent };
}

/** Place and time of a line, as the context of its events. */
export function placeOf({ json, subagent }: Line, { source, at, prompt }: Reading): EventContext {
  const agentSession = asString(json.sessionId) || source.session;
  const [cwd, branch] = [asString(json.cwd) || undefined, asString(json.gitBranch)];
  return { agent: AGENT_NAME, agentSession, at, ...omitUndefined({ cwd, branch, prompt, subagent }) };
}
