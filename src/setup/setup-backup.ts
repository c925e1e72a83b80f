import { join } from 'node:path';
import { sha256Hex } from '../core/hash.ts';
import { isJsonObject, parseJson } from '../core/json.ts';
import { DAY_MS } from '../core/text/calendar.ts';
import { ensureFolder, namesIn, readTextIfThere, removeFile, writeDurable } from '../platform/files.ts';
import { ignore } from '../platform/ignored.ts';
import type { TargetFile } from './target-file.ts';
import { type UndoStep, undoEdit, undoSteps } from './undo-edit.ts';

const MANIFEST = 'manifest.json';
const VERSION = 2;
/** Whole copies, which earlier versions made. */
const COPY = /\.bak$/;
const COPIES_MS = 30 * DAY_MS;

/** One changed file. Hashes are SHA-256; `null` where the file was not there before, or was removed. */
export interface SavedFile {
  /** As the agent names it; it may be a link. */
  path: string;
  /** What leads from the changed file back to the one before; absent where nothing was there, or it would hold a secret. */
  undo?: UndoStep[];
  mode: number | null;
  before: string | null;
  after: string | null;
  /** Folders that were created for it, outermost first. */
  folders: string[];
}

/** What set-up or uninstall changed in agents' files, and how it is undone. Sorted by `name`, the newest is last. */
export interface SetupBackup {
  version: typeof VERSION;
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

/** Records how files are changed, and how a set-up is undone; returns the folder. Durable when it returns. */
export function writeBackup(
  root: string,
  { action, at }: { action: SetupBackup['action']; at: number },
  inputs: readonly BackupInput[],
): string {
  const iso = new Date(at).toISOString();
  const name = freeName(root, iso.replace(/[:.]/g, '-'));
  const folder = join(root, name);
  ensureFolder(folder);
  const entries = inputs.map((input): SavedFile => {
    const { path, file, after, folders } = input;
    const undo = action === 'setup' ? undoOf(input) : undefined;
    return {
      path,
      ...(undo === undefined ? {} : { undo }),
      mode: file.mode ?? null,
      before: file.bytes === undefined ? null : sha256Hex(file.bytes),
      after: after === undefined ? null : sha256Hex(after),
      folders,
    };
  });
  const backup: SetupBackup = { version: VERSION, name, action, at: iso, entries };
  writeDurable(join(folder, MANIFEST), `${JSON.stringify(backup, null, 2)}\n`);
  return folder;
}

/** The steps back, where they give the very bytes. */
function undoOf({ file: { bytes }, after }: BackupInput): UndoStep[] | undefined {
  if (bytes === undefined || after === undefined) return undefined;
  const changed = Buffer.from(after).toString('utf8');
  const steps = undoSteps(changed, bytes.toString('utf8'));
  return steps !== undefined && Buffer.from(undoEdit(changed, steps)).equals(bytes) ? steps : undefined;
}

/** All backups, newest first. A folder whose manifest cannot be read is skipped and counted. */
export function readBackups(root: string): SetupBackup[] {
  const names = namesIn(root).sort().reverse();
  return names.flatMap((name) => {
    const manifest: unknown = parseJson(readTextIfThere(join(root, name, MANIFEST)) ?? '');
    if (isBackup(manifest)) return [{ ...manifest, name }];
    if (!isJsonObject(manifest)) ignore(undefined, 'backup of set-up has no readable manifest');
    return [];
  });
}

/**
 * A file before the set-ups that led to its present bytes, and its bytes then; `undefined` when the present bytes are not
 * set-up's, or the way back is not known.
 */
export function originalOf(
  path: string,
  present: Buffer | undefined,
  backups: readonly SetupBackup[],
): { entry: SavedFile; bytes: Buffer | undefined } | undefined {
  let found: { entry: SavedFile; bytes: Buffer | undefined } | undefined;
  let bytes = present;
  for (const { action, entries } of backups) {
    const entry = entries.find((candidate) => candidate.path === path);
    if (entry === undefined) continue;
    if (action !== 'setup' || entry.after !== hashOf(bytes)) break;
    bytes = entry.undo === undefined ? undefined : Buffer.from(undoEdit(bytes?.toString('utf8') ?? '', entry.undo));
    if (hashOf(bytes) !== entry.before) break;
    found = { entry, bytes };
  }
  return found;
}

function hashOf(bytes: Buffer | undefined): string | null {
  return bytes === undefined ? null : sha256Hex(bytes);
}

/** Removes the whole copies of files that earlier versions made, which may hold secrets: those that are a month old, or `all`. */
export function removeCopies(root: string, { now, all = false }: { now: number; all?: boolean }): void {
  for (const name of namesIn(root)) {
    const [day = ''] = /^\d{4}-\d\d-\d\d/.exec(name) ?? [];
    if (!all && !(Date.parse(day) < now - COPIES_MS)) continue;
    for (const file of namesIn(join(root, name))) if (COPY.test(file)) removeFile(join(root, name, file));
  }
}

function freeName(root: string, name: string): string {
  const taken = new Set(namesIn(root));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name}-${number}`;
  return free;
}

function isBackup(value: unknown): value is SetupBackup {
  if (!isJsonObject(value) || value.version !== VERSION || !Array.isArray(value.entries)) return false;
  return value.entries.every((entry) => isJsonObject(entry) && typeof entry.path === 'string');
}
