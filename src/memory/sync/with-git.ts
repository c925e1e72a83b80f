import type { AgentEnvironment } from '../../agents/shared/contract.ts';
import { openExchange } from '../../git/exchange-folder.ts';
import { ownFilesIn } from '../../sync/folder/folder-remote.ts';
import type { SyncRemote } from '../../sync/sync-remote.ts';

/** A home's folder that is the checkout of a git repository: fetched before a run, and pushed after it. */
export function withGit(
  remote: SyncRemote,
  place: { folder: string; home: string },
  { variables }: AgentEnvironment,
): SyncRemote {
  const open = (signal: AbortSignal | undefined) =>
    openExchange({ folder: place.folder, own: () => ownFilesIn(place), variables, signal });
  return {
    ...remote,
    begin: async (signal) => open(signal).fetch(),
    end: async (signal) => open(signal).publish(),
  };
}
