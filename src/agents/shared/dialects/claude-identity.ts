import { canonicalJson, type JsonObject } from '../../../core/json.ts';
import type { EventIdentity } from '../../../core/model/event.ts';

/** Where something was said: the occurrence's own id (line id, prompt id, delivery), and in which subagent. */
export interface Occurrence {
  origin: string;
  subagent?: string | undefined;
}

/**
 * Identity of a prompt: its text. The agent's prompt id is none: a prompt that is typed while the agent works has the id
 * of the running turn in the hook and, when it then starts a turn, another in the transcript.
 */
export function promptIdentity(text: string, { origin, subagent = '' }: Occurrence): EventIdentity {
  return contentIdentity([subagent, text], origin);
}

/** Identity of what the agent said: its text, without white space around it, as the Stop hook and the transcript agree on. */
export function messageIdentity(text: string, { origin, subagent = '' }: Occurrence): EventIdentity {
  return contentIdentity([subagent, text], origin);
}

/** Identity of a compaction: the how-manieth of its thread it is. One prompt may lead to several. */
export function compactionIdentity({ origin, subagent = '' }: Occurrence): EventIdentity {
  return contentIdentity([subagent], origin);
}

/** Identity by content, of texts in order. */
export function contentIdentity(parts: readonly string[], origin: string): EventIdentity {
  return { content: canonicalJson([...parts]), origin };
}

/** A tool call as hook and transcript of an agent both name it. */
export interface NamedCall {
  tool: string;
  input: JsonObject;
  /** The agent's own id, where it has one that is unique with tool and input alone, or none that hooks know. */
  id?: string;
}

/** Identity of a tool call that has no number of its own: what of id, tool and input the agent's sources agree on. */
export function toolIdentity({ tool, input, id = '' }: NamedCall, origin: string): EventIdentity {
  return contentIdentity([id, tool, canonicalJson(input)], origin);
}
