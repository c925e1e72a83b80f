/** Milliseconds since its last activity within which a session may be the one that asks. */
const ACTIVE_MS = 120_000;

/** True for a session that may be the one that asks: something happened in it just now. Times in milliseconds since 1970. */
export function isActive({ lastAt, endedAt = 0 }: { lastAt: number; endedAt?: number }, now: number): boolean {
  return now - lastAt < ACTIVE_MS && endedAt < lastAt;
}

/** Start triggers after which the agent no longer has earlier injections in its context; `reopened`: with its history alone. */
const LOSING = new Set(['clear', 'compact', 'reopened']);

/** True for a session start trigger that removes earlier injections from the agent's context. */
export function losesContext(trigger: string | undefined): boolean {
  return trigger !== undefined && LOSING.has(trigger);
}
