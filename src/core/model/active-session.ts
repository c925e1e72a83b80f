/** Milliseconds since its last activity within which a session may be the one that asks. */
const ACTIVE_MS = 120_000;

/** True for a session that may be the one that asks: something happened in it just now. Times in milliseconds since 1970. */
export function isActive({ lastAt, endedAt = 0 }: { lastAt: number; endedAt?: number }, now: number): boolean {
  return now - lastAt < ACTIVE_MS && endedAt < lastAt;
}
