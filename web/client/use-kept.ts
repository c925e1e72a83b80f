import { useCallback, useRef, useState } from 'preact/hooks';
import { pulse } from '../app/live.ts';
import { keep, recall } from './call-cache.ts';
import { type CallError, isAborted, mayGoWellLater, toCallError } from './call-error.ts';
import { changes } from './change.ts';
import { type Reading, useAsking } from './use-asking.ts';

/** `loading`: nothing was answered yet. `stale`: what is shown is from before, and is asked again or could not be. */
export type CallState = 'idle' | 'loading' | 'stale' | 'ready';

/** An answer as a component sees it: what was answered last stays while it is asked again, and when that fails. */
export interface CallResult<Answer> {
  value: Answer | undefined;
  error: CallError | undefined;
  state: CallState;
  /** When the value was answered, in milliseconds. */
  at: number | undefined;
  tookMs: number | undefined;
  refresh: () => void;
}

/** Reads a value; what it gives to `take` before its end is kept, too. */
export type Load<Value> = (signal: AbortSignal, take: (value: Value) => void) => Promise<Value>;

/** A value as it is kept, and what a reading of more needs. */
export interface Kept<Value> extends CallResult<Value> {
  isAsking: () => boolean;
  /** Reads something else into the same place, as a next page; nothing while there is a reading. */
  run: (load: Load<Value>) => void;
}

/**
 * Keeps under a key what `load` reads: at once, after every change that the page makes and, with `live`, as events come (a
 * number: with each so-manieth pulse of them). Without a key nothing is read.
 */
export function useKept<Value>(key: string | undefined, live: boolean | number, load: Load<Value>): Kept<Value> {
  const [round, setRound] = useState(0);
  const failure = useRef<{ key: string; error: CallError } | undefined>(undefined);

  const keeping =
    (loading: Load<Value>): Reading =>
    async (signal) => {
      if (key === undefined) return false;
      const start = performance.now();
      const take = (value: Value): void => keep(key, { value, at: Date.now(), tookMs: performance.now() - start });
      try {
        take(await loading(signal, take));
        failure.current = undefined;
        return false;
      } catch (error) {
        if (isAborted(error) || signal.aborted) return false;
        failure.current = { key, error: toCallError(error) };
        return mayGoWellLater(failure.current.error);
      }
    };
  const asking = useAsking(key, `${changes.value} ${beatsOf(live)} ${round}`, keeping(load));

  const kept = key === undefined ? undefined : recall(key);
  const error = failure.current !== undefined && failure.current.key === key ? failure.current.error : undefined;
  return {
    value: kept?.value as Value | undefined,
    error,
    state: stateOf({ isIdle: key === undefined, hasValue: kept !== undefined, isAsking: asking.isAsking(), error }),
    at: kept?.at,
    tookMs: kept?.tookMs,
    refresh: useCallback(() => setRound((count) => count + 1), []),
    isAsking: asking.isAsking,
    run: (loading) => asking.run(keeping(loading)),
  };
}

/** What counts up when a live answer is asked again. */
function beatsOf(live: boolean | number): number {
  if (live === false) return 0;
  return Math.floor(pulse.value / (live === true ? 1 : live));
}

/** The state of an answer, from what is known of it. */
export function stateOf(of: {
  isIdle: boolean;
  hasValue: boolean;
  isAsking: boolean;
  error: CallError | undefined;
}): CallState {
  if (of.isIdle) return 'idle';
  if (!of.hasValue) return of.error === undefined ? 'loading' : 'ready';
  return of.isAsking || of.error !== undefined ? 'stale' : 'ready';
}
