import { CairnError } from '../../core/errors.ts';
import type { SyncConfig } from '../../sync/sync-config.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';

/** What managing sync needs. */
export type SyncDeps = Pick<MemoryParts, 'store' | 'sync' | 'paths' | 'environment' | 'deriver' | 'settings'>;

/** How the home takes part. Throws `not_allowed` for one that does not. */
export function configOf({ sync }: Pick<SyncDeps, 'sync'>): SyncConfig {
  const config = sync.config();
  if (config !== undefined) return config;
  throw new CairnError('not_allowed', 'This home takes no part in sync.', { fix: 'cairn sync add FOLDER' });
}
