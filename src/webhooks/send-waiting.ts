import { assertNever } from '../core/errors.ts';
import { hmacBase64 } from '../core/hash.ts';
import type { JsonObject } from '../core/json.ts';
import { type JsonOutcome, postJson } from '../platform/http/post-json.ts';
import type { WebhookAddress } from './webhook-settings.ts';
import type { AddressQueue, WaitingMessage } from './webhook-state.ts';

/** What sending needs. `write` gives the body of a message as it is now, nothing for one that is not to be sent any more. */
export interface SendDeps {
  secret: Uint8Array;
  write: (message: WaitingMessage) => Promise<JsonObject | undefined>;
  now: () => number;
  signal: AbortSignal;
}

/** Messages that are sent to one address in a row, and attempts after which one is given up: about eight hours. */
const ROW = 50;
const ATTEMPTS = 12;
const FIRST_RETRY_MS = 5_000;
const RETRY_MAX_MS = 3_600_000;
const TIMEOUT_MS = 10_000;
/** Bytes of an answer after which reading stops. What it says is not looked at. */
const ANSWER_BYTES = 4_096;

/**
 * Sends what waits for an address, in order, until one fails: that is tried again later, each time after four times as long or
 * what the address asks for, at most an hour. Throws `cancelled` alone.
 */
export async function sendWaiting(address: WebhookAddress, queue: AddressQueue, deps: SendDeps): Promise<void> {
  for (let sent = 0; sent < ROW && !deps.signal.aborted; sent += 1) {
    const [message] = queue.waiting;
    if (message === undefined) return;
    const body = await deps.write(message);
    const outcome = body && (await send(address, { id: message.id, body }, deps));
    const problem = outcome && problemOf(outcome);
    if (problem === undefined) {
      queue.waiting.shift();
      queue.attempts = 0;
      if (outcome === undefined) continue;
      queue.delivered += 1;
      queue.lastAt = deps.now();
      delete queue.problem;
      continue;
    }
    queue.lastAt = deps.now();
    queue.problem = problem;
    queue.attempts += 1;
    queue.nextAt = deps.now() + retryMs(queue.attempts, outcome);
    if (queue.attempts >= ATTEMPTS) {
      queue.waiting.shift();
      queue.dropped += 1;
      queue.attempts = 0;
    }
    return;
  }
}

/** Sends one message: its id, the time and the body are signed as Standard Webhooks 1.0 has it. Redirects are not followed. */
export async function send(
  { url }: WebhookAddress,
  { id, body }: { id: string; body: JsonObject },
  { secret, now, signal }: Pick<SendDeps, 'secret' | 'now' | 'signal'>,
): Promise<JsonOutcome> {
  const timestamp = String(Math.floor(now() / 1_000));
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${hmacBase64(secret, `${id}.${timestamp}.${JSON.stringify(body)}`)}`,
  };
  return postJson({ url, body, headers, timeoutMs: TIMEOUT_MS, maxBytes: ANSWER_BYTES, signal });
}

/** What is wrong with an outcome; `undefined` for a message that was taken. */
export function problemOf(outcome: JsonOutcome): string | undefined {
  switch (outcome.kind) {
    case 'answer':
    case 'not-json':
    case 'too-long':
      return undefined;
    case 'status':
      return outcome.status >= 300 && outcome.status < 400
        ? `It answered with status ${outcome.status}; redirects are not followed.`
        : `It answered with status ${outcome.status}.`;
    case 'unreachable':
      return 'It cannot be reached.';
    case 'timeout':
      return `It did not answer within ${TIMEOUT_MS / 1_000} seconds.`;
    default:
      return assertNever(outcome);
  }
}

function retryMs(attempts: number, outcome: JsonOutcome | undefined): number {
  const own = FIRST_RETRY_MS * 4 ** (attempts - 1) * (0.75 + Math.random() / 2);
  const asked = outcome?.kind === 'status' ? (outcome.retryAfterMs ?? 0) : 0;
  return Math.round(Math.min(Math.max(own, asked), RETRY_MAX_MS));
}
