/** A time limit: `late` builds the error after `ms`; `signal` ends the wait with its reason. */
export interface TimeLimit {
  ms: number;
  late: () => Error;
  signal?: AbortSignal | undefined;
}

/**
 * Returns the result of `work`, unless it exceeds the limit or the signal aborts: then the work continues, and its
 * outcome is dropped.
 */
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
