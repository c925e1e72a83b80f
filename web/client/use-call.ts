import { signal } from '@preact/signals';
import { useCallback, useRef, useState } from 'preact/hooks';
import type { CallName, InputOfCall } from '../../src/api/calls.ts';
import type { CallAnswers } from '../../src/api/methods.ts';
import { pulse } from '../app/live.ts';
import { askOnce } from './ask-once.ts';
import { cacheKey, keep, recall } from './call-cache.ts';
import { type CallError, isAborted, mayGoWellLater, toCallError } from './call-error.ts';
import { changes } from './change.ts';
import { useAsking } from './use-asking.ts';

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

/** When a call is asked again, and when first. */
export interface CallUseOptions {
  /** Again as events come; a number: with each so-manieth pulse of them. */
  live?: boolean | number;
  /** Only after what the first view needs was asked for. */
  later?: boolean;
}

/**
 * Asks a call while the component is there, and again when its input changes, after every change that the page makes and,
 * with `live`, as events come. Without an input (`undefined`) nothing is asked.
 */
export function useCall<Name extends CallName>(
  call: Name,
  input: InputOfCall<Name> | undefined,
  { live = false, later = false }: CallUseOptions = {},
): CallResult<CallAnswers[Name]> {
  const key = input === undefined || (later && !isCalm.value) ? undefined : cacheKey(call, input);
  const [round, setRound] = useState(0);
  const failure = useRef<{ key: string; error: CallError } | undefined>(undefined);

  const read = async (signal: AbortSignal): Promise<boolean> => {
    if (input === undefined || key === undefined) return false;
    const start = performance.now();
    try {
      const value = await askOnce(key, { call, input, signal });
      keep(key, { value, at: Date.now(), tookMs: performance.now() - start });
      failure.current = undefined;
      return false;
    } catch (error) {
      if (isAborted(error)) return false;
      failure.current = { key, error: toCallError(error) };
      return mayGoWellLater(failure.current.error);
    }
  };
  const asking = useAsking(key, `${changes.value} ${beatsOf(live)} ${round}`, read);

  const kept = key === undefined ? undefined : recall(key);
  const error = failure.current !== undefined && failure.current.key === key ? failure.current.error : undefined;
  return {
    value: kept?.value as CallAnswers[Name] | undefined,
    error,
    state: stateOf({ isIdle: key === undefined, hasValue: kept !== undefined, isAsking: asking.isAsking(), error }),
    at: kept?.at,
    tookMs: kept?.tookMs,
    refresh: useCallback(() => setRound((count) => count + 1), []),
  };
}

/** What counts up when a live answer is asked again. */
export function beatsOf(live: boolean | number): number {
  if (live === false) return 0;
  return Math.floor(pulse.value / (live === true ? 1 : live));
}

/** Whether what the first view needs had its time. */
const isCalm = signal(false);
const CALM_MS = 150;

/** Lets the calls that can wait be asked soon; called once the first view is there. */
export function calmSoon(): void {
  setTimeout(() => {
    isCalm.value = true;
  }, CALM_MS);
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
