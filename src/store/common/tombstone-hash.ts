import { sha256 } from '../../core/hash.ts';
import type { EventId, SessionId } from '../../core/model/ids.ts';

/** The hash of an id that a tombstone keeps: 16 bytes. */
export function tombstoneHash(id: EventId | SessionId): Buffer {
  return sha256(`forgotten ${id}`).subarray(0, 16);
}
