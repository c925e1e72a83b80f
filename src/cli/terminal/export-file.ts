import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CairnError, fullDisk } from '../../core/errors.ts';
import { realPathOf } from '../../platform/files.ts';

const FILE_MODE = 0o600;
const BUFFER_CHARS = 1024 * 1024;

/** A file that is being written: what it holds so far, and the one way to add to it. */
export interface ExportFile {
  readonly lines: number;
  readonly sizeBytes: number;
  write(line: string): void;
}

/** How a file is written. */
export interface ExportOptions {
  /** Take the place of a file that is there, once the new one is complete. */
  overwrite?: boolean;
}

/**
 * Creates a file that only its owner can read (0600), lets `fill` write it and syncs it: it exists either complete or not
 * at all. Throws `unwritable` when it exists or cannot be created, `low_disk`, and what `fill` throws.
 */
export async function writeExportFile(
  path: string,
  fill: (file: ExportFile) => Promise<void> | void,
  options: ExportOptions = {},
) {
  return createExportFile(path, options, async (_target, file) => {
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
    await fill(Object.assign(written, { write }));
    flush();
    return written;
  });
}

/**
 * As `writeExportFile`, for what writes the file at a path, `target`, itself; `file` is the same file, open. Until it is
 * complete it has another name where it takes the place of one.
 */
export async function createExportFile<Result>(
  path: string,
  options: ExportOptions,
  fill: (target: string, file: number) => Promise<Result>,
): Promise<Result> {
  const { overwrite = false } = options;
  const target = overwrite ? `${path}.${process.pid}.tmp` : path;
  const file = guard(path, () => openSync(target, 'wx', FILE_MODE), options);
  let isComplete = false;
  try {
    const result = await fill(target, file);
    guard(path, () => fsyncSync(file));
    if (overwrite) guard(path, () => renameSync(target, path));
    isComplete = true;
    return result;
  } finally {
    closeSync(file);
    if (!isComplete) unlinkSync(target);
  }
}

function guard<T>(path: string, work: () => T, { overwrite }: ExportOptions = {}): T {
  try {
    return work();
  } catch (cause) {
    const { code = '', message } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      const fix = overwrite === undefined ? 'Name another file.' : 'Name another file, or overwrite it with --force.';
      throw new CairnError('unwritable', `${path} is there already.`, { fix, cause });
    }
    const full = fullDisk(cause, path);
    if (full !== undefined) throw full;
    throw new CairnError('unwritable', `${path} cannot be written: ${code || message}`, {
      fix: 'Name a file in a folder that you may write to.',
      cause,
    });
  }
}

/** True for a file that lies, or would lie, below a folder, whatever links its path takes. */
export function liesWithin(folder: string, path: string): boolean {
  const [own, place] = [realPathOf(folder), join(realPathOf(dirname(path)), basename(path))];
  return place === own || place.startsWith(`${own}/`);
}
