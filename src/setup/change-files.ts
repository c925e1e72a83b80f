import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { FileChange } from '../agents/shared/contract.ts';
import { CairnError } from '../core/errors.ts';
import { type SetupBackup, writeBackup } from './setup-backup.ts';
import {
  assertWritable,
  missingFolders,
  readTargetFile,
  removeEmptyFolders,
  removeTargetFile,
  replaceTargetFile,
  type TargetFile,
} from './target-file.ts';

const NEW_FOLDER_MODE = 0o700;

/** A change of a file from exactly `before` to `after`; absent bytes mean that the file does not exist. */
export interface PlannedFile {
  path: string;
  before: Buffer | undefined;
  after: Buffer | undefined;
  /** Mode of the file afterwards; by default unchanged. */
  mode?: number;
  /** Folders to remove with the file when they are empty, outermost first. */
  folders?: readonly string[];
}

/** A change that an agent planned, as bytes. */
export function toPlannedFile({ path, before, after, mode }: FileChange): PlannedFile {
  const bytesOf = (text: string | undefined): Buffer | undefined =>
    text === undefined ? undefined : Buffer.from(text);
  return { path, before: bytesOf(before), after: bytesOf(after), ...(mode === undefined ? {} : { mode }) };
}

/**
 * Throws `unwritable`, `busy` or `unsupported` unless every file can be changed and still is as it was when planned.
 */
export function assertChangeable(files: readonly PlannedFile[]): void {
  for (const file of files) {
    assertUnchanged(file);
    assertWritable(file.path);
  }
}

/**
 * Backs files up and changes all of them or none: when one change fails, the files changed before it are restored.
 * Returns the folder of the backup, `undefined` when there was nothing to change.
 */
export function changeFiles(
  files: readonly PlannedFile[],
  { backups, action, now }: { backups: string; action: SetupBackup['action']; now: number },
): string | undefined {
  if (files.length === 0) return undefined;
  const inputs = files.map(({ path, after }) => ({
    path,
    file: readTargetFile(path),
    after,
    folders: missingFolders(path),
  }));
  const folder = writeBackup(backups, { action, at: now }, inputs);
  const changed: (TargetFile & { folders: string[] })[] = [];
  try {
    for (const [index, file] of files.entries()) {
      const before = { ...assertUnchanged(file), folders: inputs[index]?.folders ?? [] };
      changed.push(before);
      changeFile(file, before);
    }
  } catch (error) {
    for (const { path, bytes, mode, folders } of changed.toReversed()) {
      changeFile({ path, before: undefined, after: bytes, folders }, { path, ...(mode === undefined ? {} : { mode }) });
    }
    throw error;
  }
  return folder;
}

function changeFile({ path, after, mode, folders }: PlannedFile, present: TargetFile): void {
  if (after !== undefined) {
    mkdirSync(dirname(present.path), { recursive: true, mode: NEW_FOLDER_MODE });
    replaceTargetFile(path, after, mode ?? present.mode);
  } else {
    removeTargetFile(path);
    removeEmptyFolders(folders ?? []);
  }
}

function assertUnchanged({ path, before }: PlannedFile): TargetFile {
  const present = readTargetFile(path);
  if (before === undefined && present.bytes === undefined) return present;
  if (before !== undefined && present.bytes?.equals(before)) return present;
  const text = present.bytes?.toString('utf8');
  if (text !== undefined && before !== undefined && text === before.toString('utf8')) {
    throw new CairnError('unsupported', `${path} is not UTF-8 text. Nothing was changed.`, {
      fix: `Save ${path} as UTF-8.`,
    });
  }
  throw new CairnError('busy', `${path} changed meanwhile. It was left as it is.`, { fix: 'Run the command again.' });
}
