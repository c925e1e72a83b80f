/** How a call tells that it is still under way: called about once a second with a number that grows. */
export type TellProgress = (progress: number) => Promise<void>;

const TICK_MS = 1_000;
const TICK = Symbol('tick');

/** The outcome of a call; tells once a second that it is still awaited, since a worker that starts takes a while. */
export async function withProgress<Value>(running: Promise<Value>, tell: TellProgress | undefined): Promise<Value> {
  if (tell === undefined) return running;
  for (let ticks = 1; ; ticks += 1) {
    const first = await Promise.race([running, tick()]);
    if (first !== TICK) return running;
    await tell(ticks);
  }
}

function tick(): Promise<typeof TICK> {
  return new Promise((resolve) => {
    setTimeout(resolve, TICK_MS, TICK).unref();
  });
}
