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
  try {
    const supplies = readdirSync(folder).slice(0, SUPPLIES_MAX);
    return supplies.some((name) => isLow(join(folder, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') ignore(error, 'the battery is not readable');
    return false;
  }
}

/** Skips batteries of mice and other peripherals (scope `Device`). */
function isLow(supply: string): boolean {
  if (read(supply, 'type') !== 'Battery' || read(supply, 'scope') === 'Device') return false;
  const percent = Number.parseInt(read(supply, 'capacity'), 10);
  return read(supply, 'status') === 'Discharging' && percent < LOW_PERCENT;
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
