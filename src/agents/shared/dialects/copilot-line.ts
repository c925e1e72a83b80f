import { asNumber, asObject, asString, type JsonObject } from '../../../core/json.ts';
import type { EventBody, EventContext, EventIdentity, RawEvent } from '../../../core/model/event.ts';
import { omitUndefined } from '../../../core/omit-undefined.ts';
import { createOpenCalls, type OpenCall, type OpenCalls } from '../transcripts/open-calls.ts';

/** What differs between the agents that store sessions as lines of Copilot's events. */
export interface CopilotTranscript {
  agent: string;
  /** Session of a file that names none. */
  session: string;
  cwd?: string;
  /** True for prompts that can only be typed: those of an editor. */
  isTyped?: true;
  /** The identity of a tool call, on which the agent's hooks and transcript agree. */
  identityOf: (call: Pick<OpenCall, 'id' | 'tool' | 'input' | 'origin'>) => EventIdentity;
}

/** A parser's state while it reads one file. */
export interface CopilotReading {
  transcript: CopilotTranscript;
  session: string;
  cwd: string | undefined;
  branch: string | undefined;
  /** True once a line shows that a person sits before the session. */
  isTyped: boolean;
  /** Id of the user's turn that the agent works on. */
  prompt: string | undefined;
  /** Time of the last line that has one. */
  at: number;
  calls: OpenCalls;
  /** Subagents by the id of the open call that started them. */
  agents: Map<string, string>;
}

/** A parsed line with the fields that most readers need. */
export interface CopilotLine {
  type: string;
  data: JsonObject;
  /** Byte at which it starts. */
  offset: number;
  /** Its own id, or its place in the file. */
  id: string;
  /** Id of the subagent to which the line belongs. */
  subagent: string | undefined;
}

/** The state of a parser at the start of a file, or as `copilotState` left it. */
export function startCopilot(transcript: CopilotTranscript, saved: JsonObject): CopilotReading {
  return {
    transcript,
    session: asString(saved.session) ?? transcript.session,
    cwd: asString(saved.cwd) ?? transcript.cwd,
    branch: asString(saved.branch),
    isTyped: transcript.isTyped === true || saved.isTyped === true,
    prompt: asString(saved.prompt),
    at: asNumber(saved.at) ?? 0,
    calls: createOpenCalls(),
    agents: new Map(),
  };
}

/** The state that a later reading needs to resume here: the folder, ids and the time, no text. */
export function copilotState({ session, cwd, branch, prompt, isTyped, at }: CopilotReading): JsonObject {
  return { session, at, ...omitUndefined({ cwd, branch, prompt }), ...(isTyped ? { isTyped } : {}) };
}

/** Parses a line for the readers; notes its time, its folder, and its turn. */
export function toCopilotLine(json: JsonObject, offset: number, reading: CopilotReading): CopilotLine {
  const data = asObject(json.data);
  const type = asString(json.type) ?? 'unknown';
  const at = Date.parse(asString(json.timestamp) ?? '');
  if (Number.isFinite(at)) reading.at = at;
  if (type.startsWith('session.')) notePlace(data, reading);
  // In old versions a subagent's lines name the call that started it instead of the agent.
  const subagent = asString(json.agentId) || asString(data.parentToolCallId) || undefined;
  if (subagent === undefined) reading.prompt = asString(data.interactionId) || reading.prompt;
  return { type, data, offset, id: asString(json.id) || `@${offset}`, subagent };
}

/** Notes folder and branch, which the lines about the session name. */
function notePlace(data: JsonObject, reading: CopilotReading): void {
  const context = asObject(data.context);
  const folder = asString(context.cwd) || asString(data.cwd);
  if (folder) [reading.cwd, reading.branch] = [folder, asString(context.branch) ?? asString(data.branch)];
}

/** Place and time of a line, as the context of its events. */
export function copilotPlace({ subagent }: Pick<CopilotLine, 'subagent'>, reading: CopilotReading): EventContext {
  const { transcript, session, at, cwd, branch, prompt } = reading;
  return { agent: transcript.agent, agentSession: session, at, ...omitUndefined({ cwd, branch, prompt, subagent }) };
}

/** An event from a transcript. */
export function copilotEvent(place: EventContext, identity: EventIdentity, body: EventBody): RawEvent {
  return { ...place, identity, source: 'transcript', body };
}
