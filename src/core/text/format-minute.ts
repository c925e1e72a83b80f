/** An instant in ISO 8601 as `2026-10-05 09:12`, in UTC. */
export function formatMinute(at: string): string {
  return at.slice(0, 16).replace('T', ' ');
}

/** The day of an instant in ISO 8601, in UTC: `2026-10-05`. */
export function day(at: string): string {
  return at.slice(0, 10);
}
