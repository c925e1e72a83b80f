import { readFree } from './file-system.ts';

/** How much room a disk has: enough, so little that long texts are not kept, or so little that nothing new is. */
export type DiskRoom = 'ample' | 'low' | 'full';

/** Says how much room there is. Asking costs nothing most of the time. */
export interface DiskGauge {
  room(): DiskRoom;
  /** Bytes; `undefined` where the disk cannot be looked at. */
  freeBytes(): number | undefined;
}

/** Milliseconds for which it counts what the disk said. */
const KEPT_MS = 5_000;

/** Free bytes below which a disk is low, and full. */
export interface DiskLimits {
  lowBytes: number;
  fullBytes: number;
}

/** Builds a gauge of the disk of a folder. */
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
