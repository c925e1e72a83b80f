import { asNumber, asString, type JsonObject } from '../../core/json.ts';
import type { EventContext } from '../../core/model/event.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { AGENT_NAME } from './hooks.ts';
import type { TranscriptSource } from './places.ts';
import { EMPTY_TURN, type TurnHash } from './turn-hash.ts';

/** The reader's state while one transcript is read. */
export interface Reading {
  source: TranscriptSource;
  session: string;
  cwd: string | undefined;
  /** Id of the message with the prompt that the agent works on. */
  prompt: string | undefined;
  /**
   * Id of the agent's last message, and the texts of the turn before it: Gemini CLI rewrites the message with its
   * calls.
   */
  last: string | undefined;
  before: TurnHash;
  said: TurnHash;
  /** Time of the last message that has one. */
  at: number;
}

/** What is known at the start of a file, or as `savedState` left it. */
export function startReading(source: TranscriptSource, saved: JsonObject): Reading {
  return {
    source,
    session: asString(saved.session) ?? source.session,
    cwd: asString(saved.cwd) ?? source.cwd,
    prompt: asString(saved.prompt),
    last: asString(saved.last),
    before: toTurnHash(saved.before),
    said: toTurnHash(saved.said),
    at: asNumber(saved.at) ?? 0,
  };
}

/** The state that a later reading needs to resume here. */
export function savedState({ session, cwd, prompt, last, before, said, at }: Reading): JsonObject {
  return { ...omitUndefined({ cwd, prompt, last }), session, at, before: [...before], said: [...said] };
}

function toTurnHash(saved: JsonObject[string] | undefined): TurnHash {
  const [one, other, length] = Array.isArray(saved) ? saved.map(asNumber) : [];
  return one === undefined || other === undefined || length === undefined ? EMPTY_TURN : [one, other, length];
}

/** Where and when a message was written. */
export function placeOf({ source, session, cwd, at, prompt }: Reading): EventContext {
  return {
    agent: AGENT_NAME,
    agentSession: session,
    at,
    ...omitUndefined({ cwd, prompt, subagent: source.subagent, trace: cwd === undefined ? source.trace : undefined }),
  };
}
