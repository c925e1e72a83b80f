import { asObject, type JsonObject } from '../../core/json.ts';

/** A session as a store has it. */
export interface StoredSession {
  id: string;
  /** The session at the top of those whose subagents it is one of; its own id for one that is no subagent's. */
  root: string;
  cwd?: string;
}

/** A part of a message. `data` is `undefined` where it could not be read, or is too long. */
export interface StoredPart {
  id: string;
  data: JsonObject | undefined;
}

/** A message with its parts in order. */
export interface StoredMessage {
  id: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  data: JsonObject;
  parts: readonly StoredPart[];
  /** The agent went on after it: what is not finished in it will never be. */
  passed(): boolean;
  /** The parts of the message that it answers. */
  askedParts(): readonly StoredPart[];
}

/** Most steps from a subagent's session up to that of its user. */
const MAX_DEPTH = 20;

/** The id at the top of a session's parents. */
export function rootOf(session: string, parentOf: (id: string) => string | undefined): string {
  let root = session;
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const parent = parentOf(root);
    if (parent === undefined || parent === '') return root;
    root = parent;
  }
  return root;
}

/** True for a message in which more may happen: its agent has not finished it, or the parts of a prompt are not there yet. */
export function isOpen({ data, parts, passed }: StoredMessage): boolean {
  const isFinished = data.role === 'user' ? parts.length > 0 : asObject(data.time).completed !== undefined;
  return !isFinished && !passed();
}
