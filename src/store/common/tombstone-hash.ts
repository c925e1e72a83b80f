import { hmacHex, sha256 } from '../../core/hash.ts';
import { canonicalJson, type JsonObject } from '../../core/json.ts';
import type { CleanEvent } from '../../core/model/event.ts';
import type { EventId, SessionId } from '../../core/model/ids.ts';

const HASH_BYTES = 16;
/** One byte less, so that its length tells it from that of an id. */
const COPY_BYTES = 15;

/** The hash of an id that a tombstone keeps: 16 bytes. */
export function tombstoneHash(id: EventId | SessionId): Buffer {
  return sha256(`forgotten ${id}`).subarray(0, HASH_BYTES);
}

/**
 * The hash of what an event is whatever its session: 15 bytes, keyed, so that nobody reads or guesses words from it. A fork of a
 * session copies lines with their times under another session, and so under other ids.
 */
export function copyHash(key: Uint8Array, { agent, at, subagent = '', body }: Copyable): Buffer {
  const { kind, text = '', tool = '', input = '' } = body as unknown as JsonObject;
  const what = canonicalJson(['forgotten', agent, at, subagent, kind ?? '', text, tool, input]);
  return Buffer.from(hmacHex(key, what), 'hex').subarray(0, COPY_BYTES);
}

/** What identifies an event whatever its session. */
export type Copyable = Pick<CleanEvent, 'agent' | 'at' | 'subagent' | 'body'>;
