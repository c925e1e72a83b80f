import type { CairnError } from '../../core/errors.ts';

/**
 * Failed calls in a row after which calls are refused for a pause, and the pause in milliseconds, which grows up to a
 * maximum.
 */
const FAILURES = 3;
const PAUSE_MS = 15_000;
const PAUSE_MAX_MS = 300_000;

/** Stops calls to a server that keeps failing. */
export interface CircuitBreaker {
  /** The error with which calls are refused now; `undefined` when they are allowed. */
  open(): CairnError | undefined;
  succeeded(): void;
  failed(error: CairnError): void;
}

/**
 * Builds a circuit breaker over a clock in milliseconds. While it is open, the first call after each pause is let
 * through.
 */
export function createCircuitBreaker(now: () => number): CircuitBreaker {
  let failures = 0;
  let until = 0;
  let last: CairnError | undefined;
  return {
    // A clock that was set back does not lengthen the pause.
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
