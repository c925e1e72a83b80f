import { closeSync, readSync } from 'node:fs';
import { CairnError } from '../core/errors.ts';
import { openRegularFile } from './files.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Finds which byte strings a file contains, and how many bytes were read; a file that no longer exists contains none.
 * Yields to the event loop after each megabyte.
 */
export async function searchFile(
  path: string,
  needles: readonly Buffer[],
): Promise<{ bytes: number; found: Set<number> }> {
  const found = new Set<number>();
  const overlap = Math.max(0, ...needles.map((needle) => needle.length - 1));
  const chunk = Buffer.alloc(CHUNK_BYTES + overlap);
  const file = openIfThere(path);
  if (file === undefined) return { bytes: 0, found };
  let bytes = 0;
  try {
    for (let kept = 0; ; ) {
      const read = readSync(file, chunk, kept, CHUNK_BYTES, null);
      if (read === 0) return { bytes, found };
      bytes += read;
      const part = chunk.subarray(0, kept + read);
      for (const [index, needle] of needles.entries()) if (!found.has(index) && part.includes(needle)) found.add(index);
      kept = Math.min(overlap, part.length);
      chunk.copyWithin(0, part.length - kept, part.length);
      await yieldToEventLoop();
    }
  } finally {
    closeSync(file);
  }
}

function openIfThere(path: string): number | undefined {
  try {
    return openRegularFile(path);
  } catch (error) {
    if (error instanceof CairnError && error.code === 'not_found') return undefined;
    throw error;
  }
}
