import { asObject, asString, type JsonObject } from '../../core/json.ts';
import type { EventContext } from '../../core/model/event.ts';
import { createOpenCalls, type OpenCalls } from '../shared/transcripts/open-calls.ts';
import { AGENT_NAME } from './hooks.ts';
import { createPromptQueue, type PromptQueue } from './prompt-queue.ts';
import type { TranscriptSource } from './transcript-source.ts';

/** Old versions keep a subagent's lines in the session's file and do not say which one's they are. */
const UNNAMED_SUBAGENT = 'sidechain';

/** What a parser knows while it reads one file. */
export interface Reading {
  source: TranscriptSource;
  /** Folder of the last line that names one: lines of the queue name none, and an excluded project is told by it. */
  cwd: string | undefined;
  /** Id of the prompt that is being worked on: the agent's own, in old versions that of its line. */
  prompt: string | undefined;
  /** Id of the line of a compaction whose summary did not come yet. */
  boundary: string | undefined;
  /** True once the file holds attachments: then prompts that were typed during a turn are among them. */
  attachments: boolean;
  /** Time of the last line that has one. */
  at: number;
  calls: OpenCalls;
  queue: PromptQueue;
}

/** A line with what most readers need of it. */
export interface Line {
  json: JsonObject;
  /** Byte at which it starts. */
  offset: number;
  /** Its own id, or its place in the file. */
  id: string;
  message: JsonObject;
  subagent: string | undefined;
}

/** The state of a parser at the start of a file, or as `savedState` left it. */
export function startReading(source: TranscriptSource, saved: JsonObject): Reading {
  return {
    source,
    cwd: asString(saved.cwd),
    prompt: asString(saved.prompt),
    boundary: asString(saved.boundary),
    attachments: saved.attachments === true,
    at: 0,
    calls: createOpenCalls(),
    queue: createPromptQueue(),
  };
}

/** What must survive to go on at this point: the folder, ids and flags, no text. */
export function savedState({ cwd, prompt, boundary, attachments }: Reading): JsonObject {
  const known = Object.entries({ cwd, prompt, boundary }).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), attachments };
}

/** A line as readers see it; takes its time, and its prompt id if it belongs to the thread of the file. */
export function toLine(json: JsonObject, offset: number, reading: Reading): Line {
  const at = Date.parse(asString(json.timestamp) ?? '');
  if (Number.isFinite(at)) reading.at = at;
  reading.cwd = asString(json.cwd) || reading.cwd;
  const own = reading.source.subagent?.id;
  const subagent = asString(json.agentId) ?? own ?? (json.isSidechain === true ? UNNAMED_SUBAGENT : undefined);
  const promptId = asString(json.promptId) ?? '';
  if (promptId !== '' && subagent === own) reading.prompt = promptId;
  return { json, offset, id: asString(json.uuid) || `@${offset}`, message: asObject(json.message), subagent };
}

/** Where and when a line happened. A subagent's file may name the file itself as its session: then its folder's it is. */
export function placeOf(line: Line, { source, cwd, at, prompt }: Reading): EventContext {
  const named = asString(line.json.sessionId) || asString(line.json.session_id) || source.session;
  const agentSession =
    source.subagent !== undefined && named === `agent-${source.subagent.id}` ? source.session : named;
  const place: EventContext = { agent: AGENT_NAME, agentSession, at };
  if (cwd !== undefined) place.cwd = cwd;
  if (prompt !== undefined) place.prompt = prompt;
  if (line.subagent !== undefined) place.subagent = line.subagent;
  return place;
}
