import { CairnError, type ErrorShape, toCairnError } from '../../core/errors.ts';
import { startThread } from './start-thread.ts';

/** What a thread that does one thing answers. */
export type ThreadOutcome<Value> = { value: Value } | { error: ErrorShape };

/** Does the one thing of a thread, as the outcome that it posts. */
export async function toOutcome<Value>(work: () => Value | Promise<Value>): Promise<ThreadOutcome<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: toCairnError(error).toJSON() };
  }
}

/**
 * Runs a thread that does one thing with `data` and posts its `ThreadOutcome`. `stop` ends it half-way. A thread that ends
 * without an outcome rejects with what `lost` makes of the cause.
 */
export function runInThread<Value>(
  entry: string,
  data: unknown,
  lost: (cause: unknown) => CairnError,
): { done: Promise<Value>; stop: () => Promise<void> } {
  const worker = startThread(entry, data);
  const { promise, resolve, reject } = Promise.withResolvers<Value>();
  worker.on('message', (outcome: ThreadOutcome<Value>) => {
    if ('value' in outcome) resolve(outcome.value);
    else reject(new CairnError(outcome.error.code, outcome.error.message, outcome.error));
  });
  worker.on('error', (cause) => reject(lost(cause)));
  worker.on('exit', (code) => reject(lost(new Error(`exit ${code}`))));
  return {
    done: promise,
    async stop() {
      await worker.terminate();
    },
  };
}
