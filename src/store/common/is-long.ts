import * as LIMITS from '../../core/limits.ts';

/** True for a string of an event that is long enough to be told apart from the event: 1,024 bytes of UTF-8 or more. */
export function isLong(text: string): boolean {
  if (text.length >= LIMITS.bodyBytes) return true;
  return text.length * 3 >= LIMITS.bodyBytes && Buffer.byteLength(text) >= LIMITS.bodyBytes;
}
