import { useEffect, useRef, useState } from 'preact/hooks';

/** Asks, and keeps what was answered; resolves also when that failed: to true when it may go well a little later. */
export type Reading = (signal: AbortSignal) => Promise<unknown>;

const RETRY_MS = { first: 1_000, longest: 16_000 } as const;

/** What is being asked. */
export interface Asking {
  isAsking: () => boolean;
  /** Reads something else now, as a next page; nothing while there is a reading. */
  run: (reading: Reading) => void;
}

/**
 * Reads at once and on each later occasion, one reading at a time: of the occasions during a reading one counts. A change of the
 * key gives the reading up; without a key nothing is read. What may go well later is tried again by itself. The component is shown
 * again after each.
 */
export function useAsking(key: string | undefined, occasion: string, reading: Reading): Asking {
  const [, show] = useState(0);
  const now = useRef({
    reading,
    occasion,
    given: undefined as AbortController | undefined,
    isWanted: false,
    retries: 0,
  });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const { current } = now;
  current.reading = reading;

  const run = (what: Reading): void => {
    clearTimeout(timer.current);
    const given = new AbortController();
    current.given = given;
    what(given.signal).then((outcome) => {
      const mayGoWell = outcome === true;
      if (given.signal.aborted) return;
      current.given = undefined;
      current.retries = mayGoWell ? current.retries + 1 : 0;
      if (current.isWanted) {
        current.isWanted = false;
        run(current.reading);
      } else if (mayGoWell) {
        const waitMs = Math.min(RETRY_MS.longest, RETRY_MS.first * 2 ** (current.retries - 1));
        timer.current = setTimeout(() => current.given ?? run(current.reading), waitMs);
      }
      show((count) => count + 1);
    });
  };

  useEffect(() => {
    current.occasion = occasion;
    current.isWanted = false;
    if (key !== undefined) run(current.reading);
    return () => {
      clearTimeout(timer.current);
      current.given?.abort();
      current.given = undefined;
    };
  }, [key]);
  useEffect(() => {
    if (key === undefined || current.occasion === occasion) return;
    current.occasion = occasion;
    if (current.given === undefined) run(current.reading);
    else current.isWanted = true;
  }, [occasion]);

  return {
    isAsking: () => current.given !== undefined,
    run: (what) => {
      if (current.given === undefined) run(what);
    },
  };
}
