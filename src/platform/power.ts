import { readdirSync, readFileSync } from 'node:fs';
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
