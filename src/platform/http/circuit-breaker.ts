import type { CairnError } from '../../core/errors.ts';

/** After how many failed calls in a row nobody is asked for a while, and for how many milliseconds: growing, to a most. */
const FAILURES = 3;
const PAUSE_MS = 15_000;
const PAUSE_MAX_MS = 300_000;

/** Keeps a server that fails from being asked again and again. */
export interface CircuitBreaker {
  /** Why the server is not asked now; `undefined` when it may be. */
  open(): CairnError | undefined;
  succeeded(): void;
  failed(error: CairnError): void;
}

/** A circuit by a clock in milliseconds. While it is open the first call after each pause is let through. */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let failures = 0;
  let until = 0;
  let last: CairnError | undefined;
  return {
    // A clock that was set back does not make the pause longer.
    open: () => (Math.abs(until - now()) <= PAUSE_MAX_MS && now() < until ? last : undefined),
    succeeded() {
      failures = 0;
      last = undefined;
    },
    failed(error) {
      failures += 1;
      if (failures < FAILURES) return;
      last = error;
      until = now() + Math.min(PAUSE_MS * 2 ** (failures - FAILURES), PAUSE_MAX_MS);
    },
  };
}
