import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { CairnError } from '../../core/errors.ts';

const FILE_MODE = 0o600;
const BUFFER_CHARS = 1024 * 1024;

/** A file that exists either complete or not at all. */
export interface ExportFile {
  readonly lines: number;
  readonly sizeBytes: number;
  write(line: string): void;
  /** Writes and syncs the buffered lines; without it, `close` removes the file. */
  finish(): void;
  /** Closes the file, and removes it unless it was finished. */
  close(): void;
}

/** Creates a file that only its owner can read (0600). Throws `unwritable` when it exists or cannot be created. */
export function createExportFile(path: string): ExportFile {
  const file = guard(path, () => openSync(path, 'wx', FILE_MODE));
  let waiting = '';
  let lines = 0;
  let sizeBytes = 0;
  let isFinished = false;
  const flush = (): void => {
    const bytes = Buffer.from(waiting, 'utf8');
    waiting = '';
    for (let at = 0; at < bytes.length; ) at += guard(path, () => writeSync(file, bytes, at));
    sizeBytes += bytes.length;
  };
  return {
    get lines() {
      return lines;
    },
    get sizeBytes() {
      return sizeBytes;
    },
    write(line) {
      waiting += line;
      lines += 1;
      if (waiting.length >= BUFFER_CHARS) flush();
    },
    finish() {
      flush();
      guard(path, () => fsyncSync(file));
      isFinished = true;
    },
    close() {
      closeSync(file);
      if (!isFinished) unlinkSync(path);
    },
  };
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
