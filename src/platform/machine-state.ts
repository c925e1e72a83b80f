import { readdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { ignore } from './ignored.ts';

/** The folder in which Linux lists power supplies; other systems have none. */
const SUPPLIES = '/sys/class/power_supply';
/** Percentage of the battery below which it counts as low. */
const LOW_PERCENT = 20;
const SUPPLIES_MAX = 64;

/** True when this machine runs on a battery with less than 20 percent. Where nothing is known, it runs on mains. */
export function isBatteryLow(folder = SUPPLIES): boolean {
  return batteriesInUse(folder).some((supply) => Number.parseInt(read(supply, 'capacity'), 10) < LOW_PERCENT);
}

/** True when this machine is known to run on mains; only Linux tells. */
export function isOnMains(folder = SUPPLIES, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'linux' && batteriesInUse(folder).length === 0;
}

/** Paths of the batteries that this machine draws from; those of mice and other peripherals (scope `Device`) are none. */
function batteriesInUse(folder: string): string[] {
  try {
    const supplies = readdirSync(folder).slice(0, SUPPLIES_MAX);
    return supplies.map((name) => join(folder, name)).filter(isInUse);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') ignore(error, 'the battery is not readable');
    return [];
  }
}

function isInUse(supply: string): boolean {
  if (read(supply, 'type') !== 'Battery' || read(supply, 'scope') === 'Device') return false;
  return read(supply, 'status') === 'Discharging';
}

function read(supply: string, name: string): string {
  try {
    return readFileSync(join(supply, name), 'utf8').trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // A battery that is not inserted fails with ENODEV.
    if (code !== 'ENOENT' && code !== 'ENODEV') ignore(error, 'the battery is not readable');
    return '';
  }
}

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
