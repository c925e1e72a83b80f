import { hmacHex, sha256 } from '../../core/hash.ts';
import { canonicalJson, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { EventKind } from '../../core/model/event.ts';
import type { EventId, SessionId } from '../../core/model/ids.ts';
import type { Placed } from '../../core/model/untold.ts';
import type { Copyable } from '../contract/log.ts';

/** Bytes of the hash of an id. */
export const HASH_BYTES = 16;
/** Bytes of the hash of a copy: one less, so that its length tells it from that of an id. */
export const COPY_BYTES = 15;

/** Bytes of what refuses the summaries of a session: those of the session, and those of a time. */
export const SUMMARY_BYTES = 14;
const SESSION_BYTES = 8;
/** The time, in milliseconds since 1970, of what refuses summaries of a session of which something was never kept: no undo has it. */
export const WITHHELD = Date.UTC(2020, 0, 1);

/** The hash of an id that a tombstone keeps: 16 bytes. */
export function tombstoneHash(id: EventId | SessionId): Buffer {
  return sha256(`forgotten ${id}`).subarray(0, HASH_BYTES);
}

/** How the hashes begin that refuse summaries of a session: 8 bytes. */
export function summariesOf(session: SessionId): Buffer {
  return sha256(`summaries of ${session}`).subarray(0, SESSION_BYTES);
}

/**
 * The hash that refuses summaries of a session since something was forgotten in it at a time, or never kept (`WITHHELD`): 14
 * bytes. Each forgetting has its own, so that the undo of one leaves those of others.
 */
export function summaryHash(session: SessionId, at: number): Buffer {
  const hash = Buffer.alloc(SUMMARY_BYTES);
  summariesOf(session).copy(hash);
  hash.writeUIntBE(Math.max(0, at), SESSION_BYTES, SUMMARY_BYTES - SESSION_BYTES);
  return hash;
}

/**
 * The hashes of what an event is whatever its session, any of which refuses a copy: 15 bytes each, keyed, so that nobody reads or
 * guesses words from them. None for what says nothing and has no time: such events of all sessions look alike.
 * - A fork of a session copies lines with their times under another session, and so under other ids.
 * - Where lines have no times, a copy has them at the same place, by which a "yes" is not every "yes" of the agent: only sessions
 *   that have it at the same byte or number lose it, as those that begin with the words with which a forgotten one began.
 * - Two files can tell of one subagent, each at its time; the agent's id of it and the words are the same in both.
 * - A file of a repository that is renamed, or whose repository moves or gets another remote, says the same under another id.
 */
export function copyHashes(key: Uint8Array, event: Copyable): Buffer[] {
  const identified = isOfRepository(event) ? statedIn(event) : toldIn(event);
  return identified.map((what) =>
    Buffer.from(hmacHex(key, canonicalJson(['forgotten', ...what])), 'hex').subarray(0, COPY_BYTES),
  );
}

const SILENT: ReadonlySet<EventKind> = new Set(['session.start', 'session.end', 'turn.end', 'compact.start']);

/** True for what a file of a repository states. */
export function isOfRepository({ body }: Pick<Copyable, 'body'>): boolean {
  return body.kind === 'noted' && body.author === 'repo';
}

/**
 * The hash of what the file says, in this project and in any: nothing tells a repository that moved from another one. Its name,
 * before the `#`, is no part of that. Tombstones of earlier versions have the first alone.
 */
function statedIn({ agent, project, body }: Copyable): JsonValue[][] {
  const ref = body.kind === 'noted' ? body.detail.ref : undefined;
  const what = ref?.replace(/^.*#/s, '') ?? '';
  return [
    [agent, project ?? '', what],
    [agent, { stated: what }],
  ];
}

function toldIn({ agent, at, subagent = '', body }: Copyable): JsonValue[][] {
  const { kind, text = '', tool = '', input = '', place, ...more } = body as unknown as JsonObject & Placed;
  const { task = '', summary = '', error = '', result } = more;
  const words = [kind ?? '', text, tool, input, task, summary, error, typeof result === 'string' ? result : ''];
  const isOfSubagent = subagent !== '' && (body.kind === 'subagent.start' || body.kind === 'subagent.end');
  const ofSubagent = isOfSubagent ? [[agent, { subagent }, ...words]] : [];
  if (place === undefined) return [[agent, at, subagent, kind ?? '', text, tool, input], ...ofSubagent];
  return SILENT.has(body.kind) ? [] : [[agent, { place }, ...words], ...ofSubagent];
}
