import { batch, signal } from '@preact/signals';
import type { LoggedEvent } from '../../src/api/answers.ts';
import { routePath } from '../../src/api/routes.ts';
import { pageHeaders } from '../access/page-key.ts';
import { askStream, linesOf } from '../client/ask.ts';
import { errorOf, isAborted, toCallError } from '../client/call-error.ts';
import { reportFailure } from '../client/session-state.ts';

/** The connection to the events of the log; one that is lost is tried again by itself. */
export const liveState = signal<'connecting' | 'live' | 'lost'>('connecting');

/** The last event that came, in this visit. */
export const lastEvent = signal<LoggedEvent | undefined>(undefined);

/** Goes up as events come, at most twice a second: what is shown live is asked again. */
export const pulse = signal(0);

/** How many events came while the connection was lost, told once it is there again; taken away by who has shown it. */
export const missed = signal(0);

/** Sessions in which something happened in this visit, and when last (milliseconds). */
const activeSessions = signal<ReadonlyMap<string, number>>(new Map());

const PULSE_MS = 500;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 8_000;
/** After this silence what a new connection replays is over. */
const REPLAYED_MS = 400;
/** Most sessions of which it is kept that they are at work. */
const MOST_ACTIVE = 100;
const ACTIVE_MS = 120_000;

const active = new Map<string, number>();
let latest: LoggedEvent | undefined;
let lastPlace: number | undefined;
let replayed: { count: number; timer: ReturnType<typeof setTimeout> | undefined } | undefined;
let wake: (() => void) | undefined;
let pulseTimer: ReturnType<typeof setTimeout> | undefined;

/** Whether something happened in a session in the last two minutes, as far as this page saw. */
export function isActive(sessionId: string): boolean {
  return Date.now() - (activeSessions.value.get(sessionId) ?? 0) < ACTIVE_MS;
}

/** Tries to connect now. */
export function connectNow(): void {
  wake?.();
}

/** Follows the events of the log from now on, over every break: what came meanwhile is replayed. Called once. */
export async function startLive(): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      lastPlace ??= await placeNow();
      await follow(lastPlace, () => {
        waitMs = FIRST_WAIT_MS;
      });
    } catch (error) {
      reportFailure(toCallError(error));
      if (isAborted(error) || toCallError(error).status === 401) return;
    }
    liveState.value = 'lost';
    await pause(waitMs);
  }
}

/** The place of the last event of the log. */
async function placeNow(): Promise<number> {
  let last = 0;
  for await (const { seq } of askStream('events', { last: 1, follow: false })) last = seq;
  return last;
}

async function follow(after: number, onOpen: () => void): Promise<void> {
  const response = await fetch(`${routePath('events')}?after=${after}`, {
    headers: { ...pageHeaders(), accept: 'text/event-stream' },
  });
  if (!response.ok) throw await errorOf(response);
  const wasLost = liveState.peek() === 'lost';
  liveState.value = 'live';
  onOpen();
  if (wasLost) {
    replayed = { count: 0, timer: undefined };
    endReplaySoon();
    beat();
  }
  for await (const line of linesOf(response)) {
    if (line.startsWith('data: ')) take(JSON.parse(line.slice('data: '.length)));
  }
}

function take(event: LoggedEvent): void {
  if (typeof event.seq !== 'number' || event.kind === undefined) return;
  lastPlace = event.seq;
  latest = event;
  active.delete(event.sessionId);
  active.set(event.sessionId, Date.now());
  for (const oldest of active.keys()) {
    if (active.size <= MOST_ACTIVE) break;
    active.delete(oldest);
  }
  if (replayed !== undefined) {
    replayed.count += 1;
    endReplaySoon();
  }
  beat();
}

function endReplaySoon(): void {
  if (replayed === undefined) return;
  clearTimeout(replayed.timer);
  replayed.timer = setTimeout(() => {
    missed.value = replayed?.count ?? 0;
    replayed = undefined;
  }, REPLAYED_MS);
}

function beat(): void {
  if (pulseTimer !== undefined) return;
  pulseTimer = setTimeout(() => {
    pulseTimer = undefined;
    batch(() => {
      lastEvent.value = latest;
      activeSessions.value = new Map(active);
      pulse.value += 1;
    });
  }, PULSE_MS);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
