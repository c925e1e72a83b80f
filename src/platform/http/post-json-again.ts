import { setTimeout as pause } from 'node:timers/promises';
import { CairnError } from '../../core/errors.ts';
import { type JsonOutcome, type JsonRequest, postJson } from './post-json.ts';

const RETRY_AFTER_MAX_MS = 5_000;

/**
 * Posts JSON, and retries after each of `waitsMs` milliseconds when the failure may be temporary; a server may ask for
 * a longer wait of at most five seconds, else its answer is final. Throws `cancelled` alone.
 */
export async function postJsonAgain(request: JsonRequest, waitsMs: readonly number[]): Promise<JsonOutcome> {
  for (let tries = 0; ; tries += 1) {
    const outcome = await postJson(request);
    const wait = waitsMs[tries];
    if (wait === undefined || !isWorthRetrying(outcome)) return outcome;
    const asked = outcome.kind === 'status' ? (outcome.retryAfterMs ?? 0) : 0;
    if (asked > RETRY_AFTER_MAX_MS) return outcome;
    await sleep(Math.max(wait, asked), request.signal);
  }
}

/** True when the same request may succeed a moment later: too many requests, a fault of the server, no connection. */
function isWorthRetrying(outcome: JsonOutcome): boolean {
  if (outcome.kind === 'unreachable') return true;
  return outcome.kind === 'status' && (outcome.status === 429 || outcome.status >= 500);
}

async function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await pause(ms, undefined, signal === undefined ? {} : { signal });
  } catch (cause) {
    throw new CairnError('cancelled', 'The call was cancelled.', { cause });
  }
}
