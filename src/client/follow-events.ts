import type { LoggedEvent } from '../api/answers.ts';
import type { EventsInput } from '../api/requests.ts';
import { toCairnError } from '../core/errors.ts';

const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1_000;
/** Milliseconds to wait for a newer worker to take the place of one that left, before one is started. */
const PATIENCE_MS = 15_000;

/** How events are asked for: `ask` asks once for those after a place, `connect` finds a worker or starts one. */
export interface FollowDeps {
  connect: () => Promise<void>;
  ask: (input: EventsInput) => AsyncIterable<LoggedEvent>;
  signal: AbortSignal;
}

/**
 * The events of the log from a place on, each once and in order, also over a restart of the worker: it is asked again for
 * what comes after the last one. Ends when the signal aborts or, unless events are followed, at the end of the log.
 */
export async function* followEvents(input: EventsInput, deps: FollowDeps): AsyncGenerator<LoggedEvent> {
  let { after } = input;
  let waited = 0;
  await deps.connect();
  for (let pause = FIRST_WAIT_MS; !deps.signal.aborted; pause = Math.min(pause * 2, LONGEST_WAIT_MS)) {
    try {
      for await (const event of deps.ask(after === undefined ? input : { ...input, after })) {
        after = event.seq;
        waited = 0;
        pause = FIRST_WAIT_MS;
        yield event;
      }
      if (input.follow === false) return;
    } catch (error) {
      if (deps.signal.aborted) return;
      if (toCairnError(error).code !== 'not_running') throw error;
    }
    await wait(pause, deps.signal);
    waited += pause;
    if (waited < PATIENCE_MS) continue;
    await deps.connect();
    waited = 0;
  }
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
