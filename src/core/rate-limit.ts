/** How often something may happen: `most` times within any `perMs` milliseconds. */
export interface RateLimitOptions {
  most: number;
  perMs: number;
  now: () => number;
}

/** Builds a limit: each call asks for one more time, and says whether it is within the limit. Those that are not do not count. */
export function createRateLimit({ most, perMs, now }: RateLimitOptions): () => boolean {
  let times: number[] = [];
  return () => {
    const at = now();
    times = times.filter((time) => time > at - perMs);
    if (times.length >= most) return false;
    times.push(at);
    return true;
  };
}
