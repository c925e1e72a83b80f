import { cpus } from 'node:os';

/** Milliseconds of all processors together, since the machine started. */
export interface ProcessorTimes {
  busy: number;
  idle: number;
}

/** Reads the times of all processors; both are 0 where the system does not tell. */
export function processorTimes(): ProcessorTimes {
  const total = { busy: 0, idle: 0 };
  for (const { times } of cpus()) {
    total.idle += times.idle;
    total.busy += times.user + times.nice + times.sys + times.irq;
  }
  return total;
}

/**
 * The share of all processors' time, 0 to 1, in which they worked for others between two readings; 1 where nothing is known.
 * `ownMs`: processor time in between that the caller's own work took.
 */
export function shareOfOthers(before: ProcessorTimes, after: ProcessorTimes, ownMs: number): number {
  const busy = after.busy - before.busy;
  const all = busy + after.idle - before.idle;
  return all <= 0 ? 1 : Math.min(1, Math.max(0, busy - ownMs) / all);
}
