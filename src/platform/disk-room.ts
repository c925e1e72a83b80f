import { statfsSync } from 'node:fs';
import { ignore } from './ignored.ts';

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

/** Builds a gauge of the disk of a folder; `low` and `full` begin below so many free bytes. */
export function createDiskGauge({
  folder,
  lowBytes,
  fullBytes,
}: {
  folder: string;
  lowBytes: number;
  fullBytes: number;
}): DiskGauge {
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

/** Free bytes of the disk of a folder; `undefined` where it cannot be looked at. */
export function readFree(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch (error) {
    ignore(error, 'disk cannot be looked at');
    return undefined;
  }
}
