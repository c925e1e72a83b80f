import { readTextIfThere } from './files.ts';

/** Id of this start of the machine, which all processes of its kernel share; empty where the system has none. */
export function readBootId(): string {
  return readTextIfThere('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
}
