import { hmacHex } from '../../core/hash.ts';
import { isJsonObject, parseJson } from '../../core/json.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import { type Pause, readPauses, toPause } from '../../ingest/pauses.ts';

/** The name under which pauses stand among the guards. */
export const PAUSES = 'pauses';

/** A pause as it is remembered; of its folder a hash, so that a project that is forgotten leaves no path. */
export type SeenPause = Pause;

/** Upper bound on the pauses that are remembered, the latest. */
const SEEN = 100;
const HASH_CHARS = 16;

/** Reads the pauses of a home as they are remembered, oldest first. */
export function readSeenPauses(home: string, key: Uint8Array): SeenPause[] {
  return readPauses(home)
    .slice(-SEEN)
    .map(({ from, until, folder }) => ({
      from,
      ...omitUndefined({ until, folder: folder === undefined ? undefined : hmacHex(key, folder).slice(0, HASH_CHARS) }),
    }));
}

/** Reads the pauses that a guard remembers, oldest first; a database that another wrote may say anything. */
export function parsePauses(value: string): SeenPause[] {
  const list = parseJson(value);
  return Array.isArray(list) ? list.filter(isJsonObject).flatMap(toPause).slice(-SEEN) : [];
}

/** True when something is recorded by the pauses after that is not by those before. */
export function loosensPauses(before: readonly SeenPause[], after: readonly SeenPause[]): boolean {
  // The oldest fall out of what is remembered.
  const oldest = before.length < SEEN ? -Infinity : (after[0]?.from ?? -Infinity);
  return before.some((one) => one.from >= oldest && !after.some((other) => covers(other, one)));
}

/** `2, 1 of them lasts`: how many pauses there are at a time, milliseconds since 1970. */
export function showPauses(pauses: readonly SeenPause[], at: number): string {
  const lasting = pauses.filter(({ until }) => until === undefined || until > at).length;
  return pauses.length === 0 ? '(none)' : `${pauses.length}, of which ${lasting} last${lasting === 1 ? 's' : ''}`;
}

function covers(other: SeenPause, one: SeenPause): boolean {
  const isWhere = other.folder === undefined || other.folder === one.folder;
  return isWhere && other.from <= one.from && (other.until ?? Infinity) >= (one.until ?? Infinity);
}
