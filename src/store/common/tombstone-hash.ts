import { hmacHex, sha256 } from '../../core/hash.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { EventId, SessionId } from '../../core/model/ids.ts';
import type { Copyable } from '../contract/log.ts';

const HASH_BYTES = 16;
/** Bytes of the hash of a copy: one less, so that its length tells it from that of an id. */
export const COPY_BYTES = 15;

/** The hash of an id that a tombstone keeps: 16 bytes. */
export function tombstoneHash(id: EventId | SessionId): Buffer {
  return sha256(`forgotten ${id}`).subarray(0, HASH_BYTES);
}

/**
 * The hash of what an event is whatever its session: 15 bytes, keyed, so that nobody reads or guesses words from it. A fork of a
 * session copies lines with their times under another session, and so under other ids; a file of a repository that is renamed
 * says the same under another name, and so under another id.
 */
export function copyHash(key: Uint8Array, event: Copyable): Buffer {
  const what = canonicalJson(['forgotten', ...(isOfRepository(event) ? statedIn(event) : toldIn(event))]);
  return Buffer.from(hmacHex(key, what), 'hex').subarray(0, COPY_BYTES);
}

/** True for what a file of a repository states. */
export function isOfRepository({ body }: Pick<Copyable, 'body'>): boolean {
  return body.kind === 'noted' && body.author === 'repo';
}

/** The project and the hash of what the file says: its name, before the `#`, is no part of that. */
function statedIn({ agent, project, body }: Copyable): JsonValue[] {
  const ref = body.kind === 'noted' ? body.detail.ref : undefined;
  return [agent, project ?? '', ref?.replace(/^.*#/s, '') ?? ''];
}

function toldIn({ agent, at, subagent = '', body }: Copyable): JsonValue[] {
  const { kind = '', text = '', tool = '', input = '' } = body as unknown as JsonObject;
  return [agent, at, subagent, kind, text, tool, input];
}
