import { join } from 'node:path';
import { sha256Hex } from '../core/hash.ts';
import { isJsonObject, parseJson } from '../core/json.ts';
import { ensureFolder, namesIn, readBytesIfThere, readTextIfThere, writeDurable } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import type { TargetFile } from './target-file.ts';

const MANIFEST = 'manifest.json';
const FILE_BYTES = 64 * 1024 * 1024;

/** One file of a backup. Hashes are SHA-256; `null` where the file was not there before, or was removed. */
export interface SavedFile {
  /** As the agent names it; it may be a link. */
  path: string;
  /** Name of the copy in the backup's folder. */
  copy: string | null;
  mode: number | null;
  before: string | null;
  after: string | null;
  /** Folders that were created for it, outermost first. */
  folders: string[];
}

/** A backup of agents' files from before set-up or uninstall changed them. Sorted by `name`, the newest is last. */
export interface SetupBackup {
  version: 1;
  name: string;
  action: 'setup' | 'uninstall';
  /** ISO 8601. */
  at: string;
  entries: SavedFile[];
}

/** The planned change of one file. */
export interface BackupInput {
  path: string;
  file: TargetFile;
  after: Uint8Array | undefined;
  folders: string[];
}

/** Copies files and records what they become; returns the backup's folder. Durable when it returns. */
export function writeBackup(
  root: string,
  { action, at }: { action: SetupBackup['action']; at: number },
  inputs: readonly BackupInput[],
): string {
  const iso = new Date(at).toISOString();
  const name = freeName(root, iso.replace(/[:.]/g, '-'));
  const folder = join(root, name);
  ensureFolder(folder);
  const entries = inputs.map(({ path, file, after, folders }, index): SavedFile => {
    const copy = file.bytes === undefined ? null : `${index}.bak`;
    if (copy !== null && file.bytes !== undefined) writeDurable(join(folder, copy), file.bytes);
    return {
      path,
      copy,
      mode: file.mode ?? null,
      before: file.bytes === undefined ? null : sha256Hex(file.bytes),
      after: after === undefined ? null : sha256Hex(after),
      folders,
    };
  });
  const backup: SetupBackup = { version: 1, name, action, at: iso, entries };
  writeDurable(join(folder, MANIFEST), `${JSON.stringify(backup, null, 2)}\n`);
  return folder;
}

/** All backups, newest first. A folder whose manifest cannot be read is skipped and counted. */
export function readBackups(root: string): SetupBackup[] {
  const names = namesIn(root).sort().reverse();
  return names.flatMap((name) => {
    const manifest: unknown = parseJson(readTextIfThere(join(root, name, MANIFEST)) ?? '');
    if (isBackup(manifest)) return [{ ...manifest, name }];
    ignore(undefined, 'backup of set-up has no readable manifest');
    return [];
  });
}

/**
 * The content of a file before the set-ups that led to its present hash; `undefined` when the present content is not
 * set-up's.
 */
export function originalOf(
  path: string,
  present: string | null,
  backups: readonly SetupBackup[],
): { backup: SetupBackup; entry: SavedFile } | undefined {
  let found: { backup: SetupBackup; entry: SavedFile } | undefined;
  let expected = present;
  for (const backup of backups) {
    const entry = backup.entries.find((candidate) => candidate.path === path);
    if (entry === undefined) continue;
    if (backup.action !== 'setup' || entry.after !== expected) break;
    found = { backup, entry };
    expected = entry.before;
  }
  return found;
}

/** The bytes of a file in a backup; `undefined` when they are gone or damaged. */
export function backedUpBytes(root: string, backup: SetupBackup, entry: SavedFile): Buffer | undefined {
  if (entry.copy === null) return undefined;
  const bytes = readBytesIfThere(join(root, backup.name, entry.copy), FILE_BYTES);
  return bytes !== undefined && sha256Hex(bytes) === entry.before ? bytes : undefined;
}

function freeName(root: string, name: string): string {
  const taken = new Set(namesIn(root));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  return free;
}

function isBackup(value: unknown): value is SetupBackup {
  if (!isJsonObject(value) || value.version !== 1 || !Array.isArray(value.entries)) return false;
  return value.entries.every((entry) => isJsonObject(entry) && typeof entry.path === 'string');
}
