import type { BackupEntry, BackupsResult } from '../../api/backup-answers.ts';
import type { BackupFile } from '../../backup/backup-files.ts';
import { findBackup } from '../../backup/backups.ts';
import { toCairnError } from '../../core/errors.ts';
import { omitUndefined } from '../../core/omit-undefined.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

type BackupDeps = Pick<MemoryParts, 'backups' | 'paths'>;

/** Makes a backup of the memory as it is now. */
export async function makeBackup({ backups }: Pick<BackupDeps, 'backups'>): Promise<BackupEntry> {
  return toBackupEntry(await backups.create('asked'));
}

/** Lists the backups, newest first; looks first whether the named one is whole, or with `*` each of them. */
export async function reportBackups(
  { backups, paths }: BackupDeps,
  { verify }: { verify?: string },
): Promise<BackupsResult> {
  const listed = backups.list();
  const named = verify === undefined || verify === '*' ? undefined : findBackup(listed, paths.backups, verify);
  const entries: BackupEntry[] = [];
  for (const backup of listed) {
    const isAsked = verify === '*' || backup === named;
    entries.push({ ...toBackupEntry(backup), ...(isAsked ? await checked(backups, backup) : {}) });
  }
  return { folder: paths.backups, backups: entries };
}

async function checked(backups: BackupDeps['backups'], backup: BackupFile): Promise<Partial<BackupEntry>> {
  try {
    const { events, sessions, lastAt } = await backups.verify(backup);
    return { state: 'whole', events, sessions, ...omitUndefined({ lastAt: toTime(lastAt) }) };
  } catch (error) {
    return { state: 'damaged', problem: toCairnError(error).message };
  }
}

function toBackupEntry({ name, path, reason, at, sizeBytes, manifest }: BackupFile): BackupEntry {
  const { events, sessions, lastAt } = manifest ?? {};
  return {
    name,
    path,
    reason,
    at: new Date(at).toISOString(),
    sizeBytes,
    ...omitUndefined({ events, sessions, lastAt: toTime(lastAt) }),
  };
}

function toTime(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}
