/** Turns of the event loop between two steps of bulk work: a request needs some to be accepted, read and answered. */
const TURNS = 8;

/** Lets requests that wait be answered before the next step of bulk work; costs next to nothing where none waits. */
export async function yieldToEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/**
 * What lets requests be answered whenever bulk work went on for `stepMs` milliseconds since it last did; gives nothing to
 * wait for as long as it did not.
 */
export function createYielder(stepMs: number): () => Promise<void> | undefined {
  let since = performance.now();
  const take = async (): Promise<void> => {
    await yieldToEventLoop();
    since = performance.now();
  };
  return () => (performance.now() - since < stepMs ? undefined : take());
}
