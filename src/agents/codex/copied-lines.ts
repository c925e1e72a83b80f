import { asString, type JsonObject } from '../../core/json.ts';
import type { Line, Reading } from './rollout-line.ts';

/** Milliseconds within which a fork copies its lines: no prompt can come in that time. */
const COPYING_MS = 1_000;
const TIME_OF_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7/;

/**
 * Before history was paginated, a fork began with copies of all lines of the thread that it forks, rewritten with the
 * time of the fork. They follow the first line of that thread.
 */
export function startCopies(meta: JsonObject, reading: Reading): void {
  if (reading.copiedUntil !== undefined || reading.hasLines) return;
  const id = asString(meta.id);
  if (id === undefined || id === reading.thread.id) return;
  reading.copiedUntil = reading.at + COPYING_MS;
  reading.forkOf = id;
}

/**
 * True for a line copied from another thread. A line that starts a turn of the fork, or has a later time, is not; new
 * files mark copies by number.
 */
export function isCopied({ payload, ordinal }: Line, reading: Reading): boolean {
  reading.hasLines = true;
  const { copiedUntil, ownFrom, at, thread } = reading;
  if (ownFrom !== undefined && ordinal !== undefined) return ordinal < ownFrom;
  if (copiedUntil === undefined) return false;
  const began = timeOfId(asString(payload.turn_id) ?? '');
  const isOwn = began !== undefined && began >= (timeOfId(thread.id) ?? Infinity);
  if (!isOwn && at <= copiedUntil) return true;
  reading.copiedUntil = undefined;
  return false;
}

/** Milliseconds since 1970 at which an id (UUID version 7, RFC 9562) was made; `undefined` for another id. */
function timeOfId(id: string): number | undefined {
  const digits = TIME_OF_ID.exec(id);
  return digits === null ? undefined : Number.parseInt(`${digits[1]}${digits[2]}`, 16);
}
