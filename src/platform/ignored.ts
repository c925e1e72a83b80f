// platform: clock, files, locks, sockets, processes, log, counters of ignored errors. The only place that knows the
// operating system; nothing of memory is decided here. `sqlite.ts` alone imports `node:sqlite`.

const counts = new Map<string, number>();
let listener: ((error: unknown, reason: string) => void) | undefined;

/** Counts an error that is ignored on purpose, by reason; `status` shows the counts. */
export function ignore(error: unknown, reason: string): void {
  counts.set(reason, (counts.get(reason) ?? 0) + 1);
  listener?.(error, reason);
}

/** Adds what another thread ignored, by reason. */
export function addIgnored(others: Readonly<Record<string, number>>): void {
  for (const [reason, n] of Object.entries(others)) {
    counts.set(reason, (counts.get(reason) ?? 0) + n);
    listener?.(undefined, reason);
  }
}

/** Passes every error ignored from now on to one listener, for the log. */
export function onIgnored(listen: (error: unknown, reason: string) => void): void {
  listener = listen;
}

/** Ignored errors of this process so far, by reason. */
export function ignoredCounts(): Record<string, number> {
  return Object.fromEntries(counts);
}

/** Resets the counts and returns their former values. */
export function takeIgnored(): Record<string, number> {
  const taken = ignoredCounts();
  counts.clear();
  return taken;
}
