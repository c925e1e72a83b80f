import { asObject, type JsonObject } from '../../../core/json.ts';

/** A session in a store. */
export interface StoredSession {
  agent: string;
  id: string;
  /** Id of the session at the top of the chain of subagents; its own id when it is no subagent's. */
  root: string;
  cwd?: string;
}

/** A part of a message. `data` is `undefined` when it could not be read or is too long. */
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
  /** True when the agent went on after it: what is unfinished in it stays so. */
  passed(): boolean;
  /** The parts of the message that it answers. */
  askedParts(): readonly StoredPart[];
}

const RESTORED_ID = /^msg_[0-9a-f]{12}cairn/;
/** Upper bound on the steps from a subagent's session up to the user's. */
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

/** True for a message that may still change: its agent has not finished it, or the parts of a prompt are missing. */
export function isOpen({ data, parts, passed }: StoredMessage): boolean {
  const isFinished = data.role === 'user' ? parts.length > 0 : asObject(data.time).completed !== undefined;
  return !isFinished && !passed();
}

/** True for the id of a message that Cairn wrote: its import keeps ids, and no field that it does not know. */
export function isRestoredMessage(id: string): boolean {
  return RESTORED_ID.test(id);
}
