import { closeSync, type Dirent, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readBytesIfThere, readTextIfThere } from '../../platform/files.ts';
import { ignore } from '../../platform/ignored.ts';
import type { TranscriptFile } from './contract.ts';

const TEXT_BYTES = 64 * 1024 * 1024;

/** The text of an agent's file of at most 64 MB; `undefined` when there is none. */
export function readText(path: string): string | undefined {
  return readTextIfThere(path, TEXT_BYTES);
}

/** The text of the first bytes of an agent's file; `undefined` when there is none. */
export function readHead(path: string, maxBytes: number): string | undefined {
  return readBytesIfThere(path, maxBytes)?.toString('utf8');
}

/** The first line of a file, or as much of it as fits; `undefined` when there is no file or it may not be read. */
export function firstLine(path: string, maxBytes: number): string | undefined {
  try {
    const file = openSync(path, 'r');
    try {
      const buffer = Buffer.alloc(maxBytes);
      return buffer.subarray(0, readSync(file, buffer)).toString('utf8').split('\n', 1)[0];
    } finally {
      closeSync(file);
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') ignore(error, 'beginning of a transcript could not be read');
    return undefined;
  }
}

/** The entries of a folder, links among them not followed; none when there is no folder or it may not be read. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') ignore(error, 'folder of an agent could not be read');
    return [];
  }
}

/** Absolute paths of the regular files of a folder whose names end so. */
export function filesOf(folder: string, ending: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(folder, entry.name));
}

/** Absolute paths of the folders of a folder. */
export function foldersOf(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

/** A transcript with its size and time of change; `undefined` when it is gone. */
export function toTranscriptFile(agent: string, path: string): TranscriptFile | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? undefined : { agent, path, sizeBytes: stat.size, modifiedAt: Math.trunc(stat.mtimeMs) };
}
