/**
 * Turns of the event loop between two steps of bulk work: a request needs several to be accepted, read and answered.
 */
const TURNS = 8;

/** Lets waiting requests be answered before the next step of bulk work; costs next to nothing when none waits. */
export async function yieldToEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * Returns a function for loops of bulk work: when `stepMs` milliseconds have passed since the last yield, it yields to
 * the event loop and returns that promise; else it returns `undefined`.
 */
export function createYielder(stepMs: number): () => Promise<void> | undefined {
  let since = performance.now();
  const take = async (): Promise<void> => {
    await yieldToEventLoop();
    since = performance.now();
  };
  return () => (performance.now() - since < stepMs ? undefined : take());
}
