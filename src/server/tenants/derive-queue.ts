import { ignore } from '../../platform/ignored.ts';

/** Teams whose memory has something new, each derived once at a time. */
export interface DeriveQueue {
  /** Adds a team; one that is being derived is derived again afterwards. */
  add(tenant: string): void;
  /** Derives nothing new, and resolves when nothing is under way. */
  close(): Promise<void>;
}

/** How teams are derived. */
export interface DeriveQueueOptions {
  /** Derives a team; false when another server does so. */
  derive: (tenant: string) => Promise<boolean>;
  /** How many teams at once. */
  atOnce: number;
  /** Milliseconds until a team is tried again that another server derives, or that failed. */
  againMs: number;
}

/** Builds the queue. */
export function createDeriveQueue({ derive, atOnce, againMs }: DeriveQueueOptions): DeriveQueue {
  const waiting = new Set<string>();
  const working = new Map<string, Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();
  let isClosed = false;

  const later = (tenant: string): void => {
    if (isClosed) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      add(tenant);
    }, againMs).unref();
    timers.add(timer);
  };
  const deriveOne = async (tenant: string): Promise<void> => {
    try {
      if (!(await derive(tenant))) later(tenant);
    } catch (error) {
      ignore(error, "a team's memory could not be derived");
      later(tenant);
    } finally {
      working.delete(tenant);
      work();
    }
  };
  const work = (): void => {
    for (const tenant of waiting) {
      if (isClosed || working.size >= atOnce) return;
      if (working.has(tenant)) continue;
      waiting.delete(tenant);
      working.set(tenant, deriveOne(tenant));
    }
  };
  const add = (tenant: string): void => {
    waiting.add(tenant);
    work();
  };
  return {
    add,
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(working.values());
    },
  };
}
