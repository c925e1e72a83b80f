import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { asObject, type JsonObject, parseJson } from '../../../core/json.ts';
import { readBytesIfThere, readTextIfThere } from '../../../platform/files.ts';
import { ignore } from '../../../platform/ignored.ts';
import type { TranscriptFile } from '../contract.ts';

const TEXT_BYTES = 64 * 1024 * 1024;

/** The text of an agent's file of at most 64 MB; `undefined` when there is none. */
export function readText(path: string): string | undefined {
  return readTextIfThere(path, TEXT_BYTES);
}

/** The JSON object in an agent's file; empty when there is no file, or no object in it. */
export function readJsonObject(path: string): JsonObject {
  return asObject(parseJson(readText(path) ?? ''));
}

/** The text of the first `maxBytes` bytes of an agent's file; `undefined` when there is none. */
export function readHead(path: string, maxBytes: number): string | undefined {
  return readBytesIfThere(path, maxBytes)?.toString('utf8');
}

/**
 * The first line of a file, at most its first `maxBytes` bytes; `undefined` when the file does not exist or is
 * unreadable.
 */
export function firstLine(path: string, maxBytes: number): string | undefined {
  return headLines(path, maxBytes)?.[0];
}

/** The lines in a file's first `maxBytes` bytes, the last one cut; `undefined` as for `firstLine`. */
export function headLines(path: string, maxBytes: number): string[] | undefined {
  try {
    return readHead(path, maxBytes)?.split('\n');
  } catch (error) {
    ignore(error, 'beginning of a transcript could not be read');
    return undefined;
  }
}

/** The path in a `file:` URL of this machine; `undefined` for anything else. */
export function pathOfUrl(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !uri.startsWith('file:///')) return undefined;
  try {
    return fileURLToPath(uri);
  } catch (error) {
    ignore(error, 'address of a folder could not be read');
    return undefined;
  }
}

/** The entries of a folder, links not followed; empty when the folder does not exist or is unreadable. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') ignore(error, 'folder of an agent could not be read');
    return [];
  }
}

/** Absolute paths of a folder's regular files whose names have this ending. */
export function filesOf(folder: string, ending: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(folder, entry.name));
}

/** Absolute paths of a folder's subfolders. */
export function foldersOf(folder: string): string[] {
  return entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

/** A transcript with its size and time of change; `undefined` when it is gone, or no regular file. */
export function toTranscriptFile(agent: string, path: string): TranscriptFile | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isFile() !== true) return undefined;
  return { agent, path, sizeBytes: stat.size, modifiedAt: Math.trunc(stat.mtimeMs) };
}
