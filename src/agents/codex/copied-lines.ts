import { asString, type JsonObject } from '../../core/json.ts';
import type { Line, Reading } from './rollout-line.ts';

/** A fork copies its lines at once; within this many milliseconds nobody has asked it anything. */
const COPYING_MS = 1_000;
const TIME_OF_ID = /^([0-9a-f]{8})-([0-9a-f]{4})-7/;

/**
 * Before history was paginated a fork began with copies of all lines of the thread that it forks, written anew at its own
 * start. They follow the first line of that thread.
 */
export function startCopies(meta: JsonObject, reading: Reading): void {
  if (reading.copiedUntil !== undefined || reading.hasLines) return;
  const id = asString(meta.id);
  if (id !== undefined && id !== reading.thread.id) reading.copiedUntil = reading.at + COPYING_MS;
}

/** True for a line of another thread. What begins a turn of its own, or comes later, is not; today's files say it by number. */
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
