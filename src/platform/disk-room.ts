import { readFree } from './file-system.ts';

/**
 * Free space of a disk: enough; so little that long texts are not stored (`low`); or so little that nothing new is
 * (`full`).
 */
export type DiskRoom = 'ample' | 'low' | 'full';

/** Measures the free space of a disk, mostly from a cached value. */
export interface DiskGauge {
  room(): DiskRoom;
  /** Bytes; `undefined` when the disk cannot be read. */
  freeBytes(): number | undefined;
}

/** Milliseconds for which a measurement is cached. */
const KEPT_MS = 5_000;

/** Free bytes below which a disk is low, and full. */
export interface DiskLimits {
  lowBytes: number;
  fullBytes: number;
}

/** Builds a gauge of the disk that contains a folder. */
export function createDiskGauge(folder: string, { lowBytes, fullBytes }: DiskLimits): DiskGauge {
  let known: { free: number | undefined; until: number } | undefined;
  const freeBytes = (): number | undefined => {
    const at = performance.now();
    if (known === undefined || at >= known.until) known = { free: readFree(folder), until: at + KEPT_MS };
    return known.free;
  };
  return {
    freeBytes,
    room() {
      const free = freeBytes() ?? Number.POSITIVE_INFINITY;
      if (free < fullBytes) return 'full';
      return free < lowBytes ? 'low' : 'ample';
    },
  };
}
