import type { Deadlines } from '../core/deadlines.ts';
import { toCairnError } from '../core/errors.ts';
import { sayHello } from './connect.ts';

/** A call under way: the worker's socket, its deadlines, and the caller's own signal. */
interface Watched {
  socket: string;
  deadlines: Pick<Deadlines, 'quietMs' | 'aliveMs'>;
  signal: AbortSignal;
}

/**
 * Runs a call for as long as its worker lives: each time after `quietMs` the worker is asked, and when it says nothing for
 * `aliveMs` the call ends with `timeout`. A long answer of a worker that lives is waited for.
 */
export async function whileAlive<T>(watched: Watched, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const watch = watchWorker(watched);
  try {
    return await call(watch.signal);
  } catch (error) {
    throw watch.failure() ?? error;
  } finally {
    watch.end();
  }
}

/** The same for an answer in parts. */
export async function* streamWhileAlive<T>(
  watched: Watched,
  call: (signal: AbortSignal) => AsyncGenerator<T>,
): AsyncGenerator<T> {
  const watch = watchWorker(watched);
  try {
    yield* call(watch.signal);
  } catch (error) {
    throw watch.failure() ?? error;
  } finally {
    watch.end();
  }
}

function watchWorker({ socket, deadlines: { quietMs, aliveMs }, signal }: Watched) {
  const silent = new AbortController();
  let failure: Error | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    try {
      await sayHello(socket, aliveMs);
    } catch (error) {
      // Any other failure is the call's own to meet.
      if (!isOver && toCairnError(error).code === 'timeout') {
        failure = toCairnError(error);
        silent.abort();
      }
    }
    if (!isOver) timer = setTimeout(ask, quietMs);
  };
  timer = setTimeout(ask, quietMs);
  return {
    signal: AbortSignal.any([signal, silent.signal]),
    failure: () => failure,
    end(): void {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
