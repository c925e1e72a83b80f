import { readSync, writeSync } from 'node:fs';

const CHUNK_BYTES = 64 * 1024;
const PAUSE_MS = 2;

/**
 * All of stdin as text; `undefined` when it is longer than `maxBytes` bytes. Reads the descriptor directly, because
 * loading Node's streams costs a short process a tenth of its time.
 */
export function readStdin(maxBytes: number): string | undefined {
  const parts: Buffer[] = [];
  let length = 0;
  for (;;) {
    const part = Buffer.allocUnsafe(CHUNK_BYTES);
    const size = retry(() => readSync(0, part, 0, CHUNK_BYTES, null)) ?? 0;
    if (size === 0) return Buffer.concat(parts).toString('utf8');
    length += size;
    if (length > maxBytes) return undefined;
    parts.push(part.subarray(0, size));
  }
}

/** Writes text to stdout and waits until it is taken; a closed reader is not an error. */
export function writeStdout(text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  for (let at = 0; at < bytes.length; ) {
    const size = retry(() => writeSync(1, bytes, at));
    if (size === undefined) return;
    at += size;
  }
}

/** Retries on a non-blocking descriptor (`EAGAIN`); returns `undefined` when the other end is closed. */
function retry(run: () => number): number | undefined {
  for (;;) {
    try {
      return run();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF' || code === 'EPIPE' || code === 'EBADF') return undefined;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}
