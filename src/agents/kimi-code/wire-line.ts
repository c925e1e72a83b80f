import { asNumber, asObject, asString, type JsonObject } from '../../core/json.ts';
import type { EventContext } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { createOpenCalls, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';
import type { WireSource } from './wire-source.ts';

/** A parser's state while it reads one file. */
export interface Reading {
  source: WireSource;
  cwd: string | undefined;
  /** Id of the prompt that the agent works on; in old versions the place of its line. */
  prompt: string | undefined;
  /** What triggered the compaction that is under way. */
  trigger: string | undefined;
  /** Time of the last line that has one. */
  at: number;
  calls: OpenCalls;
}

/** A parsed line with the fields that most readers need. */
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

/** The state that a later reading needs to resume here: the folder and ids, no text. */
export function savedState({ cwd, prompt, trigger }: Reading): JsonObject {
  return omitUndefined({ cwd, prompt, trigger });
}

/** Parses a line for the readers; notes its time, and its folder if it names one. */
export function toLine(json: JsonObject, offset: number, reading: Reading): Line {
  reading.at = asNumber(json.time) ?? asNumber(json.created_at) ?? reading.at;
  reading.cwd = asString(json.cwd) ?? asString(asObject(json.environmentDisclosure).cwd) ?? reading.cwd;
  return { json, offset, id: `${reading.source.subagent ?? ''}@${offset}` };
}

/** Place and time of a line, as the context of its events. */
export function placeOf({ source, cwd, at, prompt }: Reading): EventContext {
  return {
    agent: AGENT_NAME,
    agentSession: source.session,
    at,
    ...omitUndefined({ cwd, prompt, subagent: source.subagent }),
  };
}
