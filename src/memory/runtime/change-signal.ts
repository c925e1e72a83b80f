/** A signal that wakes those who wait for it. It counts, so that no change between looking and waiting is missed. */
export interface ChangeSignal {
  /** Number of rings so far. */
  readonly count: number;
  ring(): void;
  /** Resolves once it rang more than `count` times, or when the signal aborts. */
  after(count: number, signal: AbortSignal): Promise<void>;
}

/** Builds a change signal. Waiting costs nothing: no timer, no loop. */
export function createChangeSignal(): ChangeSignal {
  let count = 0;
  const waiting = new Set<() => void>();
  return {
    get count() {
      return count;
    },
    ring() {
      count += 1;
      for (const wake of [...waiting]) wake();
    },
    after(heard, signal) {
      if (count > heard || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        waiting.add(wake);
        signal.addEventListener('abort', wake);
      });
    },
  };
}
