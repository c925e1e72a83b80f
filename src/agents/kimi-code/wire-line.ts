import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import type { EventContext } from '../../core/model/event.ts';
import { createOpenCalls, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';
import type { WireSource } from './wire-source.ts';

/** What a parser knows while it reads one file. */
export interface Reading {
  source: WireSource;
  cwd: string | undefined;
  /** Id of the prompt that is being worked on; in old versions the place of its line. */
  prompt: string | undefined;
  /** What set off the compaction that is under way. */
  trigger: string | undefined;
  /** Time of the last line that has one. */
  at: number;
  calls: OpenCalls;
}

/** A line with what most readers need of it. */
export interface Line {
  json: JsonObject;
  /** Byte at which it starts. */
  offset: number;
  /** Its place among all lines of the session's files. */
  id: string;
}

/** The state of a parser at the start of a file, or as `savedState` left it. */
export function startReading(source: WireSource, saved: JsonObject): Reading {
  return {
    source,
    cwd: asString(saved.cwd) ?? source.cwd,
    prompt: asString(saved.prompt),
    trigger: asString(saved.trigger),
    at: 0,
    calls: createOpenCalls(),
  };
}

/** What must survive to go on at this point: the folder and ids, no text. */
export function savedState({ cwd, prompt, trigger }: Reading): JsonObject {
  const known = Object.entries({ cwd, prompt, trigger }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as JsonObject;
}

/** A line as readers see it; takes its time, and the folder where it names one. */
export function toLine(json: JsonObject, offset: number, reading: Reading): Line {
  reading.at = asNumber(json.time) ?? asNumber(json.created_at) ?? reading.at;
  reading.cwd = asString(json.cwd) ?? asString(asObject(json.environmentDisclosure).cwd) ?? reading.cwd;
  return { json, offset, id: `${reading.source.subagent ?? ''}@${offset}` };
}

/** Where and when a line happened. */
export function placeOf({ source, cwd, at, prompt }: Reading): EventContext {
  const place: EventContext = { agent: AGENT_NAME, agentSession: source.session, at };
  if (cwd !== undefined) place.cwd = cwd;
  if (prompt !== undefined) place.prompt = prompt;
  if (source.subagent !== undefined) place.subagent = source.subagent;
  return place;
}
