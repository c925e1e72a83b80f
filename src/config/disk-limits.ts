import { SETTINGS, type Settings } from './settings.ts';

const MEGABYTE = 1_000_000;

/**
 * Free bytes below which the disk of the home counts as low, and as full; the defaults when settings cannot be read.
 */
export function diskLimits(settings: Pick<Settings, 'disk.lowMegabytes' | 'disk.fullMegabytes'> | undefined): {
  lowBytes: number;
  fullBytes: number;
} {
  return {
    lowBytes: (settings?.['disk.lowMegabytes'] ?? SETTINGS['disk.lowMegabytes'].default) * MEGABYTE,
    fullBytes: (settings?.['disk.fullMegabytes'] ?? SETTINGS['disk.fullMegabytes'].default) * MEGABYTE,
  };
}
