import { signal } from '@preact/signals';
import type { CallName, InputOfCall } from '../../src/api/calls.ts';
import type { CallAnswers } from '../../src/api/methods.ts';
import { askOnce } from './ask-once.ts';
import { cacheKey } from './call-cache.ts';
import { type CallResult, useKept } from './use-kept.ts';

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
  // It is read only where there is a key, and so an input.
  return useKept(key, live, (given) =>
    askOnce(key as string, { call, input: input as InputOfCall<Name>, signal: given }),
  );
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
