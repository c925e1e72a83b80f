/** Turns of the event loop between two steps of bulk work: a request needs some to be accepted, read and answered. */
const TURNS = 8;

/** Lets requests that wait be answered before the next step of bulk work; costs next to nothing where none waits. */
export async function breathe(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** What lets requests be answered whenever bulk work went on for `stepMs` milliseconds since it last did. */
export function createBreather(stepMs: number): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < stepMs) return;
    await breathe();
    since = performance.now();
  };
}
