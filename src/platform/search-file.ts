import { closeSync, readSync } from 'node:fs';
import { CairnError } from '../core/errors.ts';
import { fileIdentity, openFileIdentity, openRegularFile } from './files.ts';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

const CHUNK_BYTES = 1024 * 1024;

/** Descriptors that stay open until the process ends, by the identity of their file. */
const KEPT_OPEN = new Map<string, number>();

/**
 * Finds which byte strings a file contains, and how many bytes were read; a file that no longer exists contains none.
 * Yields to the event loop after each megabyte. `keepOpen` is for a file that a database connection of this process has
 * open: closing any descriptor of it would drop the locks that the connection holds
 * (https://sqlite.org/howtocorrupt.html, 2.2), so each such file keeps one open.
 */
export async function searchFile(
  path: string,
  needles: readonly Buffer[],
  { keepOpen = false } = {},
): Promise<{ bytes: number; found: Set<number> }> {
  const found = new Set<number>();
  const overlap = Math.max(0, ...needles.map((needle) => needle.length - 1));
  const chunk = Buffer.alloc(CHUNK_BYTES + overlap);
  const file = keepOpen ? openOnce(path) : openIfThere(path);
  if (file === undefined) return { bytes: 0, found };
  let bytes = 0;
  try {
    for (let kept = 0; ; ) {
      const read = readSync(file, chunk, kept, CHUNK_BYTES, bytes);
      if (read === 0) return { bytes, found };
      bytes += read;
      const part = chunk.subarray(0, kept + read);
      for (const [index, needle] of needles.entries()) if (!found.has(index) && part.includes(needle)) found.add(index);
      kept = Math.min(overlap, part.length);
      chunk.copyWithin(0, part.length - kept, part.length);
      await yieldToEventLoop();
    }
  } finally {
    if (!keepOpen) closeSync(file);
  }
}

function openOnce(path: string): number | undefined {
  const kept = KEPT_OPEN.get(fileIdentity(path) ?? '');
  if (kept !== undefined) return kept;
  const file = openIfThere(path);
  // By the descriptor: another file may be at the path by now.
  if (file !== undefined) KEPT_OPEN.set(openFileIdentity(file), file);
  return file;
}

function openIfThere(path: string): number | undefined {
  try {
    return openRegularFile(path);
  } catch (error) {
    if (error instanceof CairnError && error.code === 'not_found') return undefined;
    throw error;
  }
}
