import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { CairnError } from '../../core/errors.ts';

const FILE_MODE = 0o600;
const BUFFER_CHARS = 1024 * 1024;

/** A file that is being written: what it holds so far, and the one way to add to it. */
export interface ExportFile {
  readonly lines: number;
  readonly sizeBytes: number;
  write(line: string): void;
}

/**
 * Creates a file that only its owner can read (0600), lets `fill` write it and syncs it: it exists either complete or not
 * at all. Throws `unwritable` when it exists or cannot be created, `low_disk`, and what `fill` throws.
 */
export async function writeExportFile(path: string, fill: (file: ExportFile) => Promise<void> | void) {
  const file = guard(path, () => openSync(path, 'wx', FILE_MODE));
  let waiting = '';
  const written = { lines: 0, sizeBytes: 0 };
  const flush = (): void => {
    const bytes = Buffer.from(waiting, 'utf8');
    waiting = '';
    for (let at = 0; at < bytes.length; ) at += guard(path, () => writeSync(file, bytes, at));
    written.sizeBytes += bytes.length;
  };
  const write = (line: string): void => {
    waiting += line;
    written.lines += 1;
    if (waiting.length >= BUFFER_CHARS) flush();
  };
  let isComplete = false;
  try {
    await fill(Object.assign(written, { write }));
    flush();
    guard(path, () => fsyncSync(file));
    isComplete = true;
  } finally {
    closeSync(file);
    if (!isComplete) unlinkSync(path);
  }
  return written;
}

function guard<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw new CairnError('unwritable', `${path} is there already.`, { fix: 'Name another file.', cause });
    }
    if (code === 'ENOSPC' || code === 'EDQUOT') {
      throw new CairnError('low_disk', `${path} is on a disk that is full.`, { fix: 'Free some space.', cause });
    }
    throw new CairnError('unwritable', `${path} cannot be written: ${code || message}`, {
      fix: 'Name a file in a folder that you may write to.',
      cause,
    });
  }
}
