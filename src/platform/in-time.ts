/** How long something is waited for: `late` makes the error after it; `signal` ends the waiting with its reason. */
export interface TimeLimit {
  ms: number;
  late: () => Error;
  signal?: AbortSignal | undefined;
}

/** What work gives, unless it takes too long or the signal aborts: then the work goes on, and its outcome is dropped. */
export async function withTimeLimit<Value>(work: Promise<Value>, { ms, late, signal }: TimeLimit): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(late()), Math.max(ms, 1));
  const abort = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
