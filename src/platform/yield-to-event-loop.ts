/**
 * Turns of the event loop between two steps of bulk work: a request needs several to be accepted, read and answered.
 */
const TURNS = 8;

/** Milliseconds after which bulk work goes on although a request that goes ahead of it is not at its end: it may hang. */
const AHEAD_MS = 200;

/** Requests that go ahead of bulk work, and the steps that wait for them: of the whole process, as its event loop is. */
const ahead = new Set<object>();
const waiting: (() => void)[] = [];

/** Says that a request goes ahead of bulk work: the next step of it waits until the returned function is called. */
export function goAhead(): () => void {
  const request = {};
  ahead.add(request);
  return () => {
    ahead.delete(request);
    if (ahead.size === 0) for (const go of waiting.splice(0)) go();
  };
}

/** Lets waiting requests be answered before the next step of bulk work; costs next to nothing when none waits. */
export async function yieldToEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  if (ahead.size > 0) await noneAhead();
}

async function noneAhead(): Promise<void> {
  const late = setTimeout(() => {
    ahead.clear();
    for (const go of waiting.splice(0)) go();
  }, AHEAD_MS);
  await new Promise<void>((resolve) => waiting.push(resolve));
  clearTimeout(late);
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
