import { join } from 'node:path';
import type { HomePaths } from '../../config/paths.ts';
import { ensureFolder, namesIn, readRegularFile, removeFile } from '../../platform/files.ts';
import type { Store } from '../../store/contract/store.ts';

const FRESH = 'cairn-after-forgetting.db';

/**
 * Replaces the backups of the database, which still contain what was forgotten, by one of the current state; removes
 * damaged journal files that contain one of the passages.
 */
export async function replaceBackups(
  paths: Pick<HomePaths, 'backups' | 'journal'>,
  store: Store,
  passages: readonly string[],
): Promise<void> {
  const backups = namesIn(paths.backups).filter((name) => /\.db(?:-\w+)?$/.test(name));
  if (backups.length > 0) {
    ensureFolder(paths.backups);
    for (const name of backups) removeFile(join(paths.backups, name));
    await store.copyTo(join(paths.backups, FRESH));
  }
  for (const name of namesIn(paths.journal).filter((one) => !one.endsWith('.jsonl'))) {
    const path = join(paths.journal, name);
    const text = readRegularFile(path).bytes.toString('utf8');
    if (passages.some((passage) => text.includes(passage))) removeFile(path);
  }
}
