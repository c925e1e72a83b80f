import { dropOldest } from '../../core/drop-oldest.ts';
import { CairnError } from '../../core/errors.ts';

/** Tokens and addresses that are counted at once. */
const COUNTED = 20_000;

/** A bucket that fills up again as time goes by. */
interface Bucket {
  left: number;
  at: number;
}

/** How often something may happen: `burst` times at once, and `perMinute` in the long run. */
export interface LimitOptions {
  perMinute: number;
  burst: number;
  now: () => number;
}

/** Counts what happens under a key. Throws `too_many` for one time too many; that one does not count. */
export type RequestLimit = (key: string) => void;

/** Builds a limit of one server: behind a balancer, as many times what it says may happen as there are servers. */
export function createRequestLimit({ perMinute, burst, now }: LimitOptions): RequestLimit {
  const buckets = new Map<string, Bucket>();
  return (key) => {
    const at = now();
    const { left, at: last } = buckets.get(key) ?? { left: burst, at };
    const filled = Math.min(burst, left + (Math.max(at - last, 0) * perMinute) / 60_000);
    buckets.delete(key);
    buckets.set(key, { left: filled < 1 ? filled : filled - 1, at });
    dropOldest(buckets, COUNTED);
    if (filled >= 1) return;
    throw new CairnError('too_many', `More than ${perMinute} requests a minute.`, { fix: 'Wait a minute.' });
  };
}

/** Runs something for a key while fewer than a number of them run. Throws `too_many` for one more. */
export type AtOnce = <Result>(key: string, run: () => Promise<Result>) => Promise<Result>;

/** Bounds how many of something run at once for each key, such as bodies that are read before it is known who sends them. */
export function createAtOnce(most: number): AtOnce {
  const running = new Map<string, number>();
  return async (key, run) => {
    const before = running.get(key) ?? 0;
    if (before >= most) {
      throw new CairnError('too_many', `More than ${most} requests at once.`, { fix: 'Send one after the other.' });
    }
    running.set(key, before + 1);
    try {
      return await run();
    } finally {
      const left = (running.get(key) ?? 1) - 1;
      if (left > 0) running.set(key, left);
      else running.delete(key);
    }
  };
}
