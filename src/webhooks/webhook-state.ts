import { join } from 'node:path';
import { dropOldest } from '../core/drop-oldest.ts';
import {
  asNumber,
  asObject,
  asString,
  isJsonObject,
  type JsonObject,
  objectsIn,
  parseJson,
  textsIn,
} from '../core/json.ts';
import type { EventId, ItemId, SessionId } from '../core/model/ids.ts';
import { omitUndefined } from '../core/omit-undefined.ts';
import { readTextIfThere, removeFile, writeDurable } from '../platform/files.ts';
import { WEBHOOK_KINDS, type WebhookType } from './webhook-settings.ts';

/** A message that is to be sent: what it is of, never its words. `at` in milliseconds since 1970. */
export interface WaitingMessage {
  /** The `webhook-id`, the same at each attempt. */
  id: string;
  type: WebhookType;
  at: number;
  session?: SessionId;
  item?: ItemId;
  event?: EventId;
}

/** What waits for one address, and how it went. Times in milliseconds since 1970. */
export interface AddressQueue {
  waiting: WaitingMessage[];
  /** Attempts at the first of them that failed. */
  attempts: number;
  /** Not before then. */
  nextAt: number;
  delivered: number;
  dropped: number;
  lastAt?: number;
  problem?: string;
}

/** What is kept between runs, and over restarts. */
export interface WebhookState {
  /** The place in the log up to which messages were looked for. */
  seq: number;
  /** Ids of messages that were put into the queues, the latest ones: none is put in twice. */
  known: Set<string>;
  /** Sessions whose end is to be told. */
  open: Set<SessionId>;
  queues: Map<string, AddressQueue>;
}

const FILE = 'webhooks.json';
/** Upper bounds on the messages that wait for an address, the ids that are remembered, and the sessions that are open. */
const WAITING = 1_000;
const KNOWN = 5_000;
const OPEN = 500;
const FILE_BYTES = 16 * 1024 * 1024;
const TYPES: readonly WebhookType[] = Object.values(WEBHOOK_KINDS).flat();

/** Reads what was kept; `undefined` where nothing was, or what is there cannot be read. */
export function readWebhookState(home: string): WebhookState | undefined {
  const value = parseJson(readTextIfThere(join(home, FILE), FILE_BYTES) ?? '');
  const seq = isJsonObject(value) ? asNumber(value.seq) : undefined;
  if (!isJsonObject(value) || seq === undefined) return undefined;
  const queues = Object.entries(asObject(value.queues)).map(([key, queue]) => [key, toQueue(asObject(queue))] as const);
  const open = textsIn(value.open) as SessionId[];
  return { seq, known: new Set(textsIn(value.known)), open: new Set(open), queues: new Map(queues) };
}

/** Writes it, durably. Throws `unwritable` or `low_disk`. */
export function writeWebhookState(home: string, { seq, known, open, queues }: WebhookState): void {
  const state = { seq, known: [...known], open: [...open], queues: Object.fromEntries(queues) };
  writeDurable(join(home, FILE), `${JSON.stringify(state)}\n`);
}

/** Drops all that waits: no address is set any more. */
export function removeWebhookState(home: string): void {
  removeFile(join(home, FILE));
}

/** The queue of an address, which is new where there was none. */
export function queueOf({ queues }: WebhookState, key: string): AddressQueue {
  const queue = queues.get(key) ?? { waiting: [], attempts: 0, nextAt: 0, delivered: 0, dropped: 0 };
  queues.set(key, queue);
  return queue;
}

/** Puts messages into the queues of some addresses, each once; of a queue that is full the oldest are dropped and counted. */
export function enqueue(state: WebhookState, keys: readonly string[], found: readonly WaitingMessage[]): void {
  for (const key of state.queues.keys()) if (!keys.includes(key)) state.queues.delete(key);
  const fresh = found.filter(({ id }) => !state.known.has(id) && state.known.add(id));
  dropOldest(state.known, KNOWN);
  dropOldest(state.open, OPEN);
  for (const key of keys) {
    const queue = queueOf(state, key);
    queue.waiting.push(...fresh);
    const over = queue.waiting.splice(0, Math.max(0, queue.waiting.length - WAITING)).length;
    if (over > 0) queue.attempts = 0;
    queue.dropped += over;
  }
}

function toQueue({ waiting, attempts, nextAt, delivered, dropped, lastAt, problem }: JsonObject): AddressQueue {
  return {
    waiting: objectsIn(waiting).flatMap(toWaiting).slice(-WAITING),
    attempts: asNumber(attempts) ?? 0,
    nextAt: asNumber(nextAt) ?? 0,
    delivered: asNumber(delivered) ?? 0,
    dropped: asNumber(dropped) ?? 0,
    ...omitUndefined({ lastAt: asNumber(lastAt), problem: asString(problem) }),
  };
}

function toWaiting({ id, type, at, session, item, event }: JsonObject): WaitingMessage[] {
  const known = TYPES.find((one) => one === type);
  if (typeof id !== 'string' || known === undefined || typeof at !== 'number') return [];
  const of = { session: asString(session), item: asString(item), event: asString(event) };
  return [{ id, type: known, at, ...omitUndefined(of) } as WaitingMessage];
}
