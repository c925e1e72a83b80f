import { canonicalJson, type JsonObject } from '../../../core/json.ts';
import type { EventIdentity } from '../../../core/model/event.ts';

/** Where a text occurred: the occurrence's own id (line id, prompt id, delivery), and the subagent. */
export interface Occurrence {
  origin: string;
  subagent?: string | undefined;
}

/**
 * Identity of a prompt: its text. The agent's prompt id is not stable: for a prompt typed while the agent works, the
 * hook has the id of the running turn, and the transcript another one when the prompt then starts a turn.
 */
export function promptIdentity(text: string, { origin, subagent = '' }: Occurrence): EventIdentity {
  return contentIdentity([subagent, text], origin);
}

/**
 * Identity of a message of the agent: its text without surrounding white space, on which the Stop hook and the
 * transcript agree.
 */
export function messageIdentity(text: string, { origin, subagent = '' }: Occurrence): EventIdentity {
  return contentIdentity([subagent, text], origin);
}

/** Identity of a compaction: its ordinal in its thread, since one prompt may lead to several. */
export function compactionIdentity({ origin, subagent = '' }: Occurrence): EventIdentity {
  return contentIdentity([subagent], origin);
}

/** Identity by content: texts in order. */
export function contentIdentity(parts: readonly string[], origin: string): EventIdentity {
  return { content: canonicalJson([...parts]), origin };
}

/** A tool call by the fields that both hook and transcript of an agent have. */
export interface NamedCall {
  tool: string;
  input: JsonObject;
  /** The agent's own id; absent when hooks lack it. It need be unique only together with tool and input. */
  id?: string;
}

/** Identity of a tool call without a unique id: those of id, tool and input on which the agent's sources agree. */
export function toolIdentity({ tool, input, id = '' }: NamedCall, origin: string): EventIdentity {
  return contentIdentity([id, tool, canonicalJson(input)], origin);
}
