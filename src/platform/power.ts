import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ignore } from './ignored.ts';

/** Where Linux tells of batteries; other systems have no such folder. */
const SUPPLIES = '/sys/class/power_supply';
/** Percent of its battery below which a machine is low. */
const LOW_PERCENT = 20;
const SUPPLIES_MAX = 64;

/** True when this machine runs on a battery that holds less than 20 percent. Where nothing is known, it runs on mains. */
export function isBatteryLow(folder = SUPPLIES): boolean {
  try {
    const supplies = readdirSync(folder).slice(0, SUPPLIES_MAX);
    return supplies.some((name) => isLow(join(folder, name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') ignore(error, 'the battery is not readable');
    return false;
  }
}

/** Batteries of mice and the like (scope `Device`) are none of the machine's. */
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
    // A battery that is not in its bay gives ENODEV.
    if (code !== 'ENOENT' && code !== 'ENODEV') ignore(error, 'the battery is not readable');
    return '';
  }
}
