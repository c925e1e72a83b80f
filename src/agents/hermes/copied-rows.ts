import { hash53 } from '../../core/hash.ts';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { chatCallsOf } from '../shared/dialects/chat-calls.ts';

/** A message as the database has it. `time` in seconds since 1970. */
export interface StoredRow {
  message: JsonObject;
  time: number;
  /** A compaction took it out of the context; it stays in the database. */
  isArchived: boolean;
}

/** Recognises the copies of messages that a compaction or a branch writes after what they go on from. */
export interface Copies {
  /** Takes in a message of which copies may follow. */
  note(row: StoredRow): void;
  /** True for a copy of a message that was noted. */
  has(row: StoredRow): boolean;
}

/**
 * No copies yet. `isShared` says whether several messages of the session have a time: Hermes gives the messages that it copies
 * together their own time or one for all, while those of a conversation differ.
 */
export function createCopies(isShared: (time: number) => boolean): Copies {
  const times = new Map<number, Set<number>>();
  return {
    note: ({ message, time }) => {
      const key = keyOf(message);
      times.set(key, (times.get(key) ?? new Set()).add(time));
    },
    has: ({ message, time }) => {
      const known = times.get(keyOf(message));
      return known !== undefined && (known.has(time) || isShared(time));
    },
  };
}

/** What a message shares with its copies: the ids of its calls or of the one that it answers, whose text may be cut; else its text. */
function keyOf({ role = null, content = null, tool_calls, tool_call_id = null }: JsonObject): number {
  const calls = chatCallsOf(tool_calls).map(({ id }) => id);
  const own = role === 'tool' ? tool_call_id : calls.length > 0 ? calls : content;
  return hash53(canonicalJson([role, calls.length, own]));
}
