import { CairnError } from '../../core/errors.ts';
import { assertSealed, toServerUrl } from '../../platform/http/server-url.ts';
import { openFolderRemote } from '../../sync/folder/folder-remote.ts';
import { readKeyText } from '../../sync/folder/team-key.ts';
import { seriesNotes } from '../../sync/hand-on-again.ts';
import { openServerRemote } from '../../sync/server-remote.ts';
import { readSyncSecret, type SyncConfig } from '../../sync/sync-config.ts';
import type { SyncRemote } from '../../sync/sync-remote.ts';
import type { MemoryParts } from '../runtime/memory-parts.ts';
import { withGit } from './with-git.ts';

const SERVER_MS = 60_000;

/**
 * How a home takes part now, and what carries its records. Throws `not_allowed` for one that does not and for a pause,
 * `invalid_input` for a server without TLS that its person did not allow.
 */
export function openRemote(
  { store, paths: { home, cache }, environment }: Pick<MemoryParts, 'store' | 'paths' | 'environment'>,
  config: SyncConfig | undefined,
): { config: SyncConfig; remote: SyncRemote } {
  if (config === undefined) {
    throw new CairnError('not_allowed', 'This home takes no part in sync.', { fix: 'cairn sync add FOLDER' });
  }
  if (config.paused) {
    throw new CairnError('not_allowed', 'Sync is paused: nothing leaves, and nothing is taken in.', {
      fix: 'cairn sync resume',
    });
  }
  const { remote } = config;
  const secret = readSyncSecret(home);
  if (remote.kind === 'server') {
    const url = serverUrl(remote.url);
    assertSealed(url, { command: 'cairn sync add', insecure: remote.insecure });
    return { config, remote: openServerRemote({ url, token: secret, timeoutMs: SERVER_MS }) };
  }
  const place = { folder: remote.path, home: config.home };
  const folder = openFolderRemote({ ...place, key: readKeyText(secret), notes: seriesNotes(store) });
  return { config, remote: remote.git ? withGit(folder, { ...place, scratch: cache }, environment) : folder };
}

/** The address of a team server. Throws `invalid_input`. */
export function serverUrl(text: string): URL {
  return toServerUrl(text, { name: 'sync', keyVariable: '--token' });
}
