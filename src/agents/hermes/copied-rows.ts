import { hash53 } from '../../core/hash.ts';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import { chatCallsOf } from '../shared/dialects/chat-calls.ts';

/** A message in the database. `time` is in seconds since 1970. */
export interface StoredRow {
  message: JsonObject;
  time: number;
  /** True when a compaction removed it from the context; it stays in the database. */
  isArchived: boolean;
}

/** Recognises the copies of earlier messages that a compaction or a branch writes. */
export interface Copies {
  /** Records a message, of which copies may follow. */
  note(row: StoredRow): void;
  /** True for a copy of a recorded message. */
  has(row: StoredRow): boolean;
}

/**
 * Starts without copies. `isShared` says whether several messages of the session have the same time: messages that
 * Hermes copies together keep their own times or share one, while those of a conversation all differ.
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

/**
 * The key that a message shares with its copies: the ids of its calls, or of the call that it answers, whose text may
 * be cut; else its text.
 */
function keyOf({ role = null, content = null, tool_calls, tool_call_id = null }: JsonObject): number {
  const calls = chatCallsOf(tool_calls).map(({ id }) => id);
  const own = role === 'tool' ? tool_call_id : calls.length > 0 ? calls : content;
  return hash53(canonicalJson([role, calls.length, own]));
}
